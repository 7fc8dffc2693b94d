// SPDX-License-Identifier: GPL-3.0-or-later
//! The head of a variation in the game record: a button that unfolds it and one that goes there, with a menu.

use super::cells::{BranchHead, RecordRow};
use super::controls::add_menu_of;
use crate::a11y;
use crate::i18n::{gettext, isolated};
use crate::widgets::keys;
use adw::prelude::*;
use gtk::{gdk, gio, glib, pango};

/// How far a level is indented, in pixels.
const INDENT: i32 = 14;
/// Deeper levels are indented no further, so that plays can be read.
const DEEPEST: usize = 4;

/// The name of the button that goes to a variation.
pub(super) const NAME: &str = "record_branch";

/// The actions of the record panel: to open or fold the variation of a line.
pub(super) const GROUP: &str = "record";

/// Shows the head of a variation after `pair`, the cells of a row, and hides these; or the other way round.
pub(super) fn fill(pair: &gtk::Widget, row: &RecordRow, digits: u8) {
    let indent = row.level.min(DEEPEST) as i32 * INDENT;
    pair.set_visible(row.branch.is_none());
    pair.set_margin_start(indent);
    let made = pair.next_sibling().and_downcast::<gtk::Box>();
    let Some(head) = &row.branch else {
        if let Some(made) = made {
            made.set_visible(false);
        }
        return;
    };
    let shown = made.or_else(|| {
        let new = new_head();
        pair.parent().and_downcast::<gtk::Box>()?.append(&new);
        Some(new)
    });
    let Some(shown) = shown else { return };
    shown.set_visible(true);
    shown.set_margin_start(indent - INDENT);
    let (fold, go) = (shown.first_child(), shown.last_child());
    let (Some(fold), Some(go)) = (fold.and_downcast::<gtk::Button>(), go.and_downcast::<gtk::Button>())
    else {
        return;
    };
    fill_buttons(&fold, &go, head, row.level, digits);
}

fn new_head() -> gtk::Box {
    let fold = gtk::Button::builder().css_classes(["record-cell", "record-fold", "flat"]).build();
    fold.set_focus_on_click(false);
    let text = gtk::Label::builder().xalign(0.0).hexpand(true).ellipsize(pango::EllipsizeMode::End).build();
    text.add_css_class("figures");
    let loss = gtk::Label::builder().xalign(1.0).css_classes(["figures", "number", "loss"]).build();
    let line = gtk::Box::builder().spacing(3).build();
    line.append(&text);
    line.append(&loss);
    let go = gtk::Button::builder().name(NAME).child(&line).hexpand(true).focus_on_click(false).build();
    go.set_css_classes(&["record-cell", "record-branch", "flat"]);
    add_menu_of(&go, |button| button.action_target_value().and_then(|line| line.get()).map(menu));
    keys::connect(
        &go,
        gtk::PropagationPhase::Bubble,
        glib::clone!(
            #[weak]
            fold,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |key, _| {
                // A list from right to left is folded by the other key.
                let is_turned = fold.direction() == gtk::TextDirection::Rtl;
                let opens = match key {
                    gdk::Key::Right | gdk::Key::KP_Right => !is_turned,
                    gdk::Key::Left | gdk::Key::KP_Left => is_turned,
                    gdk::Key::plus | gdk::Key::KP_Add => true,
                    gdk::Key::minus | gdk::Key::KP_Subtract => false,
                    _ => return glib::Propagation::Proceed,
                };
                let is_open = fold.action_name().is_some_and(|name| name == "record.fold");
                if opens != is_open {
                    fold.emit_clicked();
                }
                glib::Propagation::Stop
            }
        ),
    );
    let head = gtk::Box::builder().hexpand(true).build();
    head.append(&fold);
    head.append(&go);
    head
}

fn fill_buttons(fold: &gtk::Button, go: &gtk::Button, head: &BranchHead, level: usize, digits: u8) {
    let (icon, action, told) = match head.is_open {
        true => ("pan-down-symbolic", "record.fold", gettext("Fold the variation")),
        false if fold.direction() == gtk::TextDirection::Rtl => {
            ("pan-start-symbolic", "record.open", gettext("Open the variation"))
        }
        false => ("pan-end-symbolic", "record.open", gettext("Open the variation")),
    };
    let line = (head.line as u32).to_variant();
    fold.set_icon_name(icon);
    fold.set_action_target_value(Some(&line));
    fold.set_action_name(Some(action));
    a11y::set_tooltip(fold, Some(&told));
    let spoken = head.spoken(level, digits);
    a11y::set_label(fold, &format!("{told}: {}", head.text));
    let labels = go.child().and_then(|line| line.first_child().zip(line.last_child()));
    if let Some((text, loss)) = labels
        && let (Ok(text), Ok(loss)) = (text.downcast::<gtk::Label>(), loss.downcast::<gtk::Label>())
    {
        text.set_text(&isolated(head.text.clone()));
        loss.set_text(&head.loss_text(digits));
    }
    a11y::set_tooltip(go, Some(&spoken));
    a11y::set_label(go, &spoken);
    go.set_action_target_value(Some(&line));
    go.set_action_name(Some("win.switch-line"));
}

/// The menu of a variation.
fn menu(line: u32) -> gio::Menu {
    let menu = gio::Menu::new();
    for (label, action) in [
        (gettext("Go to this variation"), "win.switch-line"),
        (gettext("Make it the main line"), "win.promote-line"),
        (gettext("Delete the variation"), "win.remove-line"),
    ] {
        let item = gio::MenuItem::new(Some(&label), None);
        item.set_action_and_target_value(Some(action), Some(&line.to_variant()));
        menu.append_item(&item);
    }
    menu
}
