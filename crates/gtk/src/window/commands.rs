// SPDX-License-Identifier: GPL-3.0-or-later
//! The window's actions: buttons, menus and shortcuts only name them.

use super::Window;
use crate::actions;
use crate::board::edit::Draft;
use crate::dialogs::match_info;
use crate::game_speed::GameSpeed;
use crate::snapshot::Snapshot;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Action, Decision, Phase, Player, ResignLevel};
use gnubg_session::Command;
use gnubg_session::command::Edit;
use gtk::{gio, glib};

/// An action without a parameter.
fn simple(name: &str, run: impl Fn(&Window) + 'static) -> gio::ActionEntry<Window> {
    gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
}

/// A switch.
fn switch(name: &str, on: bool, run: impl Fn(&Window, bool) + 'static) -> gio::ActionEntry<Window> {
    gio::ActionEntry::builder(name)
        .state(on.to_variant())
        .change_state(move |window: &Window, action, state| {
            let Some(on) = state.and_then(glib::Variant::get::<bool>) else { return };
            action.set_state(&on.to_variant());
            run(window, on);
        })
        .build()
}

/// Creates all actions.
pub(super) fn install(window: &Window) {
    window.add_action_entries(game_actions());
    window.add_action_entries(position_actions());
    window.add_action_entries(view_actions());
    window.add_action_entries(super::menus::actions());
    window.add_action_entries(super::start::actions());
    window.add_action_entries(super::tour::actions());
    window.add_action_entries(super::three::actions());
    window.files().add_actions(window.upcast_ref());
    if let Some(exchange) = window.imp().exchange.get() {
        exchange.add_actions(window.upcast_ref());
    }
    window.sidebar().add_actions(window.upcast_ref());
    window.review().add_actions(window.upcast_ref());
    window.matches().add_actions(window.upcast_ref());
    window.add_action_entries(super::tools::actions());
    window.add_action_entries(super::studying::actions());
}

fn game_actions() -> Vec<gio::ActionEntry<Window>> {
    let resign = gio::ActionEntry::builder("resign")
        .parameter_type(Some(&u8::static_variant_type()))
        .activate(|window: &Window, _, level| {
            let level = level.and_then(glib::Variant::get::<u8>).and_then(ResignLevel::from_multiple);
            if let Some(level) = level {
                window.imp().board.drive(|c| c.act(Action::Resign(level)));
            }
        })
        .build();
    let act = |name: &'static str, action: Action| {
        simple(name, move |window| window.imp().board.drive(|c| c.act(action)))
    };
    vec![
        resign,
        simple("match-info", |window| match_info::open(&window.host())),
        simple("roll", Window::roll_now),
        simple("compute", Window::compute),
        simple("swap-players", |window| {
            window.send(Command::Edit(Edit::SwapPlayers));
        }),
        simple("hint", |window| window.sidebar().show_hint()),
        simple("recover", |window| window.recovery().recover()),
        simple("discard-recovery", |window| window.recovery().discard()),
        switch("tutor", false, |window, on| {
            window.change_options(|options| options.tutor.on = on);
        }),
        switch("pause-clock", false, Window::pause_clock),
        simple("insert-roll", |window| window.transcription().insert_roll()),
        simple("insert-double", |window| window.transcription().insert_double()),
        simple("delete-move", |window| window.transcription().delete_decision()),
        simple("delete-rest", |window| window.transcription().delete_rest()),
        simple("confirm", |window| window.imp().board.drive(|c| c.confirm())),
        simple("undo", |window| window.imp().board.drive(|c| c.undo())),
        simple("redo", |window| window.imp().board.drive(|c| c.redo())),
        simple("swap-dice", |window| window.imp().board.drive(|c| c.swap_dice())),
        simple("stop", |window| {
            window.send(Command::Stop);
        }),
        act("double", Action::Double),
        act("take", Action::Take),
        act("drop", Action::Drop),
        act("beaver", Action::Beaver),
        act("accept", Action::AcceptResignation),
        act("decline", Action::DeclineResignation),
    ]
}

fn position_actions() -> Vec<gio::ActionEntry<Window>> {
    let set_turn = gio::ActionEntry::builder("set-turn")
        .parameter_type(Some(&u8::static_variant_type()))
        .activate(|window: &Window, _, seat| {
            let seat = seat.and_then(glib::Variant::get::<u8>).map(usize::from);
            if let Some(player) = seat.and_then(Player::from_index) {
                window.imp().board.drive(|c| c.edit(|draft| draft.on_roll = player));
            }
        })
        .build();
    let initial = |draft: &mut Draft| {
        let variation = draft.base.rules.variation;
        draft.initial(variation);
    };
    vec![
        set_turn,
        switch("edit", false, |window, on| window.positions().set_editing(on)),
        simple("edit-done", |window| window.positions().finish_editing()),
        simple("edit-cancel", |window| window.positions().cancel_editing()),
        simple("edit-dice", |window| window.positions().edit_dice()),
        simple("edit-cube", |window| window.positions().pick_cube()),
        simple("edit-clear", |window| window.imp().board.drive(|c| c.edit(Draft::clear))),
        simple("edit-initial", move |window| window.imp().board.drive(|c| c.edit(initial))),
    ]
}

fn view_actions() -> Vec<gio::ActionEntry<Window>> {
    let first = crate::board::design::ALL[0].key;
    let design = gio::ActionEntry::builder("design")
        .parameter_type(Some(&String::static_variant_type()))
        .state(first.to_variant())
        .change_state(|window: &Window, _, state| {
            let Some(key) = state.and_then(glib::Variant::get::<String>) else { return };
            if crate::board::Design::by_key(&key).is_some() {
                window.set_appearance("design", &key);
            }
        })
        .build();
    let game_speed = gio::ActionEntry::builder("game-speed")
        .parameter_type(Some(&String::static_variant_type()))
        .state("".to_variant())
        .change_state(|window: &Window, _, key| {
            let key = key.and_then(glib::Variant::get::<String>).unwrap_or_default();
            if let Some(speed) = GameSpeed::of_key(&key) {
                window.change_options(|options| speed.apply(&mut options.window));
            }
        })
        .build();
    vec![
        design,
        game_speed,
        switch("clockwise", false, |window, on| {
            window.change_options(|options| options.output.clockwise = on);
        }),
        switch("board-3d", false, super::three::switch),
        switch("numbers", true, |window, on| window.set_appearance("labels", if on { "y" } else { "n" })),
        switch("show-ids", false, |window, on| {
            window.change_options(|options| options.window.show_ids = on);
        }),
        switch("fullscreen", false, |window, on| {
            window.change_options(|options| options.window.fullscreen = on);
        }),
        simple("position-id", |window| window.imp().status_row.open_id()),
        simple("preferences", |window| window.open_preferences(None)),
        simple("menu", |window| window.menu_bar().open_main_menu()),
        simple("shortcuts", |window| {
            let shortcuts = actions::window(window.options().window.shortcuts);
            shortcuts.set_transient_for(Some(window));
            shortcuts.present();
        }),
    ]
}

/// Actions that need a match and no position being set up.
const OF_MATCH: [&str; 27] = [
    "go-to",
    "next-roll",
    "previous-roll",
    "next-game-shown",
    "previous-game",
    "next-error",
    "previous-error",
    "next-mark",
    "previous-mark",
    "next-choice",
    "previous-choice",
    "first-move",
    "last-move",
    "analyze-at",
    "analyze-move",
    "analyze-game",
    "analyze-match",
    "forget-move",
    "forget-game",
    "forget-match",
    "roll-out-decision",
    "delete-move",
    "delete-rest",
    "choose-move",
    "choose-shown",
    "unchoose-game",
    "unchoose-match",
];

/// Enables what is possible now.
pub(super) fn update(window: &Window, snapshot: &Snapshot) {
    let board = &window.imp().board;
    let (editing, turn) = board.with_controller(|c| (c.draft().is_some(), c.turn().cloned()));
    let state = snapshot.state.filter(|_| !editing);
    let phase = state.map(|state| state.phase);
    let reviewing = snapshot.is_reviewing;
    let by_hand = snapshot.acts_by_hand() && !snapshot.is_judging && !reviewing;
    let rolling = matches!(phase, Some(Phase::Due(Decision::Roll)));
    let answering = by_hand && matches!(phase, Some(Phase::Due(Decision::Answer(_))));
    let resigning = by_hand && matches!(phase, Some(Phase::Resigning { .. }));
    let playing = turn.as_ref().filter(|_| !editing);
    let has_steps = playing.is_some_and(|turn| !turn.made().is_empty());
    let over = matches!(phase, Some(Phase::Over(_)));
    let won = state.is_some_and(|state| state.match_winner().is_some());
    let enable = |name: &str, on: bool| {
        if let Some(action) = window.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(on);
        }
    };
    let may_roll = rolling || phase == Some(Phase::Opening);
    let may_roll = may_roll && !reviewing && (by_hand || snapshot.wants_dice);
    enable("roll", may_roll || (reviewing && window.transcription().is_correcting()));
    enable("compute", !editing && snapshot.is_waiting());
    enable(
        "hint",
        editing || state.is_some_and(|state| !matches!(state.phase, Phase::Opening | Phase::Over(_))),
    );
    enable("double", by_hand && rolling && state.is_some_and(|state| state.cube_refusal().is_none()));
    enable("confirm", !snapshot.is_judging && playing.is_some_and(crate::board::Turn::is_complete));
    enable("swap-dice", playing.is_some_and(|turn| !turn.dice().is_double()));
    enable("undo", editing || has_steps || snapshot.can_undo);
    enable("redo", !editing && (playing.is_some_and(|turn| turn.can_redo()) || snapshot.can_redo));
    enable("take", answering);
    enable("drop", answering);
    enable("beaver", answering && state.is_some_and(|state| state.may_beaver().is_ok()));
    enable("accept", resigning);
    enable("decline", resigning);
    let may_resign = by_hand && matches!(phase, Some(Phase::Due(_)));
    enable("resign", may_resign);
    window.imp().action_row.set_can_resign(may_resign);
    enable("next-game", over && !won && !reviewing);
    enable("play-from-here", reviewing && !editing);
    enable("finish-transcription", snapshot.is_transcribing && !editing);
    enable("continue-transcription", state.is_some() && !snapshot.is_transcribing);
    for name in OF_MATCH {
        enable(name, state.is_some());
    }
    // Inserted rolls and doubles are made by hand.
    for name in ["insert-roll", "insert-double"] {
        enable(name, state.is_some() && snapshot.is_transcribed());
    }
    for name in ["save", "save-as", "export", "share-report", "share-picture", "print", "match-info"] {
        enable(name, snapshot.state.is_some());
    }
    enable("stop", snapshot.is_thinking || snapshot.is_judging);
    enable("set-turn", editing);
    enable("edit-done", board.with_controller(|c| c.draft().is_some_and(|draft| draft.finish().is_ok())));
    for name in ["edit-cancel", "edit-clear", "edit-initial", "edit-dice", "edit-cube"] {
        enable(name, editing);
    }
    super::menus::update(window, phase.filter(|_| !reviewing), editing, answering || resigning);
    enable("swap-players", state.is_some());
    enable("end-game", state.is_some() && !over && !reviewing && !snapshot.is_thinking);
    for name in COPIES {
        enable(name, snapshot.state.is_some() || editing);
    }
}

/// Actions that need a position.
const COPIES: [&str; 13] = [
    "copy-id",
    "position-id",
    "copy-match-id",
    "copy-position-id",
    "copy-xgid",
    "copy-ogid",
    "copy-board-text",
    "copy-html",
    "copy-markdown",
    "copy-bbcode",
    "copy-diagram",
    "copy-decision",
    "copy-link",
];
