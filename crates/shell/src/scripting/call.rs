// SPDX-License-Identifier: GPL-3.0-or-later
//! What a function for scripts is, and how it is called: its declaration, its arguments, its errors.

use crate::language::context::Context;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// The kinds of errors that scripts tell apart; each is a class of exceptions in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// An argument is missing, too many or of the wrong type.
    Type,
    /// An argument has an impossible value.
    Value,
    /// The function cannot do it in this state of the match.
    State,
    /// The user interrupted it.
    Interrupted,
    /// The program has to end.
    Quit,
}

impl ErrorClass {
    /// The class of exceptions in Python.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorClass::Type => "TypeError",
            ErrorClass::Value => "ValueError",
            ErrorClass::State => "Exception",
            ErrorClass::Interrupted => "KeyboardInterrupt",
            ErrorClass::Quit => "SystemExit",
        }
    }
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct CallError {
    /// Its kind.
    pub class: ErrorClass,
    /// What was wrong.
    pub message: String,
}

impl CallError {
    pub(crate) fn new(class: ErrorClass, message: impl Into<String>) -> CallError {
        CallError { class, message: message.into() }
    }

    pub(super) fn of_type(message: impl Into<String>) -> CallError {
        CallError::new(ErrorClass::Type, message)
    }

    pub(super) fn of_value(message: impl Into<String>) -> CallError {
        CallError::new(ErrorClass::Value, message)
    }

    pub(super) fn of_state(message: impl Into<String>) -> CallError {
        CallError::new(ErrorClass::State, message)
    }
}

/// The result of a call, as JSON.
pub type CallResult = Result<Value, CallError>;

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// A text.
    Text,
    /// Two lists of 25 numbers of checkers: the opponent of the player on roll, then the player on roll.
    Board,
    /// One list of 25 numbers of checkers.
    Side,
    /// Two whole numbers.
    Pair,
    /// A list of whole numbers, or of pairs of them.
    Numbers,
    /// An object with the keys that the function of this name returns.
    Like(&'static str),
    /// A list of objects as `getevalhintfilter` returns them.
    Filters,
}

impl Kind {
    /// Its JSON schema.
    #[must_use]
    pub fn schema(self) -> Value {
        let whole = || json!({"type": "integer"});
        let list = |items: Value| json!({"type": "array", "items": items});
        match self {
            Kind::Whole => whole(),
            Kind::Number => json!({"type": "number"}),
            Kind::Text => json!({"type": "string"}),
            Kind::Board => {
                let side = json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 15},
                    "minItems": 25, "maxItems": 25});
                json!({"type": "array", "items": side, "minItems": 2, "maxItems": 2})
            }
            Kind::Side => list(whole()),
            Kind::Pair => {
                json!({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})
            }
            Kind::Numbers => json!({"type": "array"}),
            Kind::Like(_) => json!({"type": "object"}),
            Kind::Filters => list(json!({"type": "object"})),
        }
    }
}

/// An argument of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, for calls by keyword.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// What it means.
    pub about: &'static str,
}

/// An argument.
pub(super) const fn argument(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, kind, about }
}

/// Which arrays of a result are lists in Python; the others are tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// None.
    None,
    /// All.
    All,
    /// Those with this key.
    Under(&'static str),
}

/// A function for scripts.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, in order.
    pub parameters: &'static [Parameter],
    /// How many of them, from the first on, cannot be left out.
    pub required: usize,
    /// What it does and returns, in plain sentences.
    pub about: &'static str,
    /// Which arrays of the result are lists in Python.
    pub lists: Lists,
    /// Its code.
    pub(super) run: fn(&mut Context<'_>, &Fields) -> CallResult,
}

impl Function {
    /// Calls it with arguments in order and by name.
    ///
    /// # Errors
    /// If the arguments do not fit, or the function fails.
    pub fn call(
        &self,
        context: &mut Context<'_>,
        positional: Vec<Value>,
        named: Map<String, Value>,
    ) -> CallResult {
        let (name, n) = (self.name, positional.len());
        let most = self.parameters.len();
        if n > most {
            return Err(CallError::of_type(format!("{name}() takes at most {most} arguments ({n} given)")));
        }
        let mut given = Map::new();
        for (parameter, value) in self.parameters.iter().zip(positional) {
            given.insert(parameter.name.to_owned(), value);
        }
        for (key, value) in named {
            if !self.parameters.iter().any(|parameter| parameter.name == key) {
                return Err(CallError::of_type(format!("{name}() has no argument named '{key}'")));
            }
            if given.insert(key.clone(), value).is_some() {
                return Err(CallError::of_type(format!("{name}() got the argument '{key}' twice")));
            }
        }
        // Null means that an argument is left out.
        given.retain(|_, value| !value.is_null());
        for parameter in &self.parameters[..self.required] {
            if !given.contains_key(parameter.name) {
                let missing = format!("{name}() needs the argument '{}'", parameter.name);
                return Err(CallError::of_type(missing));
            }
        }
        (self.run)(context, &Fields { what: format!("{name}()"), map: given })
    }

    /// What a client has to know of it: a tool in the words of the Model Context Protocol.
    #[must_use]
    pub fn describe(&self) -> Value {
        let property = |parameter: &Parameter| {
            let mut schema = parameter.kind.schema();
            schema["description"] = parameter.about.into();
            (parameter.name.to_owned(), schema)
        };
        let properties: Map<String, Value> = self.parameters.iter().map(property).collect();
        let required: Vec<&str> = self.parameters[..self.required].iter().map(|one| one.name).collect();
        let lists: Value = match self.lists {
            Lists::None => false.into(),
            Lists::All => true.into(),
            Lists::Under(key) => key.into(),
        };
        json!({
            "name": self.name,
            "description": self.about,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            },
            "_meta": {"lists": lists},
        })
    }
}

/// Named values: the arguments of a call, or an object among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    what: String,
    map: Map<String, Value>,
}

impl Fields {
    /// The object that an argument holds. Its keys must be among `keys`.
    pub(super) fn object(&self, name: &str, like: &str, keys: &[&str]) -> Result<Option<Fields>, CallError> {
        let Some(value) = self.map.get(name) else { return Ok(None) };
        let Value::Object(map) = value else {
            return Err(self.wrong(name, &format!("an object as {like}() returns")));
        };
        if map.keys().any(|key| !keys.contains(&key.as_str())) {
            let message = format!("invalid key in {like} (see gnubg.{like}() for an example)");
            return Err(CallError::of_value(message));
        }
        Ok(Some(Fields { what: like.to_owned(), map: map.clone() }))
    }

    /// The objects of a list.
    pub(super) fn objects(&self, name: &str, keys: &[&str]) -> Result<Vec<Fields>, CallError> {
        let wrong = || self.wrong(name, "a list of objects");
        let items = self.map.get(name).and_then(Value::as_array).ok_or_else(wrong)?;
        items
            .iter()
            .map(|item| {
                let map = item.as_object().ok_or_else(wrong)?;
                match map.keys().find(|key| !keys.contains(&key.as_str())) {
                    Some(key) => Err(CallError::of_value(format!("invalid key '{key}' in {name}"))),
                    None => Ok(Fields { what: name.to_owned(), map: map.clone() }),
                }
            })
            .collect()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.map.len()
    }

    pub(super) fn wrong(&self, name: &str, expected: &str) -> CallError {
        CallError::of_type(format!("{}: {name} must be {expected}", self.what))
    }

    pub(super) fn whole(&self, name: &str) -> Result<Option<i64>, CallError> {
        let Some(value) = self.map.get(name) else { return Ok(None) };
        whole(value).map(Some).ok_or_else(|| self.wrong(name, "a whole number"))
    }

    /// A whole number that must lie in a range.
    pub(super) fn within(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, CallError> {
        let Some(number) = self.whole(name)? else { return Ok(None) };
        if range.contains(&number) {
            return Ok(Some(number));
        }
        let (least, most) = (range.start(), range.end());
        Err(CallError::of_value(format!("{}: {name} must be {least} to {most}, not {number}", self.what)))
    }

    pub(super) fn switch(&self, name: &str) -> Result<Option<bool>, CallError> {
        Ok(self.whole(name)?.map(|number| number != 0))
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, CallError> {
        let Some(value) = self.map.get(name) else { return Ok(None) };
        let number = value.as_f64().or_else(|| whole(value).map(|n| n as f64));
        number.filter(|x| x.is_finite()).map(Some).ok_or_else(|| self.wrong(name, "a number"))
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, CallError> {
        let Some(value) = self.map.get(name) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.wrong(name, "a text"))
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.map.get(name)
    }

    /// Two whole numbers.
    pub(super) fn pair(&self, name: &str) -> Result<Option<[i64; 2]>, CallError> {
        let Some(value) = self.map.get(name) else { return Ok(None) };
        let wrong = || self.wrong(name, "two whole numbers");
        let numbers = numbers(value).ok_or_else(wrong)?;
        <[i64; 2]>::try_from(numbers).map(Some).map_err(|_| wrong())
    }

    /// A list of whole numbers.
    pub(super) fn numbers(&self, name: &str) -> Result<Option<Vec<i64>>, CallError> {
        let Some(value) = self.map.get(name) else { return Ok(None) };
        numbers(value).map(Some).ok_or_else(|| self.wrong(name, "a list of whole numbers"))
    }
}

/// A whole number; truth values count as 0 and 1.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(on) => Some(i64::from(*on)),
        Value::Number(number) => number.as_i64(),
        _ => None,
    }
}

/// A list of whole numbers.
pub(super) fn numbers(value: &Value) -> Option<Vec<i64>> {
    value.as_array()?.iter().map(whole).collect()
}
