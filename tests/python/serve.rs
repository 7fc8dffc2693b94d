// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg serve --stdio`: JSON-RPC, progress, cancellation, tools of the Model Context Protocol.

use super::{finish, program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

/// A client of the program.
struct Client {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

impl Client {
    fn start() -> Client {
        let folder = tempfile::tempdir().unwrap();
        let mut command = program(folder.path());
        command.args(["serve", "--stdio", "-r", "-b", "--seed", "5"]);
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Client { child, stdin, stdout, _folder: folder }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin, "{message}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The answer to a request, and the notifications before it.
    fn ask(&mut self, request: Value) -> (Value, Vec<Value>) {
        let id = request["id"].clone();
        self.send(&request);
        let mut notifications = Vec::new();
        loop {
            let message = self.receive();
            if message["id"] == id {
                return (message, notifications);
            }
            notifications.push(message);
        }
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let (answer, _) =
            self.ask(json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}));
        assert_eq!(answer["jsonrpc"], "2.0");
        if answer.get("result").is_some() { answer["result"].clone() } else { answer["error"].clone() }
    }
}

#[test]
fn functions_are_called_in_order_and_by_name() {
    let mut client = Client::start();
    assert_eq!(client.call("board", Value::Null), Value::Null);
    assert_eq!(client.call("positionid", json!([])), "AAAAAAAAAAAAAA");
    let (answer, told) = client.ask(json!({"id": 1, "method": "command", "params": ["new match 5"]}));
    assert_eq!(answer["result"], Value::Null);
    assert!(told.iter().any(|one| one["method"] == "output" && one["params"]["id"] == 1), "{told:?}");
    assert_eq!(client.call("cubeinfo", json!({"matchto": 7}))["matchto"], 7);
    assert_eq!(client.call("parsemove", json!(["8/5 6/5"])), json!([[8, 5], [6, 5]]));
    let error = client.call("parsemove", json!(["xx"]));
    assert_eq!((&error["code"], &error["data"]["type"]), (&json!(-32602), &json!("ValueError")));
    assert_eq!(client.call("dicerolls", json!([]))["data"]["type"], "TypeError");
    assert_eq!(client.call("no_such_function", json!([]))["code"], -32601);
    for (line, code) in [("{", -32700), ("[]", -32600), ("{\"id\": 1}", -32600)] {
        writeln!(client.stdin, "{line}").unwrap();
        assert_eq!(client.receive()["error"]["code"], code, "{line}");
    }
    client.send(&json!({"method": "exit"}));
    assert!(client.child.wait().unwrap().success());
}

#[test]
fn progress_is_told_and_work_is_cancelled() {
    let mut client = Client::start();
    client.call("command", json!(["set player both human"]));
    client.call("command", json!(["new session"]));
    client.call("command", json!(["set rollout trials 100000000"]));
    client.send(&json!({"id": "long", "method": "command", "params": ["rollout"]}));
    client.send(&json!({"id": "next", "method": "posinfo"}));
    client.send(&json!({"id": "never", "method": "command", "params": ["new match 9"]}));
    client.send(&json!({"method": "cancel", "params": {"id": "never"}}));
    let progress = loop {
        let message = client.receive();
        if message["method"] == "progress" {
            break message;
        }
    };
    assert_eq!(
        (&progress["params"]["id"], &progress["params"]["activity"]),
        (&json!("long"), &json!("rollout"))
    );
    assert!(progress["params"]["total"].as_u64() >= Some(100_000_000), "{progress}");
    client.send(&json!({"method": "cancel", "params": {"id": "long"}}));
    let answers: Vec<Value> = std::iter::repeat_with(|| client.receive())
        .filter(|message| message.get("id").is_some())
        .take(3)
        .collect();
    assert_eq!((&answers[0]["id"], &answers[0]["result"]), (&json!("long"), &Value::Null));
    assert_eq!(answers[1]["result"]["gamestate"], 1);
    assert_eq!((&answers[2]["id"], &answers[2]["error"]["code"]), (&json!("never"), &json!(-32800)));
}

#[test]
fn functions_are_tools_of_the_model_context_protocol() {
    let mut client = Client::start();
    let hello = client.call("initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
    assert_eq!(
        (&hello["protocolVersion"], &hello["serverInfo"]["name"]),
        (&json!("2025-06-18"), &json!("gnubg"))
    );
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let tools = client.call("tools/list", json!({}))["tools"].clone();
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    for name in ["board", "command", "evaluate", "hint", "match", "met", "navigate", "setevalhintfilter"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(names.len() >= 38, "{}", names.len());
    for tool in tools.as_array().unwrap() {
        assert!(tool["description"].as_str().is_some_and(|text| text.ends_with('.')), "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object");
    }
    let call = |name: &str, arguments: Value| json!({"name": name, "arguments": arguments});
    let result = client.call("tools/call", call("command", json!({"text": "new match 3"})));
    assert_eq!(result["isError"], false);
    assert!(
        result["content"][0]["text"].as_str().unwrap().contains("A new match to 3 points begins."),
        "{result}"
    );
    let result = client.call("tools/call", call("met", json!({"n": 2})));
    assert_eq!(result["structuredContent"]["result"][0].as_array().unwrap().len(), 2);
    let result = client.call("tools/call", call("show", json!({"text": "nonsense"})));
    assert!(
        result["isError"] == true && result["content"][0]["text"].as_str().unwrap().starts_with("ValueError")
    );
    assert_eq!(client.call("tools/call", call("nothing", json!({})))["code"], -32602);
}

#[test]
fn there_is_no_server_without_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program(folder.path());
    command.arg("serve");
    let output = finish(command, "");
    assert_eq!((output.code, output.err.contains("--stdio")), (Some(2), true), "{}", output.err);
}
