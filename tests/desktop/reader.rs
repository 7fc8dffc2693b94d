// SPDX-License-Identifier: GPL-3.0-or-later
//! The program as a screen reader finds it: the accessible tree over D-Bus.

use super::harness::TestDesktop;
use super::{begin, turn};
use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusConnectionFlags};
use gtk::glib::{self, Variant};
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// An object of the tree.
#[derive(Clone, Debug)]
struct Node {
    bus: String,
    path: String,
    name: String,
    /// Empty unless it was asked for.
    role: String,
}

/// What is asked of each object: every question takes its time, and trees have hundreds of objects.
#[derive(Clone, Copy, PartialEq)]
enum Detail {
    Name,
    NameAndRole,
}

/// The accessibility bus of a desktop.
fn connect(desktop: &TestDesktop) -> DBusConnection {
    let flags = DBusConnectionFlags::AUTHENTICATION_CLIENT | DBusConnectionFlags::MESSAGE_BUS_CONNECTION;
    let open = |address: &str| {
        DBusConnection::for_address_sync(address, flags, None, gio::Cancellable::NONE)
            .expect("a bus connection")
    };
    let session = open(desktop.bus());
    let reply = call(&session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None);
    let (address,) = reply.expect("the accessibility bus").get::<(String,)>().expect("an address");
    open(&address)
}

fn call(
    bus: &DBusConnection,
    to: &str,
    path: &str,
    interface: &str,
    method: &str,
    arguments: Option<&Variant>,
) -> Result<Variant, glib::Error> {
    bus.call_sync(
        Some(to),
        path,
        interface,
        method,
        arguments,
        None,
        DBusCallFlags::NONE,
        5000,
        gio::Cancellable::NONE,
    )
}

fn property(bus: &DBusConnection, node: (&str, &str), name: &str) -> Option<String> {
    let arguments = (ACCESSIBLE, name).to_variant();
    let reply = call(bus, node.0, node.1, "org.freedesktop.DBus.Properties", "Get", Some(&arguments)).ok()?;
    reply.child_value(0).as_variant()?.get()
}

/// A call to an object: bus name, path, interface, method, arguments.
type Question<'a> = (&'a str, &'a str, &'a str, &'a str, Option<Variant>);

/// Asks all questions before it waits for the first answer: a call that waits for its answer wakes five threads of four
/// processes, and trees have hundreds of objects. What cannot be answered is `None`.
fn ask(bus: &DBusConnection, questions: &[Question]) -> Vec<Option<Variant>> {
    let context = glib::MainContext::new();
    let answers = Rc::new(RefCell::new(vec![None; questions.len()]));
    let n_open = Rc::new(Cell::new(questions.len()));
    let wait = || {
        for (n, (to, path, interface, method, arguments)) in questions.iter().enumerate() {
            let (answers, n_open) = (answers.clone(), n_open.clone());
            let take = move |answer: Result<Variant, glib::Error>| {
                answers.borrow_mut()[n] = answer.ok();
                n_open.set(n_open.get() - 1);
            };
            let (arguments, none) = (arguments.as_ref(), gio::Cancellable::NONE);
            bus.call(
                Some(to),
                path,
                interface,
                method,
                arguments,
                None,
                DBusCallFlags::NONE,
                5000,
                none,
                take,
            );
        }
        while n_open.get() > 0 {
            context.iteration(true);
        }
    };
    context.with_thread_default(wait).expect("the context is of this thread alone");
    answers.take()
}

/// Bus name and path of an object.
type Address = (String, String);

/// The addresses in an answer to `GetChildren`.
fn children(answer: &Variant) -> impl Iterator<Item = Address> {
    let listed = answer.child_value(0);
    (0..listed.n_children()).map(move |n| {
        let child = listed.child_value(n);
        let path = child.child_value(1).str().unwrap_or_default().to_owned();
        (child.child_value(0).get().unwrap_or_default(), path)
    })
}

/// What can be said of objects, and the addresses of their children.
fn nodes_at(bus: &DBusConnection, addresses: Vec<Address>, detail: Detail) -> Vec<(Node, Vec<Address>)> {
    let questions: Vec<Question> = addresses
        .iter()
        .flat_map(|(owner, path)| {
            let name = (ACCESSIBLE, "Name").to_variant();
            let role = (owner.as_str(), path.as_str(), ACCESSIBLE, "GetRoleName", None);
            [
                (owner.as_str(), path.as_str(), "org.freedesktop.DBus.Properties", "Get", Some(name)),
                (owner, path, ACCESSIBLE, "GetChildren", None),
            ]
            .into_iter()
            .chain((detail == Detail::NameAndRole).then_some(role))
        })
        .collect();
    let answers = ask(bus, &questions);
    drop(questions);
    let n_questions = answers.len().checked_div(addresses.len()).unwrap_or(1);
    let of_each = addresses.into_iter().zip(answers.chunks_exact(n_questions));
    of_each
        .map(|((bus, path), answers)| {
            let text = |n: usize| answers.get(n)?.as_ref().map(|answer| answer.child_value(0));
            let name = text(0).and_then(|name| name.as_variant()?.get()).unwrap_or_default();
            let role = text(2).and_then(|role| role.get()).unwrap_or_default();
            let below = answers[1].iter().flat_map(children).collect();
            (Node { bus, path, name, role }, below)
        })
        .collect()
}

/// Everything below the registry's root. It is asked level by level, and told as one goes down from the last child of
/// each object to the first, so that of things with the same name what lies above comes first.
fn tree(bus: &DBusConnection, detail: Detail) -> Vec<Node> {
    let root = ("org.a11y.atspi.Registry".to_owned(), "/org/a11y/atspi/accessible/root".to_owned());
    // The nodes, each with the numbers of its children.
    let mut known: Vec<(Option<Node>, Range<usize>)> = Vec::new();
    let mut open = vec![root];
    while !open.is_empty() {
        let mut n_all = known.len() + open.len();
        for (node, below) in nodes_at(bus, std::mem::take(&mut open), detail) {
            known.push((Some(node), n_all..n_all + below.len()));
            n_all += below.len();
            open.extend(below);
        }
    }
    let (mut found, mut next) = (Vec::new(), vec![0]);
    while let Some(n) = next.pop() {
        let (node, below) = &mut known[n];
        found.extend(node.take());
        next.extend(below.clone());
    }
    found
}

/// Waits until the tree holds an object of that name; tells it with all others. Their roles are not told.
fn find(bus: &DBusConnection, name: &str) -> Option<(Node, Vec<Node>)> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        let nodes = tree(bus, Detail::Name);
        if let Some(node) = nodes.iter().find(|node| node.name == name).cloned() {
            return Some((node, nodes));
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    None
}

/// Waits until something has that name for a screen reader.
#[track_caller]
pub(crate) fn hears(desktop: &TestDesktop, name: &str) {
    let bus = connect(desktop);
    assert!(find(&bus, name).is_some(), "nothing is called {name:?}");
}

/// Waits until the name of something begins so.
#[track_caller]
pub(crate) fn hears_start(desktop: &TestDesktop, start: &str) {
    let bus = connect(desktop);
    let begin = Instant::now();
    while !tree(&bus, Detail::Name).iter().any(|node| node.name.starts_with(start)) {
        assert!(begin.elapsed() < Duration::from_secs(20), "no name begins with {start:?}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Rests the pointer on the button of that name until the text that says what it is for is shown beside it, and
/// compares that with what a screen reader is told.
#[track_caller]
pub(crate) fn reads_tooltip(desktop: &TestDesktop, name: &str) {
    let bus = connect(desktop);
    let (button, _) = find(&bus, name).unwrap_or_else(|| panic!("nothing is called {name:?}"));
    let nodes = tree(&bus, Detail::NameAndRole);
    assert_eq!(property(&bus, (&button.bus, &button.path), "Description").as_deref(), Some(name));
    let is_shown = |node: &Node| {
        node.name == name
            && node.role == "label"
            && place(&bus, node).is_some_and(|(_, _, w, h)| w > 1 && h > 1)
    };
    assert!(!nodes.iter().any(is_shown), "{name:?} is shown before anybody points at it");
    let (x, y) = middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y]);
    let start = Instant::now();
    while !tree(&bus, Detail::NameAndRole).iter().any(is_shown) {
        assert!(start.elapsed() < Duration::from_secs(20), "{name:?} is not shown under the pointer");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Waits until nothing is called so that can be seen.
#[track_caller]
pub(crate) fn hears_nothing_of(desktop: &TestDesktop, start: &str) {
    let bus = connect(desktop);
    let is_shown = |node: &Node| place(&bus, node).is_some_and(|(_, _, w, h)| w > 1 && h > 1);
    let begin = Instant::now();
    while tree(&bus, Detail::Name).iter().any(|node| node.name.starts_with(start) && is_shown(node)) {
        assert!(begin.elapsed() < Duration::from_secs(20), "something is still called {start:?}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Waits until something has such a name, and returns it.
#[track_caller]
pub(crate) fn hears_one(desktop: &TestDesktop, is_wanted: impl Fn(&str) -> bool) -> String {
    let bus = connect(desktop);
    let begin = Instant::now();
    loop {
        if let Some(node) = tree(&bus, Detail::Name).into_iter().find(|node| is_wanted(&node.name)) {
            return node.name;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "nothing has such a name");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Waits until the name of something has this part.
#[track_caller]
pub(crate) fn hears_part(desktop: &TestDesktop, part: &str) {
    let bus = connect(desktop);
    let begin = Instant::now();
    while !tree(&bus, Detail::Name).iter().any(|node| node.name.contains(part)) {
        assert!(begin.elapsed() < Duration::from_secs(20), "no name has {part:?}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Waits until something has a name that begins so.
#[track_caller]
pub(crate) fn hears_text(desktop: &TestDesktop, start: &str) {
    let bus = connect(desktop);
    let begin = Instant::now();
    while !tree(&bus, Detail::Name).iter().any(|node| node.name.starts_with(start)) {
        assert!(begin.elapsed() < Duration::from_secs(20), "nothing is called {start:?}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Waits until something has that name.
#[track_caller]
pub(crate) fn wait_for(desktop: &TestDesktop, name: &str) {
    let bus = connect(desktop);
    if find(&bus, name).is_none() {
        desktop.screenshot("failed");
        let names: Vec<String> = tree(&bus, Detail::Name).into_iter().map(|node| node.name).collect();
        panic!("nothing is called {name:?}: {names:?}");
    }
}

/// The middle of the object with that name on the screen, for windows that lie in its upper left corner.
pub(crate) fn middle(desktop: &TestDesktop, name: &str) -> (String, String) {
    let bus = connect(desktop);
    let mut seen = None;
    // A window that has just come is laid out a moment later: the place counts when it has stayed the same. Of things
    // with the same name, such as the answers of a dialog for wide and narrow windows, one is shown.
    for _ in 0..400 {
        let (_, nodes) = find(&bus, name).unwrap_or_else(|| panic!("nothing is called {name:?}"));
        let named: Vec<&Node> = nodes.iter().filter(|node| node.name == name).collect();
        for _ in 0..2 {
            let shown =
                named.iter().filter_map(|node| place(&bus, node)).find(|&(_, _, w, h)| w > 1 && h > 1);
            if let Some((x, y, w, h)) = shown.filter(|_| seen == shown) {
                return ((x + w / 2).to_string(), (y + h / 2).to_string());
            }
            seen = shown;
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    panic!("{name:?} has no place in its window");
}

/// The rectangle of a node in its window: left, top, width, height.
fn place(bus: &DBusConnection, node: &Node) -> Option<(i32, i32, i32, i32)> {
    // 1: relative to the window.
    let arguments = (1u32,).to_variant();
    let interface = "org.a11y.atspi.Component";
    let reply = call(bus, &node.bus, &node.path, interface, "GetExtents", Some(&arguments)).ok()?;
    reply.child_value(0).get()
}

#[test]
fn s46_every_part_of_the_board_has_a_name() {
    let Some(desktop) = TestDesktop::start("reader", &["--test-dice", "13 66", "--no-animations"]) else {
        return;
    };
    begin(&desktop);
    let bus = connect(&desktop);
    find(&bus, "Board, dark to move, dice 3 1").expect("the board says whose turn it is");
    let nodes = tree(&bus, Detail::NameAndRole);
    let names: Vec<&str> = nodes.iter().map(|node| node.name.as_str()).collect();
    for expected in [
        "point 13, 5 dark checkers",
        "point 12, 5 light checkers",
        "point 7, empty",
        "your bar, empty",
        "opponent's bar, empty",
        "your tray, 0 off",
        "opponent's tray, 0 off",
        "die 3",
        "die 1",
        "doubling cube, in the middle",
        "Undo",
        "Main menu",
        "Confirm",
        "Resign",
        "Position ID and match ID",
        "Dark starts with 3 and 1",
    ] {
        assert!(names.contains(&expected), "nothing is called {expected:?}: {names:#?}");
    }
    for n in 1..=24 {
        let start = format!("point {n}, ");
        assert!(names.iter().any(|name| name.starts_with(&start)), "point {n} has no name");
    }
    let buttons: Vec<&Node> = nodes.iter().filter(|node| node.role.contains("button")).collect();
    assert!(buttons.len() > 10, "{names:#?}");
    for button in buttons {
        assert!(!button.name.contains('_'), "{button:?} shows a mnemonic");
        assert!(!button.name.starts_with("Gtk"), "{button:?} has only the name of its type");
    }
    // Pressing what a screen reader finds plays the checker.
    let (point, _) = find(&bus, "point 8, 3 dark checkers").expect("the 8-point");
    let arguments = (0i32,).to_variant();
    call(&bus, &point.bus, &point.path, "org.a11y.atspi.Action", "DoAction", Some(&arguments))
        .expect("a click");
    turn(&desktop, "8/5");
    assert!(find(&bus, "point 8, 2 dark checkers").is_some(), "names follow the position");
    assert!(find(&bus, "die 3, used").is_some());
    desktop.click(desktop.checker(6), 1);
    turn(&desktop, "8/5 6/5");
    // What happens is told in its order, at one place.
    desktop.keys(&["space"]);
    assert!(find(&bus, "Dark played 8/5 6/5").is_some(), "plays are announced");
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    desktop.keys(&["space"]);
    assert!(find(&bus, "Light rolled 6 and 6").is_some(), "rolls are announced");
    assert!(find(&bus, "Board, light to move, dice 6 6").is_some());
    desktop.keys(&["w"]);
    assert!(find(&bus, "die 6").is_some());
}

/// The name of what has the keyboard, as a screen reader says it.
pub(crate) fn focused(desktop: &TestDesktop) -> String {
    let bus = connect(desktop);
    let nodes = tree(&bus, Detail::Name);
    let questions: Vec<Question> = nodes
        .iter()
        .map(|node| (node.bus.as_str(), node.path.as_str(), ACCESSIBLE, "GetState", None))
        .collect();
    let answers = ask(&bus, &questions);
    drop(questions);
    // Bit of AT-SPI: focused.
    let is_focused = |answer: &Option<Variant>| {
        let states = answer.as_ref().and_then(|answer| answer.get::<(Vec<u32>,)>());
        states.is_some_and(|(states,)| states.first().is_some_and(|low| low & (1 << 12) != 0))
    };
    let mut found = nodes.into_iter().zip(&answers).filter(|(_, answer)| is_focused(answer));
    found.next().map(|(node, _)| node.name).unwrap_or_default()
}

/// Waits until what has the keyboard is called so.
#[track_caller]
pub(crate) fn wait_for_focus(desktop: &TestDesktop, expected: impl Fn(&str) -> bool) -> String {
    let start = Instant::now();
    loop {
        let name = focused(desktop);
        if expected(&name) {
            return name;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "the keyboard is at {name:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Roles of what can be operated.
const CONTROLS: [&str; 9] = [
    "push button",
    "toggle button",
    "check box",
    "combo box",
    "spin button",
    "text",
    "slider",
    "switch",
    "button",
];

/// Every control has a name for people.
pub(crate) fn check_names(desktop: &TestDesktop, place: &str) {
    let bus = connect(desktop);
    // What has just been opened takes a moment to be told.
    let start = Instant::now();
    loop {
        let nodes = tree(&bus, Detail::NameAndRole);
        let bad: Vec<&Node> = nodes
            .iter()
            .filter(|node| CONTROLS.contains(&node.role.as_str()) && node.bus != "org.a11y.atspi.Registry")
            // Symbols within entries are pictures to look at.
            .filter(|node| is_nameless(&node.name) && node.name != "GtkImage")
            .collect();
        let n = nodes.iter().filter(|node| CONTROLS.contains(&node.role.as_str())).count();
        if bad.is_empty() && n > 10 {
            println!("{place}: {n} controls");
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{place}: without a name: {bad:#?}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Whether a name is missing, or only that of a type or a mnemonic.
fn is_nameless(name: &str) -> bool {
    name.trim().is_empty() || name.starts_with("Gtk") || name.starts_with("Adw") || name.contains('_')
}

/// What a node stands in.
fn parent(bus: &DBusConnection, node: &Node) -> Option<Node> {
    let arguments = (ACCESSIBLE, "Parent").to_variant();
    let properties = "org.freedesktop.DBus.Properties";
    let reply = call(bus, &node.bus, &node.path, properties, "Get", Some(&arguments)).ok()?;
    let above = reply.child_value(0).as_variant()?;
    let address = (above.child_value(0).get()?, above.child_value(1).str()?.to_owned());
    let (above, _) = nodes_at(bus, vec![address], Detail::NameAndRole).pop()?;
    Some(above).filter(|above| !above.role.is_empty() && above.role != "invalid")
}

/// A text on the screen: what it says, and its rectangle.
pub(crate) type Text = (String, [i32; 4]);

/// The texts that a window shows and that are not switched off, for windows in the screen's upper left corner.
pub(crate) fn texts(desktop: &TestDesktop, title: &str) -> Vec<Text> {
    let bus = connect(desktop);
    // The window is what the title in its header bar stands in.
    let (mut window, _) = find(&bus, title).unwrap_or_else(|| panic!("nothing is called {title:?}"));
    while let Some(above) = parent(&bus, &window).filter(|above| above.role != "application") {
        window = above;
    }
    let all = place(&bus, &window).map_or([0, 0, 1600, 1000], |(_, _, w, h)| [0, 0, w, h]);
    let mut found = Vec::new();
    let mut open = vec![((window.bus, window.path), all)];
    while !open.is_empty() {
        let (addresses, clips): (Vec<Address>, Vec<[i32; 4]>) = std::mem::take(&mut open).into_iter().unzip();
        let seen = on_screen(&bus, &addresses);
        for (((node, below), clip), own) in
            nodes_at(&bus, addresses, Detail::NameAndRole).into_iter().zip(clips).zip(seen)
        {
            let Some(own) = own else { continue };
            let seen = [own[0].max(clip[0]), own[1].max(clip[1]), own[2].min(clip[2]), own[3].min(clip[3])];
            // What is scrolled away in part cannot be judged.
            // A label without a text is called by the name of its class.
            let has_text = !node.name.trim().is_empty() && node.name != "GtkLabel";
            if node.role == "label" && seen == own && own[2] - own[0] > 4 && has_text {
                found.push((node.name, own));
            }
            open.extend(below.into_iter().map(|address| (address, seen)));
        }
    }
    found
}

/// The rectangles, in their window, of the objects that are shown.
fn on_screen(bus: &DBusConnection, addresses: &[Address]) -> Vec<Option<[i32; 4]>> {
    let questions: Vec<Question> = addresses
        .iter()
        .flat_map(|(owner, path)| {
            // 1: relative to the window.
            let extents = Some((1u32,).to_variant());
            [
                (owner.as_str(), path.as_str(), ACCESSIBLE, "GetState", None),
                (owner, path, "org.a11y.atspi.Component", "GetExtents", extents),
            ]
        })
        .collect();
    let answers = ask(bus, &questions);
    let of_one = |answers: &[Option<Variant>]| {
        // Bit of AT-SPI: showing.
        let low = answers[0].as_ref()?.get::<(Vec<u32>,)>()?.0[0];
        let (x, y, w, h) = answers[1].as_ref()?.child_value(0).get::<(i32, i32, i32, i32)>()?;
        (low & (1 << 24) != 0).then_some([x, y, x + w, y + h])
    };
    answers.chunks_exact(2).map(of_one).collect()
}
