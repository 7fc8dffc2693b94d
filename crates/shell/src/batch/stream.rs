// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines in, lines out, in order.
//!
//! Lines that are waiting are answered in parallel. A line that is alone is answered before the next one is read, so
//! another program can hold a conversation. When nobody reads the answers any more, everything stops at once, even while
//! requests are awaited or computed.

use super::answer::answer;
use super::request::{MAX_LINE, Request, RequestDefaults};
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::{BufRead, ErrorKind, Write};
use std::sync::mpsc;

/// How many lines are answered together at most.
const MAX_TOGETHER: usize = 1024;

/// What the thread that writes the answers waits for.
enum Incoming {
    Line(Vec<u8>),
    End,
    ReaderGone,
}

/// Reads requests until `input` ends and writes the answers. `reader_gone` runs on a thread of its own and returns when
/// nobody reads `output` any more; the work then stops at once. The thread that reads `input` is left behind then.
///
/// # Errors
/// If the output cannot be written or is no longer read. An error of `input` counts as its end.
pub fn run(
    engine: &Engine,
    table: &MatchEquityTable,
    defaults: &RequestDefaults,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    reader_gone: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let (send, waiting) = mpsc::sync_channel::<Incoming>(MAX_TOGETHER);
    let cancel = CancelToken::new();
    let (watch, stop) = (send.clone(), cancel.clone());
    std::thread::spawn(move || {
        reader_gone();
        stop.cancel();
        let _ = watch.send(Incoming::ReaderGone);
    });
    std::thread::spawn(move || {
        read_lines(input, &send);
        let _ = send.send(Incoming::End);
    });
    let (mut lines, mut is_over) = (Vec::new(), false);
    while !is_over && let Ok(first) = waiting.recv() {
        for incoming in std::iter::once(first).chain(waiting.try_iter().take(MAX_TOGETHER - 1)) {
            match incoming {
                Incoming::Line(line) => lines.push(line),
                Incoming::End => is_over = true,
                Incoming::ReaderGone => return Err(ErrorKind::BrokenPipe.into()),
            }
        }
        let answers: Vec<Value> =
            lines.par_iter().map(|line| answer_line(engine, table, defaults, line, &cancel)).collect();
        if cancel.is_cancelled() {
            return Err(ErrorKind::BrokenPipe.into());
        }
        lines.clear();
        for answer in answers {
            writeln!(output, "{answer}")?;
        }
        output.flush()?;
    }
    Ok(())
}

/// Sends every line that is not blank. A line longer than [`MAX_LINE`] is cut one byte after that length, so that its
/// answer can say so.
fn read_lines(mut input: impl BufRead, send: &mpsc::SyncSender<Incoming>) {
    let mut line = Vec::new();
    loop {
        let Ok(buffer) = input.fill_buf() else { return };
        if buffer.is_empty() {
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = (MAX_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() && !send_line(&mut line, send) {
            return;
        }
    }
    send_line(&mut line, send);
}

fn send_line(line: &mut Vec<u8>, send: &mpsc::SyncSender<Incoming>) -> bool {
    let line = std::mem::take(line);
    line.trim_ascii().is_empty() || send.send(Incoming::Line(line)).is_ok()
}

fn answer_line(
    engine: &Engine,
    table: &MatchEquityTable,
    defaults: &RequestDefaults,
    line: &[u8],
    cancel: &CancelToken,
) -> Value {
    let (tag, result) = match Request::parse(line, defaults) {
        Ok((request, tag)) => (tag, answer(engine, table, &request, cancel)),
        Err((error, tag)) => (tag, Err(error)),
    };
    let mut value =
        result.unwrap_or_else(|error| json!({ "error": { "field": error.field, "message": error.message } }));
    if let (Some(tag), Some(object)) = (tag, value.as_object_mut()) {
        object.insert("tag".to_owned(), tag);
    }
    value
}
