// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings of the board in three dimensions. The board itself is the preview.

use crate::board::BoardWidget;
use crate::board3d::settings::LightKind;
use crate::board3d::{Settings, import};
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::pairs::with_value;
use adw::prelude::*;
use gtk::glib;
use std::cell::Cell;
use std::rc::Rc;

/// A number of the settings: its name, range and place.
struct NumberSetting {
    title: String,
    low: f64,
    high: f64,
    step: f64,
    get: fn(&Settings) -> f32,
    set: fn(&mut Settings, f32),
}

/// A switch of the settings.
struct SwitchSetting {
    title: String,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
}

fn slider(
    title: String,
    range: (f64, f64, f64),
    get: fn(&Settings) -> f32,
    set: fn(&mut Settings, f32),
) -> NumberSetting {
    NumberSetting { title, low: range.0, high: range.1, step: range.2, get, set }
}

fn camera() -> Vec<NumberSetting> {
    vec![
        slider(gettext("Tilt"), (0.0, 60.0, 1.0), |s| s.angle, |s, v| s.angle = v),
        slider(gettext("Narrowness of the view"), (0.0, 100.0, 1.0), |s| s.skew, |s, v| s.skew = v),
    ]
}

fn light() -> Vec<NumberSetting> {
    vec![
        slider(gettext("From left to right"), (-1.5, 4.0, 0.05), |s| s.light_at[0], |s, v| s.light_at[0] = v),
        slider(gettext("From front to back"), (-1.5, 4.0, 0.05), |s| s.light_at[1], |s, v| s.light_at[1] = v),
        slider(gettext("Height"), (0.5, 5.0, 0.05), |s| s.light_at[2], |s, v| s.light_at[2] = v),
        slider(gettext("Light of the room"), (0.0, 100.0, 1.0), |s| s.levels[0], |s, v| s.levels[0] = v),
        slider(gettext("Light of the lamp"), (0.0, 100.0, 1.0), |s| s.levels[1], |s, v| s.levels[1] = v),
        slider(gettext("Shine"), (0.0, 100.0, 1.0), |s| s.levels[2], |s, v| s.levels[2] = v),
        slider(gettext("Darkness of shadows"), (3.0, 100.0, 1.0), |s| s.darkness, |s, v| s.darkness = v),
    ]
}

fn things() -> Vec<NumberSetting> {
    vec![slider(gettext("Size of the dice"), (1.5, 4.0, 0.1), |s| s.dice_size, |s, v| s.dice_size = v)]
}

fn switches() -> [Vec<SwitchSetting>; 3] {
    let one = |title: String, get: fn(&Settings) -> bool, set: fn(&mut Settings, bool)| SwitchSetting {
        title,
        get,
        set,
    };
    [
        vec![one(gettext("Straight from above"), |s| s.plan, |s, on| s.plan = on)],
        vec![
            one(
                gettext("Sunlight instead of a lamp"),
                |s| s.light == LightKind::Sun,
                |s, on| s.light = if on { LightKind::Sun } else { LightKind::Lamp },
            ),
            one(gettext("Shadows"), |s| s.shadows, |s, on| s.shadows = on),
        ],
        vec![
            one(gettext("Rolling dice"), |s| s.roll_dice, |s, on| s.roll_dice = on),
            one(
                gettext("Checkers with round edges"),
                |s| s.rounded_checkers,
                |s, on| s.rounded_checkers = on,
            ),
            one(gettext("Points with round ends"), |s| s.rounded_points, |s, on| s.rounded_points = on),
        ],
    ]
}

/// Shows the settings of everything again, after a reset.
type Refresh = Rc<dyn Fn(&Settings)>;

/// Opens the dialog, which also shows the board in three dimensions.
pub(crate) fn open(host: &HostHandle) {
    let (Some(window), Some(board)) = (host.window(), host.board()) else { return };
    if !board.is_three() {
        host.activate("board-3d", None);
    }
    let dialog = adw::PreferencesWindow::builder()
        .name("board-3d")
        .title(gettext("3D board"))
        .transient_for(&window)
        .modal(false)
        .search_enabled(false)
        .default_width(420)
        .default_height(620)
        .build();
    crate::chapters::open_on_key(&dialog);
    let page = adw::PreferencesPage::new();
    let is_refreshing = Rc::new(Cell::new(false));
    let mut refreshers: Vec<Refresh> = Vec::new();
    let names = [gettext("Camera"), gettext("Light"), gettext("Pieces")];
    for ((name, sliders), switches) in names.into_iter().zip([camera(), light(), things()]).zip(switches()) {
        let group = adw::PreferencesGroup::builder().title(name).build();
        for slider in sliders {
            refreshers.push(slider_row(&board, &group, slider, &is_refreshing));
        }
        for switch in switches {
            refreshers.push(switch_row(&board, &group, switch, &is_refreshing));
        }
        page.add(&group);
    }
    let reset = gtk::Button::builder().label(gettext("Reset")).halign(gtk::Align::Center).build();
    let all = move |settings: &Settings| {
        is_refreshing.set(true);
        for refresh in &refreshers {
            refresh(settings);
        }
        is_refreshing.set(false);
    };
    all(&board.settings_3d());
    reset.connect_clicked(glib::clone!(
        #[weak]
        board,
        move |_| {
            board.set_settings_3d(Settings::default());
            all(&Settings::default());
        }
    ));
    let last = adw::PreferencesGroup::new();
    last.add(&reset);
    page.add(&last);
    dialog.add(&page);
    // Kept when done; while it is open the board alone follows.
    dialog.connect_close_request(glib::clone!(
        #[weak]
        board,
        #[strong]
        host,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_| {
            let settings = board.settings_3d();
            host.change_options(|options| {
                for (key, value) in import::settings_pairs(&settings) {
                    options.window.appearance = with_value(&options.window.appearance, key, &value);
                }
            });
            glib::Propagation::Proceed
        }
    ));
    dialog.present();
}

/// Changes the settings; the board shows it at once.
fn change(board: &BoardWidget, change: impl FnOnce(&mut Settings)) {
    let mut settings = board.settings_3d();
    change(&mut settings);
    board.set_settings_3d(settings);
}

/// Adds a row for a number.
fn slider_row(
    board: &BoardWidget,
    group: &adw::PreferencesGroup,
    slider: NumberSetting,
    quiet: &Rc<Cell<bool>>,
) -> Refresh {
    let scale = gtk::Scale::with_range(gtk::Orientation::Horizontal, slider.low, slider.high, slider.step);
    scale.set_width_request(180);
    scale.set_draw_value(true);
    scale.set_value_pos(gtk::PositionType::Right);
    let row = adw::ActionRow::builder().title(&slider.title).build();
    crate::a11y::set_label(&scale, &slider.title);
    row.add_suffix(&scale);
    group.add(&row);
    let set = slider.set;
    scale.connect_value_changed(glib::clone!(
        #[weak]
        board,
        #[strong]
        quiet,
        move |scale| {
            if !quiet.get() {
                change(&board, |settings| set(settings, scale.value() as f32));
            }
        }
    ));
    Rc::new(move |settings| scale.set_value(f64::from((slider.get)(settings))))
}

/// Adds a row for a switch.
fn switch_row(
    board: &BoardWidget,
    group: &adw::PreferencesGroup,
    switch: SwitchSetting,
    quiet: &Rc<Cell<bool>>,
) -> Refresh {
    let toggle = gtk::Switch::builder().valign(gtk::Align::Center).build();
    let row = adw::ActionRow::builder().title(&switch.title).activatable_widget(&toggle).build();
    crate::a11y::set_label(&toggle, &switch.title);
    row.add_suffix(&toggle);
    group.add(&row);
    let set = switch.set;
    toggle.connect_active_notify(glib::clone!(
        #[weak]
        board,
        #[strong]
        quiet,
        move |toggle| {
            if !quiet.get() {
                change(&board, |settings| set(settings, toggle.is_active()));
            }
        }
    ));
    Rc::new(move |settings| toggle.set_active((switch.get)(settings)))
}
