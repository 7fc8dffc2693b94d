// SPDX-License-Identifier: GPL-3.0-or-later
//! The accessible tree of the program over D-Bus, as a screen reader asks for it.
//!
//! What stands in an object is asked for one by one, which makes it known; what all of them say is told in one answer.

use super::harness::TestDesktop;
use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusConnectionFlags};
use gtk::glib::{self, Variant};
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const COMPONENT: &str = "org.a11y.atspi.Component";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
/// The object of the registry, and of each program, that all others are below.
const ROOT: &str = "/org/a11y/atspi/accessible/root";

/// Bus name and path of an object.
type Address = (String, String);

/// A call to an object: bus name, path, interface, method, arguments.
type Question<'a> = (&'a str, &'a str, &'a str, &'a str, Option<Variant>);

/// Left, top, width and height, in the window.
pub(crate) type Extents = (i32, i32, i32, i32);

/// What kind of thing an object is: a number of AT-SPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Role(u32);

impl Role {
    pub(crate) const APPLICATION: Role = Role(75);
    pub(crate) const LABEL: Role = Role(29);

    /// Whether it is pressed: push, radio, spin and toggle buttons.
    pub(crate) fn is_button(self) -> bool {
        [43, 44, 52, 62].contains(&self.0)
    }

    /// Whether it is operated in any way: buttons, check boxes, combo boxes, sliders, texts and entries.
    pub(crate) fn is_control(self) -> bool {
        self.is_button() || [7, 11, 51, 61, 79].contains(&self.0)
    }
}

/// What an object says of itself.
#[derive(Clone, Debug, Default)]
struct Told {
    name: String,
    role: Role,
    /// The first 32 states of AT-SPI, a bit each.
    states: u32,
}

/// An object of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    address: Address,
    told: Told,
    /// Which object of the tree it stands in.
    pub(crate) parent: Option<usize>,
}

impl Node {
    pub(crate) fn name(&self) -> &str {
        &self.told.name
    }

    pub(crate) fn role(&self) -> Role {
        self.told.role
    }

    /// Whether the keyboard is there.
    pub(crate) fn is_focused(&self) -> bool {
        self.told.states & (1 << 12) != 0
    }

    /// Whether it is on the screen, as far as nothing covers it.
    pub(crate) fn is_showing(&self) -> bool {
        self.told.states & (1 << 24) != 0
    }
}

/// The accessibility bus of a desktop.
pub(crate) struct Accessibility {
    bus: DBusConnection,
}

impl Accessibility {
    pub(crate) fn of(desktop: &TestDesktop) -> Accessibility {
        let flags = DBusConnectionFlags::AUTHENTICATION_CLIENT | DBusConnectionFlags::MESSAGE_BUS_CONNECTION;
        let open = |address: &str| {
            let bus = DBusConnection::for_address_sync(address, flags, None, gio::Cancellable::NONE);
            Accessibility { bus: bus.expect("a bus connection") }
        };
        let question = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None);
        let reply = open(desktop.bus()).ask_one(question).expect("the accessibility bus");
        open(&reply.get::<(String,)>().expect("an address").0)
    }

    /// Everything that programs show and could show. Each object comes before what stands in it, and of these the last
    /// first: what lies above comes before what it covers.
    pub(crate) fn tree(&self) -> Vec<Node> {
        let registry = ("org.a11y.atspi.Registry".to_owned(), ROOT.to_owned());
        let programs = self.children(&[registry]).pop().unwrap_or_default();
        // The addresses level by level, each with the numbers of its children.
        let mut shape: Vec<(Address, Range<usize>)> = Vec::new();
        let mut open = programs.clone();
        while !open.is_empty() {
            let mut n_all = shape.len() + open.len();
            let children = self.children(&open);
            for (address, below) in open.into_iter().zip(&children) {
                shape.push((address, n_all..n_all + below.len()));
                n_all += below.len();
            }
            open = children.into_iter().flatten().collect();
        }
        let told = self.told(&programs, shape.iter().map(|(address, _)| address));
        let mut found: Vec<Node> = Vec::new();
        let mut next: Vec<(usize, Option<usize>)> = (0..programs.len()).map(|n| (n, None)).collect();
        while let Some((n, parent)) = next.pop() {
            let (address, below) = &shape[n];
            next.extend(below.clone().map(|child| (child, Some(found.len()))));
            let told = told.get(address).cloned().unwrap_or_default();
            found.push(Node { address: address.clone(), told, parent });
        }
        found
    }

    /// What all objects say that anybody ever asked for: each program tells it in one answer.
    fn known(&self, programs: &[Address]) -> HashMap<Address, Told> {
        let cache = |(bus, _): &Address| {
            self.ask_one((bus, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", None))
        };
        // Address, program, parent, place there, number of children, interfaces, name, role, description, states. Places and
        // numbers can be those of earlier.
        let object = |item: Variant| {
            let told = Told {
                name: item.child_value(6).get().unwrap_or_default(),
                role: Role(item.child_value(7).get().unwrap_or_default()),
                states: low_states(&item.child_value(9)),
            };
            (address_of(&item.child_value(0)), told)
        };
        programs.iter().filter_map(cache).flat_map(|told| parts(&told.child_value(0))).map(object).collect()
    }

    /// The children of each of these objects.
    fn children(&self, of: &[Address]) -> Vec<Vec<Address>> {
        let questions: Vec<Question> = of
            .iter()
            .map(|(bus, path)| (bus.as_str(), path.as_str(), ACCESSIBLE, "GetChildren", None))
            .collect();
        let listed = |answer: &Variant| parts(&answer.child_value(0)).iter().map(address_of).collect();
        self.ask(&questions).iter().map(|answer| answer.as_ref().map(listed).unwrap_or_default()).collect()
    }

    /// What these objects of programs say of themselves; those that their program does not tell are asked.
    fn told<'a>(
        &self,
        programs: &[Address],
        addresses: impl Iterator<Item = &'a Address>,
    ) -> HashMap<Address, Told> {
        let mut told = self.known(programs);
        let unknown: Vec<&Address> = addresses.filter(|address| !told.contains_key(*address)).collect();
        let questions: Vec<Question> = unknown
            .iter()
            .flat_map(|(bus, path)| {
                let name = Some((ACCESSIBLE, "Name").to_variant());
                [(PROPERTIES, "Get", name), (ACCESSIBLE, "GetRole", None), (ACCESSIBLE, "GetState", None)]
                    .map(|(interface, method, argument)| {
                        (bus.as_str(), path.as_str(), interface, method, argument)
                    })
            })
            .collect();
        for (address, answers) in unknown.iter().zip(self.ask(&questions).as_chunks::<3>().0) {
            let [name, role, states] = answers.each_ref().map(|answer| Some(answer.as_ref()?.child_value(0)));
            let one = Told {
                name: name.and_then(|name| name.as_variant()?.get()).unwrap_or_default(),
                role: Role(role.and_then(|role| role.get()).unwrap_or_default()),
                states: states.map(|states| low_states(&states)).unwrap_or_default(),
            };
            told.insert((*address).clone(), one);
        }
        told
    }

    /// Where objects are in their windows; `None` for those that have no place.
    pub(crate) fn places(&self, nodes: &[&Node]) -> Vec<Option<Extents>> {
        // 1: relative to the window.
        let relative = Some((1u32,).to_variant());
        let addresses = nodes.iter().map(|node| &node.address);
        let questions: Vec<Question> = addresses
            .map(|of| (of.0.as_str(), of.1.as_str(), COMPONENT, "GetExtents", relative.clone()))
            .collect();
        self.ask(&questions).into_iter().map(|answer| answer?.child_value(0).get()).collect()
    }

    /// What else is said of an object.
    pub(crate) fn description(&self, node: &Node) -> Option<String> {
        let arguments = Some((ACCESSIBLE, "Description").to_variant());
        let reply = self.ask_one((&node.address.0, &node.address.1, PROPERTIES, "Get", arguments))?;
        reply.child_value(0).as_variant()?.get()
    }

    /// Presses an object.
    pub(crate) fn press(&self, node: &Node) {
        let arguments = Some((0i32,).to_variant());
        let question = (
            node.address.0.as_str(),
            node.address.1.as_str(),
            "org.a11y.atspi.Action",
            "DoAction",
            arguments,
        );
        self.ask_one(question).expect("a press");
    }

    fn ask_one(&self, question: Question) -> Option<Variant> {
        self.ask(&[question]).pop().flatten()
    }

    /// Asks all questions before it waits for the first answer: a call that waits for its answer wakes five threads of four
    /// processes, and trees have hundreds of objects. What cannot be answered is `None`.
    fn ask(&self, questions: &[Question]) -> Vec<Option<Variant>> {
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
                let flags = DBusCallFlags::NONE;
                self.bus.call(Some(to), path, interface, method, arguments, None, flags, 5000, none, take);
            }
            while n_open.get() > 0 {
                context.iteration(true);
            }
        };
        context.with_thread_default(wait).expect("the context is of this thread alone");
        answers.take()
    }
}

/// The parts of an array.
fn parts(array: &Variant) -> Vec<Variant> {
    (0..array.n_children()).map(|n| array.child_value(n)).collect()
}

fn address_of(told: &Variant) -> Address {
    let path = told.child_value(1).str().unwrap_or_default().to_owned();
    (told.child_value(0).get().unwrap_or_default(), path)
}

fn low_states(told: &Variant) -> u32 {
    told.get::<Vec<u32>>().and_then(|words| words.first().copied()).unwrap_or_default()
}
