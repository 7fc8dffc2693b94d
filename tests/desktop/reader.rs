// SPDX-License-Identifier: GPL-3.0-or-later
//! The program as a screen reader finds it: the accessible tree over D-Bus.

use super::accessible::{Accessibility, Extents, Node, Role};
use super::harness::TestDesktop;
use super::{begin, turn};
use std::time::{Duration, Instant};

/// How long a name may take to be told.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often names are looked at.
const GLANCE: Duration = Duration::from_millis(30);
/// How long a place stays the same when its window is laid out.
const REST: Duration = Duration::from_millis(50);

/// Looks at the tree until what is wanted is in it.
#[track_caller]
fn wait<T>(desktop: &TestDesktop, what: &str, wanted: impl Fn(&Accessibility, &[Node]) -> Option<T>) -> T {
    let bus = Accessibility::of(desktop);
    let start = Instant::now();
    loop {
        let nodes = bus.tree();
        if let Some(found) = wanted(&bus, &nodes) {
            return found;
        }
        if start.elapsed() > PATIENCE {
            desktop.screenshot("failed");
            let told = nodes.iter().filter(|node| !node.name().is_empty() || node.role().is_control());
            let told: Vec<_> = told.map(|node| (node.name(), node.role())).collect();
            panic!("a screen reader waited in vain for {what}: {told:?}");
        }
        std::thread::sleep(GLANCE);
    }
}

/// Waits until something has such a name, and returns it.
#[track_caller]
pub(crate) fn hears_one(desktop: &TestDesktop, is_wanted: impl Fn(&str) -> bool) -> String {
    wait_for_name(desktop, "a name", is_wanted)
}

#[track_caller]
fn wait_for_name(desktop: &TestDesktop, what: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    wait(desktop, what, |_, nodes| {
        nodes.iter().map(Node::name).find(|name| is_wanted(name)).map(ToOwned::to_owned)
    })
}

/// Waits until something has that name.
#[track_caller]
pub(crate) fn hears(desktop: &TestDesktop, name: &str) {
    wait_for_name(desktop, name, |told| told == name);
}

/// Waits until the name of something begins so.
#[track_caller]
pub(crate) fn hears_start(desktop: &TestDesktop, start: &str) {
    wait_for_name(desktop, start, |told| told.starts_with(start));
}

/// Waits until the name of something has this part.
#[track_caller]
pub(crate) fn hears_part(desktop: &TestDesktop, part: &str) {
    wait_for_name(desktop, part, |told| told.contains(part));
}

/// Waits until nothing is called so that can be seen.
#[track_caller]
pub(crate) fn hears_nothing_of(desktop: &TestDesktop, start: &str) {
    wait(desktop, &format!("nothing called {start:?}"), |bus, nodes| {
        let called = nodes.iter().filter(|node| node.name().starts_with(start));
        bus.places(&called.collect::<Vec<_>>()).into_iter().all(|place| seen(place).is_none()).then_some(())
    });
}

/// A place that can be seen.
fn seen(place: Option<Extents>) -> Option<Extents> {
    place.filter(|&(_, _, w, h)| w > 1 && h > 1)
}

/// Rests the pointer on the button of that name until the text that says what it is for is shown beside it, and
/// compares that with what a screen reader is told.
#[track_caller]
pub(crate) fn reads_tooltip(desktop: &TestDesktop, name: &str) {
    let is_shown = |bus: &Accessibility, nodes: &[Node]| {
        let labels = nodes.iter().filter(|node| node.name() == name && node.role() == Role::LABEL);
        bus.places(&labels.collect::<Vec<_>>()).into_iter().any(|place| seen(place).is_some())
    };
    wait(desktop, name, |bus, nodes| {
        let button = nodes.iter().find(|node| node.name() == name)?;
        assert_eq!(bus.description(button).as_deref(), Some(name));
        assert!(!is_shown(bus, nodes), "{name:?} is shown before anybody points at it");
        Some(())
    });
    let (x, y) = middle(desktop, name);
    desktop.xdotool(&["mousemove", &x, &y]);
    wait(desktop, &format!("{name:?} under the pointer"), |bus, nodes| is_shown(bus, nodes).then_some(()));
}

/// The middle of the object with that name on the screen, for windows that lie in its upper left corner.
#[track_caller]
pub(crate) fn middle(desktop: &TestDesktop, name: &str) -> (String, String) {
    // A window that has just come is laid out a moment later: the place counts when it has stayed the same. Of things
    // with the same name, such as the answers of a dialog for wide and narrow windows, one is shown.
    let (x, y, w, h) = wait(desktop, name, |bus, nodes| {
        let named: Vec<&Node> = nodes.iter().filter(|node| node.name() == name).collect();
        let shown = || bus.places(&named).into_iter().find_map(seen);
        let first = shown()?;
        std::thread::sleep(REST);
        shown().filter(|&next| next == first)
    });
    ((x + w / 2).to_string(), (y + h / 2).to_string())
}

/// The name of what has the keyboard, as a screen reader says it.
#[track_caller]
pub(crate) fn focused(desktop: &TestDesktop) -> String {
    wait_for_focus(desktop, |_| true)
}

/// Waits until what has the keyboard is called so, and returns its name.
#[track_caller]
pub(crate) fn wait_for_focus(desktop: &TestDesktop, expected: impl Fn(&str) -> bool) -> String {
    wait(desktop, "the keyboard at its place", |_, nodes| {
        let focused = nodes.iter().find(|node| node.is_focused()).map_or("", Node::name);
        expected(focused).then(|| focused.to_owned())
    })
}

/// Every control has a name for people.
#[track_caller]
pub(crate) fn check_names(desktop: &TestDesktop, place: &str) {
    // What has just been opened takes a moment to be told.
    let n = wait(desktop, &format!("names of all controls: {place}"), |_, nodes| {
        let controls: Vec<&str> =
            nodes.iter().filter(|node| node.role().is_control()).map(Node::name).collect();
        // Symbols within entries are pictures to look at.
        let all_named = controls.iter().all(|name| !is_nameless(name) || *name == "GtkImage");
        (all_named && controls.len() > 10).then_some(controls.len())
    });
    println!("{place}: {n} controls");
}

/// Whether a name is missing, or only that of a type or a mnemonic.
fn is_nameless(name: &str) -> bool {
    name.trim().is_empty() || name.starts_with("Gtk") || name.starts_with("Adw") || name.contains('_')
}

/// A text on the screen: what it says, and its rectangle.
pub(crate) type Text = (String, [i32; 4]);

/// The texts that a window shows and that are not switched off, for windows in the screen's upper left corner.
#[track_caller]
pub(crate) fn texts(desktop: &TestDesktop, title: &str) -> Vec<Text> {
    let (nodes, places, first) = wait(desktop, title, |bus, nodes| {
        // The window is what the title in its header bar stands in.
        let mut window = nodes.iter().position(|node| node.name() == title)?;
        while let Some(above) = nodes[window].parent.filter(|&above| nodes[above].role() != Role::APPLICATION)
        {
            window = above;
        }
        let end = (window + 1..nodes.len()).find(|&n| nodes[n].parent < Some(window)).unwrap_or(nodes.len());
        let nodes = nodes[window..end].to_vec();
        let places = bus.places(&nodes.iter().collect::<Vec<_>>());
        Some((nodes, places, window))
    });
    let mut found = Vec::new();
    // What can be seen of each object: its left, top, right and bottom within all that it stands in.
    let mut clips: Vec<Option<[i32; 4]>> = Vec::new();
    for (node, place) in nodes.iter().zip(places) {
        let own = place.map(|(x, y, w, h)| [x, y, x + w, y + h]);
        let around = match node.parent.and_then(|above| above.checked_sub(first)) {
            None => own,
            Some(above) => clips[above],
        };
        let cut = |clip: [i32; 4]| match own {
            Some(own) => [own[0].max(clip[0]), own[1].max(clip[1]), own[2].min(clip[2]), own[3].min(clip[3])],
            // A page of a stack has no place of its own.
            None => clip,
        };
        let seen = around.filter(|_| node.is_showing()).map(cut);
        // What is scrolled away in part cannot be judged.
        // A label without a text is called by the name of its class.
        let has_text = !node.name().trim().is_empty() && node.name() != "GtkLabel";
        if let Some(own) = own.filter(|own| seen == Some(*own) && own[2] - own[0] > 4)
            && has_text
            && node.role() == Role::LABEL
        {
            found.push((node.name().to_owned(), own));
        }
        clips.push(seen);
    }
    found
}

#[test]
fn s46_every_part_of_the_board_has_a_name() {
    let Some(desktop) = TestDesktop::start("reader", &["--test-dice", "13 66", "--no-animations"]) else {
        return;
    };
    begin(&desktop);
    hears(&desktop, "Board, dark to move, dice 3 1");
    let bus = Accessibility::of(&desktop);
    let nodes = bus.tree();
    let names: Vec<&str> = nodes.iter().map(Node::name).collect();
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
    let buttons: Vec<&Node> = nodes.iter().filter(|node| node.role().is_button()).collect();
    assert!(buttons.len() > 10, "{names:#?}");
    for button in buttons {
        assert!(!button.name().contains('_'), "{button:?} shows a mnemonic");
        assert!(!button.name().starts_with("Gtk"), "{button:?} has only the name of its type");
    }
    // Pressing what a screen reader finds plays the checker.
    let point = nodes.iter().find(|node| node.name() == "point 8, 3 dark checkers").expect("the 8-point");
    bus.press(point);
    turn(&desktop, "8/5");
    hears(&desktop, "point 8, 2 dark checkers");
    hears(&desktop, "die 3, used");
    desktop.click(desktop.checker(6), 1);
    turn(&desktop, "8/5 6/5");
    // What happens is told in its order, at one place.
    desktop.keys(&["space"]);
    hears(&desktop, "Dark played 8/5 6/5");
    desktop.wait("the other turn", |s| s["match"]["phase"] == "roll" && s["match"]["on_roll"] == 0);
    desktop.keys(&["space"]);
    hears(&desktop, "Light rolled 6 and 6");
    hears(&desktop, "Board, light to move, dice 6 6");
    desktop.keys(&["w"]);
    hears(&desktop, "die 6");
}
