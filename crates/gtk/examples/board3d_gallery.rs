// SPDX-License-Identifier: GPL-3.0-or-later
//! Paints every design and a set of typical moments in three dimensions as PNG files, and measures how long frames take:
//! `board3d_gallery FOLDER [WIDTH HEIGHT [FRAMES]]`. With FRAMES it only paints that many frames, to see whether
//! memory grows. Needs a display; it opens no window.

mod scenes;

use cairo::{Format, ImageSurface};
use glam::Vec2;
use gnubg_engine::core::Player;
use gnubg_gtk::board::animate::{Pace, Timeline};
use gnubg_gtk::board::design::ALL;
use gnubg_gtk::board::layout::Pos;
use gnubg_gtk::board::model::LooseChecker;
use gnubg_gtk::board::{BoardView, Design, DiceThrow, ViewOptions};
use gnubg_gtk::board3d::appearance::Appearance;
use gnubg_gtk::board3d::gl::Gl;
use gnubg_gtk::board3d::moment::Moment;
use gnubg_gtk::board3d::painter::{Painter, PictureInput};
use gnubg_gtk::board3d::scene::Scene;
use gnubg_gtk::board3d::{Camera, Settings};
use gtk::gdk;
use gtk::gdk::prelude::*;
use scenes::{drag, middle, offer, opening};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/artifacts/gallery3d".to_owned());
    let mut number = |other: f32| arguments.next().and_then(|n| n.parse().ok()).unwrap_or(other);
    let size = Vec2::new(number(1280.0), number(800.0));
    std::fs::create_dir_all(&folder)?;
    let folder = Path::new(&folder);
    gtk::init()?;
    let display = gdk::Display::default().ok_or("no display")?;
    let surface = gdk::Surface::new_toplevel(&display);
    let context = surface.create_gl_context()?;
    context.realize()?;
    context.make_current();
    let start = Instant::now();
    let gl = Gl::new(&context)?;
    let mut painter = Painter::new(gl.clone())?;
    println!("{}: ready in {} ms", painter.driver(), start.elapsed().as_millis());
    if let Some(n) = arguments.next().and_then(|n| n.parse().ok()) {
        return endure(&mut painter, &gl, n, size);
    }
    let settings = Settings::default();
    let standard = Design::default();
    let shot = |view: BoardView, design: &Design, settings: Settings| {
        shoot(&Moment::still(view), design, settings, size)
    };
    for design in ALL {
        save(
            &mut painter,
            &shot(middle(), design, settings),
            &folder.join(format!("design-{}.png", design.key)),
        )?;
    }
    for (name, view) in [("drag", drag()), ("late", late()), ("opening", opening()), ("offer", offer())] {
        save(&mut painter, &shot(view, &standard, settings), &folder.join(format!("{name}.png")))?;
    }
    let steep = Settings { angle: 45.0, skew: 20.0, ..settings };
    save(&mut painter, &shot(late(), &ALL[1], steep), &folder.join("steep.png"))?;
    let plan = Settings { plan: true, ..settings };
    save(&mut painter, &shot(middle(), &ALL[2], plan), &folder.join("plan.png"))?;
    let view = middle();
    let roll = Timeline::dice(&view, 7, Pace::default()).ok_or("no dice")?.rolling(Pace::default());
    for (n, time) in [60.0, 220.0, 420.0, 600.0].into_iter().enumerate() {
        let moment = roll.moment(&view, time);
        save(&mut painter, &shoot(&moment, &ALL[1], settings, size), &folder.join(format!("roll-{n}.png")))?;
    }
    measure(&mut painter, &view, &roll, size)
}

/// Frames a second while dice roll, while a checker is carried, and painting everything.
fn measure(
    painter: &mut Painter,
    view: &BoardView,
    roll: &Timeline,
    size: Vec2,
) -> Result<(), Box<dyn Error>> {
    const N: u32 = 40;
    let design = Design::default();
    let settings = Settings::default();
    let mut time = |name: &str, shot: &dyn Fn(u32) -> PictureInput| -> Result<(), Box<dyn Error>> {
        painter.paint(&shot(0))?;
        let (start, used) = (Instant::now(), processor_ms());
        for n in 1..=N {
            painter.paint(&shot(n))?;
            // Waits until the driver is done.
            painter.finish();
        }
        let ms = start.elapsed().as_secs_f64() * 1000.0 / f64::from(N);
        let used = (processor_ms() - used) / f64::from(N);
        println!("{name}: {ms:.1} ms, {:.0} frames a second; {used:.1} ms of processor time", 1000.0 / ms);
        Ok(())
    };
    time("rolling dice", &|n| {
        shoot(&roll.moment(view, f64::from(n) * roll.duration() / f64::from(N + 1)), &design, settings, size)
    })?;
    time("carried checker", &|n| {
        let mut view = view.clone();
        let at = Pos::new(20.0 + f64::from(n), 60.0 - f64::from(n) * 0.7);
        view.loose = vec![LooseChecker { player: Player::One, at, lift: 1.0, alpha: 1.0, way: None }];
        shoot(&Moment::still(view), &design, settings, size)
    })?;
    time("whole picture", &|n| shoot(&Moment::still(view.clone()), &ALL[(n % 2) as usize], settings, size))?;
    let before = painter.frames();
    let still = shoot(&Moment::still(view.clone()), &design, settings, size);
    for _ in 0..10 {
        painter.paint(&still)?;
    }
    println!("pictures painted for ten equal moments: {}", painter.frames() - before);
    Ok(())
}

/// Paints many frames and prints the resident memory and the number of objects on the card meanwhile.
fn endure(painter: &mut Painter, gl: &Gl, n_frames: u32, size: Vec2) -> Result<(), Box<dyn Error>> {
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        text.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS unknown").to_owned()
    };
    let view = middle();
    for n in 0..=n_frames {
        let mut view = view.clone();
        let at = Pos::new(16.0 + f64::from(n % 70), 41.0);
        view.loose = vec![LooseChecker { player: Player::One, at, lift: 1.0, alpha: 1.0, way: None }];
        painter.paint(&shoot(&Moment::still(view), &Design::default(), Settings::default(), size))?;
        if n % (n_frames / 10).max(1) == 0 {
            painter.finish();
            println!("{n} frames: {}, {} objects on the card", resident(), gl.n_things());
        }
    }
    Ok(())
}

/// Processor time of all threads so far, in milliseconds; 0 where the system does not report it.
fn processor_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    // User and system time are the 14th and 15th field, in hundredths of a second.
    after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() * 10.0
}

fn shoot(moment: &Moment, design: &Design, settings: Settings, size: Vec2) -> PictureInput {
    let appearance = Appearance::new(design);
    PictureInput {
        scene: Scene::new(moment, &settings, appearance.lines()),
        camera: Camera::new(&settings, Vec2::ZERO, size),
        appearance,
        settings,
    }
}

fn save(painter: &mut Painter, shot: &PictureInput, path: &Path) -> Result<(), Box<dyn Error>> {
    painter.paint(shot)?;
    let (pixels, width, height) = painter.pixels().ok_or("nothing was painted")?;
    let data: Vec<u8> =
        pixels.chunks(4).flat_map(|p| u32::from_be_bytes([255, p[0], p[1], p[2]]).to_ne_bytes()).collect();
    let stride = width as i32 * 4;
    let surface = ImageSurface::create_for_data(data, Format::Rgb24, width as i32, height as i32, stride)?;
    surface.write_to_png(&mut std::fs::File::create(path)?)?;
    Ok(())
}

fn late() -> BoardView {
    BoardView::new(&scenes::late(), None, DiceThrow::default(), &ViewOptions::default())
}
