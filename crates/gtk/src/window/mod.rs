// SPDX-License-Identifier: GPL-3.0-or-later
//! The main window: header, board, action row, players, status. It shows the last snapshot of the model, turns the
//! board's intents into commands, and holds no rules of its own.

mod clipboard;
mod commands;
mod entry;
mod imp;
mod new_match;
mod offers;
mod pickers;
mod player_card;
mod texts;

use crate::a11y;
use crate::args::Options;
use crate::board::animate::Pace;
use crate::board::input::{Intent, Situation};
use crate::board::layout::{Half, Target};
use crate::board::{BoardWidget, Design};
use crate::dump::{Dump, Facts};
use crate::i18n::gettext;
use crate::model::{Cause, Command, Event, Model, Seat};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Phase, Player, notation};
use gtk::{gdk, gio, glib};
use player_card::PlayerCard;
use std::rc::Rc;

glib::wrapper! {
    /// The main window.
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Buildable, gtk::ConstraintTarget, gtk::Native,
            gtk::Root, gtk::ShortcutManager;
}

impl Window {
    /// A window on a model.
    pub(crate) fn new(app: &adw::Application, model: Rc<dyn Model>, options: &Options) -> Window {
        let window: Window = glib::Object::builder().property("application", app).build();
        let imp = window.imp();
        imp.options.replace(options.clone());
        imp.dump.replace(options.state_dump.clone().map(Dump::new));
        if options.no_animations {
            imp.board.set_pace(Pace::STILL);
        }
        let events = model.events();
        assert!(imp.model.set(model).is_ok(), "invariant: a window gets its model once");
        glib::spawn_future_local(glib::clone!(
            #[weak]
            window,
            async move {
                while let Ok(event) = events.recv().await {
                    window.take(event);
                }
            }
        ));
        window.show_all(&Cause::Other);
        window
    }

    /// Builds what the template leaves to code.
    fn build(&self) {
        let imp = self.imp();
        let cards =
            [PlayerCard::new(&imp.player_0, Player::Zero), PlayerCard::new(&imp.player_1, Player::One)];
        assert!(imp.cards.set(cards).is_ok(), "invariant: built once");
        for _ in 0..offers::N_SLOTS {
            // The keyboard stays with the board when a button is clicked.
            let button = gtk::Button::builder().focus_on_click(false).build();
            let stack = gtk::Stack::new();
            stack.add_named(&gtk::Box::builder().build(), Some("empty"));
            stack.add_named(&button, Some("button"));
            imp.slots.append(&stack);
            imp.buttons.borrow_mut().push((stack, button));
        }
        for length in new_match::LENGTHS.into_iter().take(6) {
            let button = new_match::length_button(length);
            button.set_action_name(Some("win.quick-match"));
            button.set_action_target_value(Some(&length.to_variant()));
            imp.start_lengths.append(&button);
        }
        for design in crate::board::design::ALL {
            let item = gio::MenuItem::new(Some(&gettext(design.title)), None);
            item.set_action_and_target_value(Some("win.design"), Some(&design.key.to_variant()));
            imp.design_section.append_item(&item);
        }
        a11y::name_menu_buttons(&*imp.new_button, &gettext("Match lengths"));
        a11y::name_menu_buttons(&*imp.menu_button, &gettext("Main menu"));
        a11y::name_menu_buttons(&*imp.resign_button, &gettext("Resign"));
        entry::connect(self);
        commands::install(self);
        imp.board.connect_intent(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, intent| window.intend(intent)
        ));
        imp.board.connect_redrawn(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || window.write_dump()
        ));
        imp.id_entry.connect_activate(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |entry| window.set_position(&entry.text())
        ));
        self.connect_focus_widget_notify(Window::write_dump);
        self.follow_style();
        imp.board.grab_focus();
    }

    /// The high-contrast design while the desktop asks for high contrast.
    fn follow_style(&self) {
        let manager = adw::StyleManager::default();
        let update = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |manager: &adw::StyleManager| {
                let chosen = window.imp().design.borrow().clone();
                let key = if manager.is_high_contrast() { "high-contrast" } else { chosen.as_str() };
                window.use_design(Design::by_key(key).unwrap_or(&crate::board::design::ALL[0]));
            }
        );
        update(&manager);
        manager.connect_high_contrast_notify(update);
    }

    fn use_design(&self, design: &Design) {
        self.imp().board.set_design(design);
        for card in self.imp().cards.get().into_iter().flatten() {
            card.set_design(design);
        }
    }

    fn send(&self, command: Command) {
        if let Some(model) = self.imp().model.get() {
            model.send(command);
        }
    }

    /// Takes an event of the model.
    fn take(&self, event: Event) {
        match event {
            Event::Changed { snapshot, cause } => {
                let text = texts::announcement(&snapshot, &cause);
                self.imp().snapshot.replace(snapshot);
                if !text.is_empty() {
                    self.say(&text, false);
                }
                self.show_all(&cause);
                if matches!(cause, Cause::Started | Cause::NextGame) {
                    self.imp().board.grab_focus();
                }
            }
            Event::Refused(reason) => self.toast(&reason),
        }
    }

    /// Shows the snapshot everywhere.
    fn show_all(&self, cause: &Cause) {
        let imp = self.imp();
        imp.is_updating.set(true);
        let snapshot = imp.snapshot.borrow().clone();
        let by_hand = [0, 1].map(|n| snapshot.seats[n] == Seat::Human);
        let situation = Situation {
            state: snapshot.state,
            by_hand,
            manual_dice: snapshot.manual_dice,
            reviewing: false,
            throw: snapshot.throw,
        };
        imp.board.set_situation(situation, cause);
        imp.start_card.set_visible(snapshot.state.is_none() && !imp.edit_button.is_active());
        let title = texts::title(&snapshot);
        imp.title.set_title(&title);
        let subtitle = match (&snapshot.file, snapshot.is_unsaved) {
            (Some(file), true) => format!("• {file}"),
            (Some(file), false) => file.clone(),
            (None, _) => String::new(),
        };
        imp.title.set_subtitle(&subtitle);
        let program = gettext("GNU Backgammon");
        let whole = if snapshot.state.is_some() { format!("{title} — {program}") } else { program };
        self.set_title(Some(&whole));
        self.show_turn();
    }

    /// Shows what depends on the play in the making.
    fn show_turn(&self) {
        let imp = self.imp();
        imp.is_updating.set(true);
        let snapshot = imp.snapshot.borrow().clone();
        let view = imp.board.view();
        let offers = imp.board.with_controller(|controller| offers::offers(&snapshot, controller));
        for (n, (stack, button)) in imp.buttons.borrow().iter().enumerate() {
            // A page that is not shown would still be found by a screen reader.
            button.set_visible(offers[n].is_some());
            match offers[n] {
                Some(offer) => {
                    button.set_label(&offer.label());
                    a11y::set_label(button, &offer.label());
                    button.set_action_name(Some(offer.action()));
                    stack.set_visible_child_name("button");
                }
                None => {
                    button.set_action_name(None);
                    stack.set_visible_child_name("empty");
                }
            }
            if n == 0 && offers[0].is_some() {
                button.add_css_class("suggested-action");
            }
        }
        commands::update(self, &snapshot);
        let [bottom, top] = imp.board.with_controller(|c| c.pips());
        let draft = imp.board.with_controller(|c| c.draft().cloned());
        let on_roll = draft.as_ref().map(|d| d.on_roll).or(view.arrow);
        let cards = imp.cards.get().expect("invariant: built with the window");
        for (player, pips) in [(Player::Zero, top), (Player::One, bottom)] {
            let names = new_match::default_names();
            let name = match snapshot.state {
                Some(_) => &snapshot.names[player.index()],
                None => &names[player.index()],
            };
            let score = snapshot.state.as_ref().map_or(String::new(), |state| texts::score(state, player));
            cards[player.index()].show(name, &score, pips, on_roll == Some(player));
        }
        imp.match_label.set_text(&snapshot.state.as_ref().map_or(String::new(), texts::match_kind));
        let badge = snapshot.state.as_ref().and_then(texts::badge);
        imp.badge.set_visible(badge.is_some());
        imp.badge.set_text(badge.as_deref().unwrap_or(""));
        self.show_play_text();
        imp.id_entry.set_text(&self.full_id().unwrap_or_default());
        imp.is_updating.set(false);
        self.write_dump();
    }

    /// The play in the making as text; red while it cannot be confirmed.
    fn show_play_text(&self) {
        let imp = self.imp();
        let (text, complete) = imp.board.with_controller(|controller| match controller.turn() {
            Some(turn) if controller.draft().is_none() => {
                let dice = turn.dice();
                let play = notation::format(turn.start(), &turn.play());
                (format!("{}{}: {play}", dice.high(), dice.low()), turn.is_complete())
            }
            _ => (String::new(), true),
        });
        imp.play_text.set_text(&text);
        if complete {
            imp.play_text.remove_css_class("incomplete");
        } else {
            imp.play_text.add_css_class("incomplete");
        }
    }

    /// Says something in the action row; screen readers follow its changes.
    fn say(&self, text: &str, is_refusal: bool) {
        let message = &self.imp().message;
        message.set_text(text);
        message.set_tooltip_text(Some(text));
        a11y::set_label(&**message, text);
        if is_refusal {
            message.add_css_class("refusal");
        } else {
            message.remove_css_class("refusal");
        }
    }

    /// Shows a short notice over the content.
    fn toast(&self, text: &str) {
        self.imp().last_toast.replace(text.to_owned());
        self.imp().toasts.add_toast(adw::Toast::new(text));
        self.write_dump();
    }

    /// Turns an intent of the board into a command, a dialog or a message.
    fn intend(&self, intent: Intent) {
        match intent {
            Intent::Act(action) => self.send(Command::Act(action)),
            Intent::Roll => self.roll(),
            Intent::NewMatch => self.open_new_match(),
            Intent::NextGame => self.next_game(),
            Intent::Refused(refusal) => self.say(&texts::refusal(&refusal), true),
            Intent::Menu(at) => self.open_menu(at),
            Intent::ResignMenu => self.imp().resign_button.popup(),
            Intent::Undo => self.send_if(self.imp().snapshot.borrow().can_undo, Command::Undo),
            Intent::Redo => self.send_if(self.imp().snapshot.borrow().can_redo, Command::Redo),
            Intent::FlipDirection => self.activate("clockwise"),
            Intent::EnterDice(dice) => self.send(Command::Throw(dice)),
            Intent::PendingDie(die) => {
                let text = die.map_or(String::new(), |die| format!("{die} …"));
                self.say(&text, false);
            }
            Intent::Suggested => self.suggested(),
            Intent::PickDice(player) => self.pick_dice([player; 2]),
            Intent::PickCube => self.pick_cube(),
            Intent::CancelEdit => self.activate("edit-cancel"),
            Intent::Escape => {
                if self.is_fullscreen() {
                    self.unfullscreen();
                }
            }
            Intent::Stepped { .. }
            | Intent::TakenBack { .. }
            | Intent::FlyBack { .. }
            | Intent::DiceSwapped
            | Intent::Edited
            | Intent::CursorMoved
            | Intent::Redraw => {}
            Intent::EnterPlay(first) => return self.open_entry(first),
            // Without a record or an evaluator there is nothing to show.
            Intent::Hint | Intent::Navigate(_) => self.error_bell(),
        }
        self.show_turn();
    }

    fn send_if(&self, possible: bool, command: Command) {
        if possible {
            self.send(command);
        } else {
            self.error_bell();
        }
    }

    /// Activates one of the window's own actions.
    fn activate(&self, action: &str) {
        gio::prelude::ActionGroupExt::activate_action(self, action, None);
    }

    /// Does what the first button of the action row does.
    fn suggested(&self) {
        let snapshot = self.imp().snapshot.borrow().clone();
        let offers = self.imp().board.with_controller(|controller| offers::offers(&snapshot, controller));
        if let Some(action) = offers[0].and_then(|offer| offer.action().strip_prefix("win.")) {
            self.activate(action);
        }
    }

    fn roll(&self) {
        let snapshot = self.imp().snapshot.borrow().clone();
        if !snapshot.manual_dice {
            self.send(Command::Roll);
            return;
        }
        let Some(state) = snapshot.state else { return };
        let owners = match state.phase {
            Phase::Opening => [Player::Zero, Player::One],
            _ => [state.on_roll; 2],
        };
        self.pick_dice(owners);
    }

    /// Opens the choice of dice: for a roll of the match, or for the position being set up.
    fn pick_dice(&self, owners: [Player; 2]) {
        let board = &*self.imp().board;
        let at = board.target_pixels(Target::RollArea(Half::of(owners[1])));
        let picked = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |dice: [u8; 2]| {
                let board = &window.imp().board;
                if board.with_controller(|c| c.draft().is_some()) {
                    let dice = gnubg_engine::core::Dice::new(dice[0], dice[1]).ok();
                    board.drive(|c| c.edit(|draft| draft.dice = dice));
                } else {
                    window.send(Command::Throw(dice));
                }
            }
        );
        pickers::dice(board, at, owners, picked);
    }

    /// Opens the choice of the cube for the position being set up.
    fn pick_cube(&self) {
        let board = &*self.imp().board;
        let at = board.target_pixels(Target::Cube);
        let length = board.with_controller(|c| c.draft().map_or(0, |draft| draft.length));
        let highest = if length == 0 { 4096 } else { 64 };
        let snapshot = self.imp().snapshot.borrow();
        let names = match snapshot.state {
            Some(_) => snapshot.names.clone(),
            None => new_match::default_names(),
        };
        let picked = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |cube| window.imp().board.drive(|c| c.edit(|draft| draft.cube = cube))
        );
        pickers::cube(board, at, highest, &names, picked);
    }

    /// Opens the context menu of the board.
    fn open_menu(&self, at: crate::board::layout::Pos) {
        let imp = self.imp();
        let board: &BoardWidget = &imp.board;
        let pixel = board.fit().to_pixels(crate::board::layout::Rect::new(at.x, at.y, 0.0, 0.0));
        let popover = gtk::PopoverMenu::from_model(Some(&*imp.board_menu));
        popover.set_parent(board);
        popover.set_has_arrow(false);
        popover.set_halign(gtk::Align::Start);
        popover.set_pointing_to(Some(&gdk::Rectangle::new(pixel.x as i32, pixel.y as i32, 1, 1)));
        popover.connect_closed(|popover| {
            let popover = popover.clone();
            glib::idle_add_local_once(move || pickers::leave(&popover));
        });
        popover.popup();
    }

    /// Writes the state for tests, if that was asked for.
    fn write_dump(&self) {
        let imp = self.imp();
        if imp.is_updating.get() {
            return;
        }
        // A dump may be asked for while one is being prepared.
        let Ok(mut dump) = imp.dump.try_borrow_mut() else { return };
        let (Some(dump), Ok(snapshot)) = (dump.as_mut(), imp.snapshot.try_borrow()) else { return };
        let enabled: Vec<String> = self
            .list_actions()
            .iter()
            .filter(|name| self.is_action_enabled(name))
            .map(ToString::to_string)
            .collect();
        let focus = GtkWindowExt::focus(self).map(|widget| widget.type_().name().to_owned());
        let buttons: Vec<String> = imp
            .buttons
            .borrow()
            .iter()
            .filter(|(stack, _)| stack.visible_child_name().as_deref() == Some("button"))
            .map(|(_, button)| button.label().unwrap_or_default().to_string())
            .collect();
        let origin = imp
            .board
            .compute_point(self, &gtk::graphene::Point::new(0.0, 0.0))
            .map_or([0.0; 2], |point| [f64::from(point.x()), f64::from(point.y())]);
        dump.write(&Facts {
            board: &imp.board,
            origin,
            size: [self.width(), self.height()],
            scale_factor: self.scale_factor(),
            title: imp.title.title().as_str(),
            message: imp.message.text().as_str(),
            play_text: imp.play_text.text().as_str(),
            badge: imp.badge.text().as_str(),
            toast: imp.last_toast.borrow().as_str(),
            start_card: imp.start_card.is_visible(),
            id: imp.id_entry.text().as_str(),
            snapshot: &snapshot,
            enabled: &enabled,
            buttons: &buttons,
            focus: focus.as_deref(),
        });
    }
}
