// SPDX-License-Identifier: GPL-3.0-or-later
//! One player's card in the players row: checker, name, score, pips.

use crate::a11y;
use crate::board::Design;
use crate::board::draw::{Painter, Shape};
use crate::board::layout::{CHECKER, Rect};
use crate::i18n::{gettext, gettext_f};
use gnubg_engine::bearoff::RaceStats;
use gnubg_engine::core::Player;
use gnubg_session::options::PipsShown;
use gtk::prelude::*;
use gtk::{glib, pango};
use std::cell::RefCell;
use std::rc::Rc;

/// Side of the painted checker in logical pixels.
const SWATCH: i32 = 30;

/// One player's card.
#[derive(Clone, Debug)]
pub(super) struct PlayerCard {
    root: gtk::Box,
    swatch: gtk::Button,
    drawing: gtk::DrawingArea,
    painter: Rc<RefCell<Painter>>,
    name: gtk::Label,
    score: gtk::Label,
    pips: gtk::Label,
}

/// A picture of a player's checker.
pub(super) fn checker_picture(painter: &Rc<RefCell<Painter>>, player: Player) -> gtk::DrawingArea {
    let drawing = gtk::DrawingArea::builder().content_width(SWATCH).content_height(SWATCH).build();
    drawing.set_draw_func(glib::clone!(
        #[strong]
        painter,
        move |_, cr, width, height| {
            let side = f64::from(width.min(height));
            let scale = side / (CHECKER + 1.6);
            cr.translate((f64::from(width) - side) / 2.0, (f64::from(height) - side) / 2.0);
            cr.scale(scale, scale);
            cr.translate(0.7, 0.6);
            let square = Rect::new(0.0, 0.0, CHECKER, CHECKER);
            painter.borrow().paint(cr, Shape::Checker(player), square, 1.0 / scale, false);
        }
    ));
    drawing
}

impl PlayerCard {
    /// Fills `root` with a card; the bottom player's is mirrored so that both checkers are at the outside.
    pub(super) fn new(root: &gtk::Box, player: Player) -> PlayerCard {
        root.add_css_class("player");
        root.set_spacing(10);
        root.set_valign(gtk::Align::Center);
        let painter = Rc::new(RefCell::new(Painter::vector(Design::default())));
        let drawing = checker_picture(&painter, player);
        let swatch = gtk::Button::builder()
            .child(&drawing)
            .valign(gtk::Align::Center)
            .action_name("win.set-turn")
            .action_target(&(player.index() as u8).to_variant())
            .css_classes(["flat", "circular"])
            .tooltip_text(gettext("Give this player the turn while setting up a position"))
            .build();
        let bottom = player == Player::One;
        let xalign = if bottom { 1.0 } else { 0.0 };
        let label = |classes: &[&str]| {
            gtk::Label::builder()
                .xalign(xalign)
                .ellipsize(pango::EllipsizeMode::End)
                .css_classes(classes.iter().map(ToString::to_string).collect::<Vec<_>>())
                .build()
        };
        let (name, score, pips) = (label(&["name"]), label(&["figures"]), label(&["figures", "dim-label"]));
        pips.set_widget_name(&format!("player_{}_pips", player.index()));
        let numbers = gtk::Box::builder().spacing(12).build();
        if bottom {
            numbers.set_halign(gtk::Align::End);
        }
        numbers.append(&score);
        numbers.append(&pips);
        let texts = gtk::Box::builder()
            .orientation(gtk::Orientation::Vertical)
            .hexpand(true)
            .valign(gtk::Align::Center)
            .build();
        texts.append(&name);
        texts.append(&numbers);
        if bottom {
            root.append(&texts);
            root.append(&swatch);
        } else {
            root.append(&swatch);
            root.append(&texts);
        }
        PlayerCard { root: root.clone(), swatch, drawing, painter, name, score, pips }
    }

    /// Shows the player's name, score and pips.
    pub(super) fn show(&self, name: &str, score: &str, pips: u16, on_roll: bool) {
        self.name.set_text(name);
        a11y::set_tooltip(&self.name, Some(name));
        self.score.set_text(score);
        self.score.set_visible(!score.is_empty());
        let pips = gettext_f("{n} pips", &[("n", &pips.to_string())]);
        self.pips.set_text(&pips);
        if on_roll {
            self.root.add_css_class("on-roll");
        } else {
            self.root.remove_css_class("on-roll");
        }
        a11y::set_label(&self.swatch, &gettext_f("Turn to {player}", &[("player", name)]));
    }

    /// Adds effective pips, where a database knows them.
    pub(super) fn show_race(&self, wanted: PipsShown, stats: Option<&RaceStats>) {
        self.pips.set_visible(wanted != PipsShown::Nothing);
        let is_wanted = matches!(wanted, PipsShown::Effective | PipsShown::Wastage);
        let Some(stats) = stats.filter(|_| is_wanted) else {
            a11y::set_tooltip(&self.pips, None);
            return;
        };
        let (epc, wastage) = (format!("{:.1}", stats.epc()), format!("{:.1}", stats.wastage()));
        let values = [("n", stats.pips.to_string()), ("epc", epc), ("wastage", wastage)];
        let text = match wanted {
            PipsShown::Wastage => gettext_f("{n} pips, EPC {epc}, wastage {wastage}", &values),
            _ => gettext_f("{n} pips, EPC {epc}", &values),
        };
        self.pips.set_text(&text);
        let told = gettext_f("Effective pip count {epc}: {n} pips and {wastage} wasted", &values);
        a11y::set_tooltip(&self.pips, Some(&told));
    }

    /// Paints the checker in this design.
    pub(super) fn set_design(&self, design: &Design) {
        self.painter.borrow_mut().set_design(*design);
        self.drawing.queue_draw();
    }
}
