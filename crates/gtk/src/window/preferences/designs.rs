// SPDX-License-Identifier: GPL-3.0-or-later
//! The board designs as small pictures, painted in the background; a click shows one on the board at once.

use super::sheet::Sheet;
use crate::a11y;
use crate::board::design::{self, Design};
use crate::board::{BoardView, DiceThrow, ViewOptions, paint};
use crate::board3d::import;
use crate::i18n::gettext;
use crate::pairs::{value_of, with_value};
use crate::window::three::IMPORTED;
use adw::prelude::*;
use gnubg_engine::core::{Dice, MatchState, Phase, Player, Rules};
use gnubg_session::options::{OptionValue, find};
use gtk::{gdk, gio, glib};

/// Width of a picture in logical pixels.
const WIDTH: i32 = 168;

/// Adds the group of the designs to a page.
pub(super) fn fill(sheet: &Sheet, page: &adw::PreferencesPage) {
    let group = adw::PreferencesGroup::builder().title(gettext("Board design")).build();
    let flow = gtk::FlowBox::builder()
        .selection_mode(gtk::SelectionMode::None)
        .column_spacing(6)
        .row_spacing(6)
        .min_children_per_line(1)
        .max_children_per_line(4)
        .homogeneous(true)
        .build();
    a11y::set_label(&flow, &gettext("Board designs"));
    let first: Option<gtk::ToggleButton> = None;
    let mut first = first;
    for design in design::ALL {
        let button = design_button(&gettext(design.title));
        paint(&button, *design);
        add(sheet, &flow, &button, design.key, &mut first);
    }
    let own = design_button(&gettext("Custom colors"));
    add(sheet, &flow, &own, IMPORTED, &mut first);
    let weak = own.downgrade();
    if let Some(leaf) = find("window.appearance") {
        sheet.follow_leaf(leaf, move |value| {
            if let (Some(button), OptionValue::Text(pairs)) = (weak.upgrade(), value) {
                paint(&button, import::design(pairs, &Design::default()));
            }
        });
    }
    group.add(&flow);
    page.add(&group);
}

fn design_button(title: &str) -> gtk::ToggleButton {
    let content = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build();
    let picture = gtk::Picture::builder()
        .can_shrink(true)
        .width_request(WIDTH)
        .height_request(WIDTH * 82 / 108)
        .build();
    content.append(&picture);
    content
        .append(&gtk::Label::builder().label(title).wrap(true).justify(gtk::Justification::Center).build());
    let button = gtk::ToggleButton::builder().child(&content).css_classes(["flat", "design"]).build();
    a11y::set_label(&button, title);
    button
}

/// Paints a design's picture on a button, in the background.
fn paint(button: &gtk::ToggleButton, design: Design) {
    let weak = button.downgrade();
    let width = (WIDTH * button.scale_factor().max(1)) as u32;
    glib::spawn_future_local(async move {
        let painted = gio::spawn_blocking(move || paint::png(&sample(), &design, width)).await;
        let Ok(Ok(bytes)) = painted else { return };
        let Some(content) = weak.upgrade().and_then(|button| button.child()) else { return };
        let picture = content.first_child().and_downcast::<gtk::Picture>();
        if let (Some(picture), Ok(texture)) =
            (picture, gdk::Texture::from_bytes(&glib::Bytes::from_owned(bytes)))
        {
            picture.set_paintable(Some(&texture));
        }
    });
}

/// A position that shows checkers, dice and cube.
fn sample() -> BoardView {
    let state = MatchState::new(0, Rules::default()).expect("invariant: money play has no limits");
    let dice = Dice::new(4, 2).expect("invariant: 4 and 2 are dice");
    let state = MatchState {
        phase: Phase::Due(gnubg_engine::core::Decision::Play(dice)),
        on_roll: Player::One,
        ..state
    };
    BoardView::new(&state, None, DiceThrow::default(), &ViewOptions::default())
}

fn add(
    sheet: &Sheet,
    flow: &gtk::FlowBox,
    button: &gtk::ToggleButton,
    key: &'static str,
    first: &mut Option<gtk::ToggleButton>,
) {
    button.set_group(first.as_ref());
    if first.is_none() {
        *first = Some(button.clone());
    }
    let child = gtk::FlowBoxChild::builder().child(button).focusable(false).build();
    flow.append(&child);
    let changing = sheet.clone();
    button.connect_toggled(move |button| {
        if button.is_active() && !changing.is_quiet() {
            changing.change(|options| {
                let pairs = &options.window.appearance;
                options.window.appearance = if key == IMPORTED {
                    super::colors::with_all(pairs, &super::colors::present(pairs))
                } else {
                    with_value(pairs, "design", key)
                };
            });
        }
    });
    let weak = button.downgrade();
    sheet.follow(move |options| {
        let chosen = value_of(&options.window.appearance, "design").unwrap_or(design::ALL[0].key);
        if let Some(button) = weak.upgrade() {
            button.set_active(chosen == key);
        }
    });
}
