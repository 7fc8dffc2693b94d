// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages of JSON-RPC 2.0, one a line.

use crate::output;
use crate::scripting::{CallError, ErrorClass};
use serde_json::{Map, Value, json};

/// A request; without an ID a notification.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) id: Option<Value>,
    pub(super) method: String,
    params: Value,
}

/// Why a request has no result.
#[derive(Debug)]
pub(super) struct Failure {
    code: i64,
    message: String,
    /// The class of exceptions in Python, for errors of functions.
    class: Option<&'static str>,
}

impl Failure {
    fn new(code: i64, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), class: None }
    }

    pub(super) fn invalid(message: String) -> Failure {
        Failure::new(-32602, message)
    }

    pub(super) fn no_method(method: &str) -> Failure {
        Failure::new(-32601, format!("there is no method {method:?}; tools/list lists the functions"))
    }

    pub(super) fn cancelled() -> Failure {
        Failure::new(-32800, "canceled")
    }

    /// The answer to the request with this ID.
    pub(super) fn answer(&self, id: &Value) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(class) = self.class {
            error["data"] = json!({"type": class});
        }
        json!({"jsonrpc": "2.0", "id": id, "error": error})
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Failure {
        let code = match error.class {
            ErrorClass::Type | ErrorClass::Value => -32602,
            ErrorClass::State | ErrorClass::Quit => -32000,
            ErrorClass::Interrupted => -32800,
        };
        Failure { code, message: error.message, class: Some(error.class.name()) }
    }
}

impl Request {
    /// A parameter given by name.
    pub(super) fn param(&self, name: &str) -> Option<&Value> {
        self.params.get(name)
    }

    /// The arguments of a function: in order, and by name.
    pub(super) fn arguments(&self) -> Result<(Vec<Value>, Map<String, Value>), Failure> {
        match &self.params {
            Value::Null => Ok((Vec::new(), Map::new())),
            Value::Array(items) => Ok((items.clone(), Map::new())),
            Value::Object(named) => Ok((Vec::new(), named.clone())),
            _ => Err(Failure::invalid("params must be a list or an object".to_owned())),
        }
    }

    /// The request that this notification cancels.
    pub(super) fn cancels(&self) -> Option<&Value> {
        match self.method.as_str() {
            "cancel" | "$/cancelRequest" => self.param("id"),
            "notifications/cancelled" => self.param("requestId"),
            _ => None,
        }
    }
}

/// Reads a message.
pub(super) fn read(line: &[u8]) -> Result<Request, Failure> {
    let value: Value =
        serde_json::from_slice(line).map_err(|error| Failure::new(-32700, format!("not JSON: {error}")))?;
    let Value::Object(mut message) = value else {
        return Err(Failure::new(-32600, "a request is one object; lists of requests are not served"));
    };
    let Some(Value::String(method)) = message.remove("method") else {
        return Err(Failure::new(-32600, "a request needs \"method\", the name of a function"));
    };
    let id = message.remove("id");
    if id.as_ref().is_some_and(|id| !(id.is_string() || id.is_number() || id.is_null())) {
        return Err(Failure::new(-32600, "the id of a request is a text or a number"));
    }
    Ok(Request { id, method, params: message.remove("params").unwrap_or_default() })
}

/// Writes a message.
pub(super) fn send(message: &Value) {
    output::line(format_args!("{message}"));
}
