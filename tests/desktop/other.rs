// SPDX-License-Identifier: GPL-3.0-or-later
//! Another program on the same desktop: it has something on the clipboard, looks at what others have put there, and
//! lets things be dragged out of its window. It is this test program once more, started with a task.

use super::harness::TestDesktop;
use gtk::gio;
use gtk::glib;
use gtk::prelude::*;
use gtk::{gdk, gdk::ContentProvider};
use std::path::Path;

/// The variable that tells this program what to do: `copy`, `look`, `text` or `files`, a line feed, and with what.
const TASK: &str = "GNUBG_OTHER_PROGRAM";
/// The title of its window, by which it is found.
const TITLE: &str = "External player";
/// Its place to the right of the program under test, and a place within.
const AT: (i32, i32) = (1200, 40);

/// Starts the other program with a task; it ends with the desktop.
fn start(desktop: &mut TestDesktop, task: &str) {
    let program = std::env::current_exe().expect("a test program");
    let arguments = ["--exact", "other::the_other_program", "--ignored", "--nocapture"];
    desktop.start_beside(&program, &arguments, &[(TASK, task)]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", TITLE]);
    let (x, y) = (AT.0.to_string(), AT.1.to_string());
    desktop.xdotool(&["search", "--onlyvisible", "--name", TITLE, "windowmove", "--sync", &x, &y]);
}

/// Puts a text on the clipboard as another program would.
pub(crate) fn copy(desktop: &mut TestDesktop, text: &str) {
    start(desktop, &format!("copy\n{text}"));
    desktop.wait_for_file("copied");
}

/// What the clipboard offers: one kind a line, with its number of bytes.
pub(crate) fn look(desktop: &mut TestDesktop) -> String {
    start(desktop, "look\n");
    desktop.wait_for_file("seen")
}

/// Drags files, or a text, from the other program's window onto a pixel of the screen.
pub(crate) fn drop_on(desktop: &mut TestDesktop, task: &str, (x, y): (i32, i32)) {
    start(desktop, task);
    let step = |a: i32, b: i32, n: i32| (a + (b - a) * n / 10).to_string();
    let from = (AT.0 + 60, AT.1 + 60);
    desktop.xdotool(&["mousemove", &from.0.to_string(), &from.1.to_string(), "mousedown", "1"]);
    for n in 1..=10 {
        desktop.xdotool(&["mousemove", &step(from.0, x, n), &step(from.1, y, n)]);
    }
    desktop.wait_for_file("dragging");
    // The place under the pointer is asked whether it takes what is dragged with each movement.
    for n in 0..6 {
        desktop.xdotool(&["mousemove", &(x + n % 2).to_string(), &y.to_string()]);
        std::thread::sleep(std::time::Duration::from_millis(40));
    }
    desktop.xdotool(&["mouseup", "1"]);
}

/// The task of dragging these files.
pub(crate) fn files(paths: &[&Path]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    format!("files\n{}", names.join("\n"))
}

/// Tells the tests something by a file in the desktop's home.
fn tell(name: &str, text: &str) {
    let home = std::env::var("HOME").expect("a home");
    let path = Path::new(&home).join(name);
    let part = path.with_extension("part");
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, &path)).expect("a file in the home");
}

/// What the clipboard holds, for [`look`].
async fn clipboard_contents(clipboard: gdk::Clipboard) -> String {
    let mut lines = Vec::new();
    for kind in clipboard.formats().mime_types() {
        let Ok((stream, _)) = clipboard.read_future(&[kind.as_str()], glib::Priority::DEFAULT).await else {
            continue;
        };
        let memory = gio::MemoryOutputStream::new_resizable();
        let flags = gio::OutputStreamSpliceFlags::CLOSE_SOURCE | gio::OutputStreamSpliceFlags::CLOSE_TARGET;
        let copied = memory.splice_future(&stream, flags, glib::Priority::DEFAULT).await;
        let bytes = memory.steal_as_bytes();
        if copied.is_ok() {
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).replace('\n', " ");
            let size = png_size(&bytes).map_or(String::new(), |(w, h)| format!(" {w}×{h}"));
            lines.push(format!("{kind} {}{size} {start}", bytes.len()));
        }
    }
    lines.join("\n")
}

/// The size in the head of a PNG.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then(|| Some((number(16)?, number(20)?)))?
}

#[test]
#[ignore = "a program that other tests start"]
fn the_other_program() {
    let Ok(task) = std::env::var(TASK) else { return };
    let (what, with) = task.split_once('\n').expect("a task and what for");
    gtk::init().expect("a display");
    let area = gtk::Box::builder().width_request(240).height_request(240).build();
    let window = gtk::Window::builder().title(TITLE).child(&area).build();
    let content = match what {
        "files" => {
            let uris: Vec<String> =
                with.lines().map(|path| gio::File::for_path(path).uri().to_string() + "\r\n").collect();
            ContentProvider::for_bytes("text/uri-list", &glib::Bytes::from_owned(uris.concat().into_bytes()))
        }
        _ => ContentProvider::for_value(&with.to_value()),
    };
    match what {
        "copy" => {
            window.clipboard().set_content(Some(&content)).expect("a clipboard");
            WidgetExt::display(&window).sync();
            tell("copied", with);
        }
        "look" => {
            // What others offer is known only after they have been asked.
            let look = |clipboard: &gdk::Clipboard| {
                if clipboard.formats().mime_types().is_empty() {
                    return;
                }
                let clipboard = clipboard.clone();
                glib::spawn_future_local(async move { tell("seen", &clipboard_contents(clipboard).await) });
            };
            window.clipboard().connect_formats_notify(look);
            look(&window.clipboard());
        }
        _ => {
            let drag = gtk::DragSource::builder().actions(gdk::DragAction::COPY).content(&content).build();
            drag.connect_drag_begin(|_, _| tell("dragging", ""));
            area.add_controller(drag);
        }
    }
    window.present();
    glib::MainLoop::new(None, false).run();
}
