// SPDX-License-Identifier: GPL-3.0-or-later
//! The board in three dimensions in a window: memory over many frames, rest, contexts that come and go, scale factors, two
//! boards at once, and a driver that loses its state.

use super::scenes;
use glam::Vec2;
use gnubg_engine::core::Player;
use gnubg_gtk::board::animate::{Pace, Timeline};
use gnubg_gtk::board::design::ALL;
use gnubg_gtk::board::layout::Pos;
use gnubg_gtk::board::model::LooseChecker;
use gnubg_gtk::board::{BoardWidget, Design};
use gnubg_gtk::board3d::appearance::Appearance;
use gnubg_gtk::board3d::gl::{Gl, GlError};
use gnubg_gtk::board3d::moment::Moment;
use gnubg_gtk::board3d::painter::{Painter, PictureInput};
use gnubg_gtk::board3d::scene::Scene;
use gnubg_gtk::board3d::{Camera, Settings};
use gtk::prelude::*;
use gtk::{gdk, glib};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long anything may take on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lets GTK work until something is so.
#[track_caller]
fn until(what: &str, done: impl Fn() -> bool) {
    let context = glib::MainContext::default();
    let start = Instant::now();
    // Something has to wake the loop when the patience is over.
    let ticking = glib::timeout_add_local(Duration::from_millis(20), || glib::ControlFlow::Continue);
    while !done() {
        context.iteration(true);
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
    }
    ticking.remove();
}

fn context() -> gdk::GLContext {
    let display = gdk::Display::default().expect("a display");
    let context = gdk::Surface::new_toplevel(&display).create_gl_context().expect("a context");
    context.realize().expect("a realized context");
    context.make_current();
    context
}

/// Resident memory in KiB.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// A checker carried across the board, frame by frame.
fn carried(n: u32, size: Vec2) -> PictureInput {
    let mut view = scenes::middle();
    let at = Pos::new(16.0 + f64::from(n % 70), 20.0 + f64::from(n % 41));
    view.loose = vec![LooseChecker { player: Player::One, at, lift: 1.0, alpha: 1.0, way: None }];
    let (appearance, settings) = (Appearance::new(&Design::default()), Settings::default());
    let scene = Scene::new(&Moment::still(view), &settings, appearance.lines());
    PictureInput { scene, camera: Camera::new(&settings, Vec2::ZERO, size), appearance, settings }
}

pub(crate) fn many_frames(_factor: i32) {
    let context = context();
    let gl = Gl::new(&context).expect("glium");
    let mut painter = Painter::new(gl.clone()).expect("a painter");
    let size = Vec2::new(160.0, 100.0);
    let mut measure = |frames: std::ops::Range<u32>| {
        for n in frames {
            painter.paint(&carried(n, size)).expect("a frame");
        }
        painter.finish();
        (gl.n_things(), resident())
    };
    let few = measure(0..100);
    let many = measure(100..600);
    assert!(few.0 > 20, "meshes, textures and programs exist: {few:?}");
    assert_eq!(few.0, many.0, "things on the card");
    assert!(many.1 < few.1 + 3000, "KiB resident: {few:?}, then {many:?}");
}

pub(crate) fn pieces(_factor: i32) {
    let context = context();
    let gl = Gl::new(&context).expect("glium");
    let mut piecewise = Painter::new(gl.clone()).expect("a painter");
    let mut whole = Painter::new(gl).expect("a painter");
    let size = Vec2::new(320.0, 200.0);
    let view = scenes::middle();
    let roll = Timeline::dice(&view, 7, Pace::default()).expect("dice").rolling(Pace::default());
    let shoot = |moment: &Moment, design: &Design| {
        let (appearance, settings) = (Appearance::new(design), Settings::default());
        let scene = Scene::new(moment, &settings, appearance.lines());
        PictureInput { scene, camera: Camera::new(&settings, Vec2::ZERO, size), appearance, settings }
    };
    let rolling =
        (0..=10).map(|n| shoot(&roll.moment(&view, f64::from(n) * roll.duration() / 10.0), &ALL[1]));
    let carrying = (0..6).map(|n| {
        let mut view = scenes::middle();
        let at = Pos::new(40.0 + 5.0 * f64::from(n), 60.0 - 7.0 * f64::from(n));
        view.loose = vec![LooseChecker { player: Player::One, at, lift: 1.0, alpha: 1.0, way: None }];
        shoot(&Moment::still(view), &ALL[1])
    });
    for (n, shot) in rolling.chain(carrying).enumerate() {
        piecewise.paint(&shot).expect("a frame");
        // Another design in between, so that everything is painted.
        whole.paint(&shoot(&Moment::still(view.clone()), &ALL[0])).expect("a frame");
        whole.paint(&shot).expect("a frame");
        let (a, b) = (piecewise.pixels().expect("a picture"), whole.pixels().expect("a picture"));
        let far = a.0.iter().zip(&b.0).filter(|(a, b)| a.abs_diff(**b) > 6).count();
        assert!(far <= 2, "{far} of {} bytes differ in frame {n}", a.0.len());
    }
}

pub(crate) fn dropped(_factor: i32) {
    let context = context();
    let gl = Gl::new(&context).expect("glium");
    let before = gl.n_things();
    let mut memory = Vec::new();
    for n in 0..17 {
        let mut painter = Painter::new(gl.clone()).expect("a painter");
        // Another size each time, so that pictures are made anew.
        for more in [0.0, 40.0] {
            painter.paint(&carried(n, Vec2::new(160.0 + more, 100.0))).expect("a frame");
        }
        assert!(gl.n_things() > before + 20);
        drop(painter);
        memory.push(resident());
    }
    // glium keeps framebuffers by what is attached to them, and these are gone with it.
    assert!(gl.n_things() <= before + 2, "{} things instead of {before}", gl.n_things());
    // The driver warms up with the first one, takes up to 14 MB for itself now and then, and gives it back at times: among
    // eight painters that is less than 2 MB each. A painter that is kept takes 22 MB.
    let least = |part: &[u64]| part.iter().copied().min().expect("eight painters");
    let growth = least(&memory[9..]).saturating_sub(least(&memory[1..9])) / 8;
    assert!(growth < 3000, "KiB resident after each painter: {memory:?}");
}

/// A board in three dimensions in the middle of a game.
fn board(design: &Design) -> BoardWidget {
    let board = BoardWidget::default();
    board.set_design(design);
    board.set_three(true).expect("OpenGL is not switched off");
    board
}

fn window(child: Option<&BoardWidget>) -> gtk::Window {
    let window = gtk::Window::builder().default_width(320).default_height(240).build();
    window.set_child(child);
    window.present();
    window
}

#[track_caller]
fn picture(board: &BoardWidget) -> (Vec<u8>, u32, u32) {
    until("a picture", || board.is_painted() && board.picture_3d().is_some());
    board.picture_3d().expect("it was there")
}

/// Whether two pictures look the same, but for rounding.
fn alike(a: &(Vec<u8>, u32, u32), b: &(Vec<u8>, u32, u32)) -> bool {
    (a.1, a.2) == (b.1, b.2) && a.0.iter().zip(&b.0).all(|(a, b)| a.abs_diff(*b) <= 2)
}

pub(crate) fn rest(_factor: i32) {
    let board = board(&Design::default());
    let window = window(Some(&board));
    picture(&board);
    let shown = Rc::new(Cell::new(0u32));
    let clock = board.frame_clock().expect("a window on the screen has a clock");
    clock.connect_paint(glib::clone!(
        #[strong]
        shown,
        move |_| shown.set(shown.get() + 1)
    ));
    // Whatever the start still had to do.
    let settled = Instant::now();
    until("the start to be over", || settled.elapsed() > Duration::from_secs(1));
    let (before, frames) = (shown.get(), board.frames_3d());
    let start = Instant::now();
    until("ten seconds", || start.elapsed() > Duration::from_secs(10));
    assert_eq!((shown.get(), board.frames_3d()), (before, frames), "frames within ten seconds of rest");
    window.destroy();
}

pub(crate) fn contexts(factor: i32) {
    let board = board(&Design::default());
    let first = window(Some(&board));
    let fresh = picture(&board);
    assert_eq!(board.scale_factor(), factor);
    assert_eq!((fresh.1, fresh.2), ((board.width() * factor) as u32, (board.height() * factor) as u32));
    // Hidden and shown again.
    first.set_visible(false);
    first.set_visible(true);
    first.present();
    until("the window again", || first.is_mapped());
    assert!(alike(&picture(&board), &fresh), "after the window was hidden");
    // Out of the window and back: the context is another one then.
    for _ in 0..3 {
        first.set_child(gtk::Widget::NONE);
        assert!(board.picture_3d().is_none(), "nothing is left without a context");
        first.set_child(Some(&board));
        assert!(alike(&picture(&board), &fresh), "after it was taken out");
    }
    // Into another window.
    first.set_child(gtk::Widget::NONE);
    let second = window(Some(&board));
    assert!(alike(&picture(&board), &fresh), "in another window");
    first.destroy();
    second.destroy();
}

pub(crate) fn resizing(factor: i32) {
    let board = board(&Design::default());
    let window = window(Some(&board));
    let fresh = picture(&board);
    // Two of each size: the window's, and the board's within the window.
    let resized = |what: &str, pixels: [u32; 2]| {
        let start = Instant::now();
        let size = || board.picture_3d().map(|picture| [picture.1, picture.2]);
        until(what, || size() == Some(pixels) || start.elapsed() > PATIENCE / 2);
        let sizes = [board.width(), board.height(), window.width(), window.height(), window.default_width()];
        assert_eq!(size(), Some(pixels), "{what}; board and window {sizes:?}");
    };
    let f = factor as u32;
    for (more, margin) in [(60, 0), (60, 8), (0, 8), (0, 0)] {
        window.set_default_size(320 + more as i32, 240 + more as i32);
        board.set_margin_start(margin);
        let wanted = [fresh.1 + f * more - f * margin as u32, fresh.2 + f * more];
        resized(&format!("{more} more and a margin of {margin}"), wanted);
    }
    assert!(alike(&picture(&board), &fresh), "as large as before");
    window.destroy();
}

pub(crate) fn two_boards(_factor: i32) {
    let (one, other) = (board(&ALL[0]), board(&ALL[1]));
    let windows = [window(Some(&one)), window(Some(&other))];
    let [a, b] = [picture(&one), picture(&other)];
    assert!(!alike(&a, &b), "two designs");
    // Each follows its own settings, and neither disturbs the other.
    one.set_design(&ALL[1]);
    until("the other design", || alike(&picture(&one), &b));
    other.set_design(&ALL[0]);
    until("the first design", || alike(&picture(&other), &a));
    // One goes, the other stays.
    windows[0].destroy();
    other.set_design(&ALL[1]);
    until("its design again", || alike(&picture(&other), &b));
    windows[1].destroy();
}

/// A board whose driver fails when `harm` is done: it goes on in two dimensions and tells once, as `is_told` expects; the
/// choice can be made again, and works once `mend` has been done.
fn failing(harm: fn(&BoardWidget), is_told: fn(&[GlError]) -> bool, mend: fn(&BoardWidget)) {
    let board = board(&Design::default());
    let told: Rc<RefCell<Vec<GlError>>> = Rc::default();
    board.connect_three_failed(glib::clone!(
        #[strong]
        told,
        move |_, error| told.borrow_mut().push(error.clone())
    ));
    let window = window(Some(&board));
    picture(&board);
    harm(&board);
    until("two dimensions", || !board.is_three());
    until("a picture in two dimensions", || board.is_painted());
    assert!(is_told(&told.borrow()), "{told:?}");
    assert!(board.picture_3d().is_none());
    mend(&board);
    board.set_three(true).expect("OpenGL is not switched off");
    picture(&board);
    assert_eq!(told.borrow().len(), 1);
    window.destroy();
}

pub(crate) fn lost(_factor: i32) {
    failing(BoardWidget::lose_three, |told| *told == [GlError::Lost], |_| {});
}

pub(crate) fn wrecked(_factor: i32) {
    // The framebuffers are gone, and the driver itself finds that out.
    let harm = |board: &BoardWidget| {
        board.fail_3d_after(Some(0));
        board.set_design(&ALL[1]);
    };
    let is_told = |told: &[GlError]| matches!(told, [GlError::Refused { what: "a frame", .. }]);
    failing(harm, is_told, |board| board.fail_3d_after(None));
}
