// SPDX-License-Identifier: GPL-3.0-or-later
//! Designs of the original program: a list of `key=value` words, alone or in an XML file of many designs.
//!
//! Imported are colors, wood, hinges, camera, light, shadows and shapes. Unknown keys are reported once, keys without a
//! counterpart are ignored.

use super::settings::{LightKind, Settings};
use gnubg_draw::design::{CheckerLook, Cloth, Color, Design, DieLook, Grain};
use thiserror::Error;

/// Why a file of designs could not be imported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// It is no XML.
    #[error("the file of board designs is damaged: {0}")]
    Xml(#[from] roxmltree::Error),
    /// Its document type declares something.
    #[error(transparent)]
    Declarations(#[from] gnubg_engine::input::DeclarationsRefused),
    /// It holds something else.
    #[error("the file holds no board designs; <board-designs> with at least one <board-design> was expected")]
    Empty,
}

/// A design as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignDescription {
    /// Its name.
    pub title: String,
    /// Who made it; may be empty.
    pub author: String,
    /// The `key=value` words.
    pub pairs: String,
}

/// Keys of the original that mean something in another part of the program or nothing here.
const OTHER_KEYS: [&str; 33] = [
    "light",
    "shape",
    "labels",
    "dynamiclabels",
    "diceicon",
    "moveindicator",
    "translucent",
    "illegal",
    "beep",
    "highdie",
    "animate",
    "speed",
    "animateflag",
    "roundededges",
    "bgintrays",
    "piecetexturetype",
    "cubetext3d",
    "base3d",
    "numbers3d",
    "background3d",
    "hinge3d",
    "wood",
    "hinges",
    "hinges3d",
    "board",
    "border",
    "cube",
    "cube3d",
    "border3d",
    "boardtype",
    "design",
    "chequers",
    "checkers",
];
/// Keys followed by the number of a player or tone.
const NUMBERED_KEYS: [&str; 10] = [
    "chequers",
    "checkers",
    "dice",
    "dot",
    "points",
    "chequers3d",
    "checkers3d",
    "dice3d",
    "dot3d",
    "points3d",
];

/// Most XML nodes of a file of designs; those of the original have some hundreds.
const MAX_NODES: u32 = 200_000;

/// The designs of an XML file.
///
/// # Errors
/// If the text is no XML or holds no designs.
pub fn designs(xml: &str) -> Result<Vec<DesignDescription>, ImportError> {
    let options = gnubg_engine::input::xml_options_for(xml, MAX_NODES)?;
    let document = roxmltree::Document::parse_with_options(xml, options)?;
    let child = |node: roxmltree::Node<'_, '_>, name: &str| -> String {
        let found = node.descendants().find(|n| n.has_tag_name(name)).and_then(|n| n.text());
        found.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let found: Vec<DesignDescription> = document
        .descendants()
        .filter(|node| node.has_tag_name("board-design"))
        .map(|node| DesignDescription {
            title: child(node, "title"),
            author: child(node, "author"),
            pairs: child(node, "design"),
        })
        .filter(|design| !design.pairs.is_empty())
        .collect();
    if found.is_empty() { Err(ImportError::Empty) } else { Ok(found) }
}

/// The designs as an XML file that the original reads too.
#[must_use]
pub fn to_xml(designs: &[DesignDescription]) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<board-designs>\n");
    for design in designs {
        let [title, author, pairs] = [&design.title, &design.author, &design.pairs].map(|text| escape(text));
        xml += &format!(
            "  <board-design>\n    <about>\n      <title>{title}</title>\n      <author>{author}</author>\n    \
             </about>\n    <design>{pairs}</design>\n  </board-design>\n"
        );
    }
    xml + "</board-designs>\n"
}

/// The words of a description, `checkers` written as the original does.
fn words(pairs: &str) -> impl Iterator<Item = (String, &str)> {
    pairs
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_ascii_lowercase().replace("checkers", "chequers"), value))
}

/// The value of a key; the last one counts.
fn value<'a>(pairs: &'a str, key: &str) -> Option<&'a str> {
    words(pairs).filter(|(k, _)| k == key).map(|(_, value)| value).last()
}

/// A number; a comma may stand for the point.
fn number(text: &str) -> Option<f32> {
    text.replace(',', ".").parse().ok().filter(|v: &f32| v.is_finite())
}

fn flag(text: &str) -> bool {
    text.starts_with(['y', 'Y', '1', 't', 'T'])
}

/// The color at the head of a value, `#RRGGBB;…`.
fn color(text: &str) -> Option<Color> {
    let digits = text.split(';').next()?.strip_prefix('#')?;
    (digits.len() == 6).then(|| u32::from_str_radix(digits, 16).ok()).flatten().map(Color::hex)
}

/// Whether a description wants three dimensions; `None` if it says nothing.
#[must_use]
pub fn wants_three(pairs: &str) -> Option<bool> {
    value(pairs, "boardtype").map(|kind| kind.eq_ignore_ascii_case("3d"))
}

/// Keys that no part of the program knows.
#[must_use]
pub fn unknown(pairs: &str) -> Vec<String> {
    let known = |key: &str| {
        let numbered =
            NUMBERED_KEYS.iter().any(|k| key.strip_prefix(k).is_some_and(|n| n == "0" || n == "1"));
        numbered || OTHER_KEYS.contains(&key) || settings_with(Settings::default(), key, "1").is_some()
    };
    let mut found: Vec<String> = words(pairs).map(|(key, _)| key).filter(|key| !known(key)).collect();
    found.dedup();
    found
}

/// The settings with one key's value; `None` if the key is not one of theirs.
fn settings_with(s: Settings, key: &str, text: &str) -> Option<Settings> {
    let n = |other: f32| number(text).unwrap_or(other);
    let mut s = s;
    match key {
        "boardangle" => s.angle = n(s.angle),
        "skewfactor" => s.skew = n(s.skew),
        "planview" => s.plan = flag(text),
        "lighttype" => s.light = if text.starts_with('d') { LightKind::Sun } else { LightKind::Lamp },
        "lightposx" => s.light_at[0] = n(s.light_at[0]),
        "lightposy" => s.light_at[1] = n(s.light_at[1]),
        "lightposz" => s.light_at[2] = n(s.light_at[2]),
        "lightambient" => s.levels[0] = n(s.levels[0]),
        "lightdiffuse" => s.levels[1] = n(s.levels[1]),
        "lightspecular" => s.levels[2] = n(s.levels[2]),
        "boardshadows" => s.shadows = flag(text),
        "shadowdarkness" => s.darkness = n(s.darkness),
        "dicesize" => s.dice_size = n(s.dice_size),
        "curveaccuracy" => s.curves = n(s.curves as f32).max(0.0) as u32,
        "roundedpoints" => s.rounded_points = flag(text),
        "piecetype" => s.rounded_checkers = text == "0",
        "animateroll" => s.roll_dice = flag(text),
        _ => return None,
    }
    Some(s)
}

/// Camera, light and forms of a description; what it does not say stays as in `base`.
#[must_use]
pub fn settings(pairs: &str, base: Settings) -> Settings {
    words(pairs).fold(base, |s, (key, text)| settings_with(s, &key, text).unwrap_or(s)).clamped()
}

/// The words that describe settings.
#[must_use]
pub fn settings_pairs(s: &Settings) -> Vec<(&'static str, String)> {
    let yes = |on: bool| if on { "y" } else { "n" }.to_owned();
    let n = |v: f32| format!("{}", (v * 1000.0).round() / 1000.0);
    vec![
        ("boardangle", n(s.angle)),
        ("skewfactor", n(s.skew)),
        ("planview", yes(s.plan)),
        ("lighttype", if s.light == LightKind::Sun { "d" } else { "p" }.to_owned()),
        ("lightposx", n(s.light_at[0])),
        ("lightposy", n(s.light_at[1])),
        ("lightposz", n(s.light_at[2])),
        ("lightambient", n(s.levels[0])),
        ("lightdiffuse", n(s.levels[1])),
        ("lightspecular", n(s.levels[2])),
        ("boardshadows", yes(s.shadows)),
        ("shadowdarkness", n(s.darkness)),
        ("dicesize", n(s.dice_size)),
        ("curveaccuracy", s.curves.to_string()),
        ("roundedpoints", yes(s.rounded_points)),
        ("piecetype", if s.rounded_checkers { "0" } else { "1" }.to_owned()),
        ("animateroll", yes(s.roll_dice)),
    ]
}

/// The color of each wood the original knows, as we see it.
fn wood(name: &str) -> Option<Color> {
    Some(Color::hex(match name {
        "alder" => 0xa8784f,
        "ash" => 0xc9b08a,
        "basswood" => 0xd3bb93,
        "beech" => 0xb98a5e,
        "cedar" => 0x9a5b3a,
        "ebony" => 0x2b221d,
        "fir" => 0xc0935c,
        "maple" => 0xcfab78,
        "oak" => 0x9b7345,
        "pine" => 0xd0a868,
        "redwood" => 0x7d3c2a,
        "walnut" => 0x58392a,
        "willow" => 0xb59c74,
        _ => return None,
    }))
}

/// Black or white, whichever is read better on a color.
fn readable(on: Color) -> Color {
    if on.contrast(Color::WHITE) > on.contrast(Color::BLACK) { Color::WHITE } else { Color::BLACK }
}

/// The design a description stands for, drawn by our own hand; what it does not say is as in `base`.
#[must_use]
pub fn design(pairs: &str, base: &Design) -> Design {
    let three = wants_three(pairs).unwrap_or(false);
    // In three dimensions the second color of a material is the one light scatters.
    let deep = |key: &str| {
        let text = value(pairs, key).filter(|_| three)?;
        color(text.split(';').nth(1)?)
    };
    let of = |flat: &str, solid: &str| deep(solid).or_else(|| value(pairs, flat).and_then(color));
    let wooden = value(pairs, "wood").and_then(wood);
    let frame = deep("border3d").or(wooden).or_else(|| value(pairs, "border").and_then(color));
    let frame = frame.unwrap_or(base.frame);
    let field = of("board", "base3d").unwrap_or(base.field);
    let checker = |n: usize| {
        let look = base.checkers[n];
        match of(&format!("chequers{n}"), &format!("chequers3d{n}")) {
            Some(body) => CheckerLook { body, rim: body.lighter(0.5), text: readable(body) },
            None => look,
        }
    };
    let die = |n: usize| {
        let body = of(&format!("dice{n}"), &format!("dice3d{n}")).unwrap_or(checker(n).body);
        let pip = of(&format!("dot{n}"), &format!("dot3d{n}")).filter(|pip| pip.contrast(body) >= 3.0);
        DieLook { body, pip: pip.unwrap_or(readable(body)) }
    };
    let cube = of("cube", "cube3d").unwrap_or(base.cube.body);
    let hinged = value(pairs, if three { "hinges3d" } else { "hinges" }).map(flag);
    let brass = Color::hex(0xb08d4a);
    let accent = if base.accent.contrast(field) >= 3.0 { base.accent } else { Color::hex(0x5a3200) };
    Design {
        key: "imported",
        frame,
        grain: if wooden.is_some() && deep("border3d").is_none() { Grain::Wood } else { Grain::Lacquer },
        field,
        cloth: Cloth::Felt,
        tray: field.darker(0.2),
        points: [0, 1].map(|n| of(&format!("points{n}"), &format!("points3d{n}")).unwrap_or(base.points[n])),
        point_line: None,
        checkers: [checker(0), checker(1)],
        dice: [die(0), die(1)],
        cube: DieLook { body: cube, pip: readable(cube) },
        label: readable(frame),
        hinge: if hinged.unwrap_or(base.hinge.is_some()) { Some(base.hinge.unwrap_or(brass)) } else { None },
        accent,
        outline: 0.0,
        ..*base
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FILE: &str = "<?xml version=\"1.0\"?>\n<board-designs><board-design><about><title>A &amp; B</title>\
        <author>Someone</author></about><design>\n board=#2F5F2F;0.20 border=#003F00 wood=paint hinges=y\n \
        points0=#FF5F5F;0.2 points1=#BFBFBF;0.2 chequers0=#F12525;0.9;1.5;0.2;3 checkers1=#00000B;0.5;1.5;1;30 \
        dice0=#F12525;0.2;3.0;y dot0=#A4A4A4 cube=#D7D7D7 boardtype=3d boardangle=15 skewfactor=20,5 lighttype=d \
        lightposz=3.5 boardshadows=n piecetype=1 gibberish=1 planview=n\n</design></board-design></board-designs>";

    #[test]
    fn a_file_of_the_original_is_read() {
        let found = designs(FILE).unwrap();
        assert_eq!((found.len(), found[0].title.as_str(), found[0].author.as_str()), (1, "A & B", "Someone"));
        let pairs = &found[0].pairs;
        assert_eq!(wants_three(pairs), Some(true));
        assert_eq!(unknown(pairs), ["gibberish"]);
        let s = settings(pairs, Settings::default());
        assert_eq!((s.angle, s.skew, s.light, s.light_at[2]), (15.0, 20.5, LightKind::Sun, 3.5));
        assert!(!s.shadows && !s.rounded_checkers && s.roll_dice);
        let look = design(pairs, &Design::default());
        assert_eq!((look.field, look.frame), (Color::hex(0x2f5f2f), Color::hex(0x003f00)));
        assert_eq!(look.checkers[0].body, Color::hex(0xf12525));
        assert_eq!(look.checkers[1].text, Color::WHITE);
        assert_eq!(look.grain, Grain::Lacquer);
        assert!(look.hinge.is_none(), "three dimensions have hinges of their own");
        assert!(look.dice[0].pip.contrast(look.dice[0].body) >= 3.0);
    }

    #[test]
    fn materials_of_three_dimensions_come_first_there() {
        let pairs =
            "boardtype=3d chequers0=#FF0000 chequers3d0=#000000;#00FF00;#FFFFFF;50;100 wood=oak hinges3d=y";
        let look = design(pairs, &Design::default());
        assert_eq!(look.checkers[0].body, Color::hex(0x00ff00));
        assert_eq!((look.grain, look.hinge.is_some()), (Grain::Wood, true));
        let flat = pairs.replace("boardtype=3d", "boardtype=2d");
        assert_eq!(design(&flat, &Design::default()).checkers[0].body, Color::hex(0xff0000));
    }

    #[test]
    fn what_is_no_file_of_designs_is_refused() {
        assert!(matches!(designs("<a/>"), Err(ImportError::Empty)));
        assert!(matches!(designs("no xml"), Err(ImportError::Xml(_))));
    }

    #[test]
    fn files_come_back() {
        let all = vec![
            DesignDescription {
                title: "Eins <1>".into(),
                author: String::new(),
                pairs: "board=#112233 boardangle=30".into(),
            },
            DesignDescription {
                title: "Two".into(),
                author: "Me & you".into(),
                pairs: "border=#000000".into(),
            },
        ];
        assert_eq!(designs(&to_xml(&all)).unwrap(), all);
    }

    proptest! {
        #[test]
        fn no_text_breaks_reading(text in ".{0,200}", key in "[a-z0-9]{1,16}", value in "[^ \t\n]{0,24}") {
            let _ = designs(&text);
            let pairs = format!("{key}={value} {text}");
            let s = settings(&pairs, Settings::default());
            prop_assert_eq!(s.clamped(), s);
            let _ = (design(&pairs, &Design::default()), unknown(&pairs));
        }

        #[test]
        fn settings_come_back(angle in 0f32..60.0, skew in 0f32..100.0, plan: bool, sun: bool, curves in 8u32..60) {
            let light = if sun { LightKind::Sun } else { LightKind::Lamp };
            let s = Settings { angle, skew, plan, light, curves, roll_dice: plan, ..Settings::default() };
            let text: Vec<String> = settings_pairs(&s).iter().map(|(k, v)| format!("{k}={v}")).collect();
            let back = settings(&text.join(" "), Settings::default());
            prop_assert!((back.angle - s.angle).abs() < 0.001 && (back.skew - s.skew).abs() < 0.001);
            prop_assert_eq!((back.plan, back.light, back.curves, back.roll_dice), (s.plan, s.light, s.curves, s.roll_dice));
        }
    }
}
