// SPDX-License-Identifier: GPL-3.0-or-later
//! Tiles have the names of GNU Backgammon's, and a page finds all that it uses.

use super::*;
use gnubg_engine::core::{Action, MatchState, Rules};

const SETS: [TileSet; 3] = [TileSet::Gnu, TileSet::Bbs, TileSet::Fibs2html];

fn boards(set: TileSet, is_clockwise: bool) -> TileBoards<'static> {
    TileBoards { set, address: "", is_clockwise }
}

/// The names of the pictures of a board, in order.
fn names(text: &str) -> Vec<&str> {
    let sources = text.split("src=\"html-images/").skip(1).filter_map(|rest| rest.split('.').next());
    sources.collect()
}

/// Positions in which everything occurs that a tile shows.
fn states() -> Vec<MatchState> {
    let xgids = [
        "-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10",
        "-b----E-C---eE---c-e----B-:2:-1:-1:64:0:0:0:7:10",
        "-b----E-C---eE---c-e----B-:6:1:1:00:0:0:0:7:10",
        "bb----D-C---dE---c-d----AB:0:0:1:00:0:0:0:7:10",
        "-BBBB----------------bbbb-:0:0:1:52:0:0:0:0:10",
        "---L----------------l--A-A:0:0:-1:66:0:0:0:0:10",
        "-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:7:10",
        "-b----E-C---eE---c-e----B-:0:0:1:31:6:6:0:7:10",
    ];
    let mut states: Vec<MatchState> = xgids.iter().map(|id| MatchState::from_xgid(id).unwrap()).collect();
    let doubled = MatchState::from_xgid(xgids[2]).unwrap().apply(Action::Double);
    states.extend(doubled);
    let rules = Rules { cube: false, ..Rules::default() };
    states.push(MatchState::new(0, rules).unwrap().apply(Action::Opening([3, 1])).unwrap());
    states
}

#[test]
fn the_starting_position_has_the_tiles_of_the_original() {
    let state = MatchState::from_xgid("-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10").unwrap();
    let expected = [
        (
            TileSet::Gnu,
            "b-hitopr b-loff-x0 b-gd-o5 b-rd b-gd b-rd b-gd-x3 b-rd b-ct b-gd-x5 b-rd b-gd b-rd b-gd b-rd-o2 b-roff-x0 \
             b-bar-o0 b-midlb-o b-midl b-midc-1 b-midr-o31 b-midrb b-loff-o0 b-ru-x5 b-gu b-ru b-gu b-ru-o3 b-gu \
             b-bar-x0 b-ru-o5 b-gu b-ru b-gu b-ru b-gu-x2 b-roff-o0 b-cb b-lobotr",
        ),
        (
            TileSet::Bbs,
            "n_high o_w_0 p_up_b_2 p_ud_0 p_up_0 p_ud_0 p_up_0 p_ud_w_5 b_up_0 p_up_0 p_ud_w_3 p_up_0 p_ud_0 p_up_0 \
             p_ud_b_5 c_up_0 b_center31right c_center o_b_0 p_dd_w_2 p_dn_0 p_dd_0 p_dn_0 p_dd_0 p_dn_b_5 b_dn_0 p_dd_0 \
             p_dn_b_3 p_dd_0 p_dn_0 p_dd_0 p_dn_w_5 c_dn_0 n_low",
        ),
        (
            TileSet::Fibs2html,
            "b-indent b-hitopr b-topdn b-left b-gd-x5 b-yd b-gd b-yd b-gd-o3 b-yd b-bar b-gd-o5 b-yd b-gd b-yd b-gd \
             b-yd-x2 b-right b-midin b-midl b-midg b-midc b-midg2 b-xdie3 b-xdie1 b-midg2 b-midr b-botdn b-left b-yu-o5 \
             b-gu b-yu b-gu b-yu-x3 b-gu b-bar b-yu-x5 b-gu b-yu b-gu b-yu b-gu-o2 b-right b-indent b-lobotr",
        ),
    ];
    for (set, expected) in expected {
        let text = board(&state, &boards(set, false));
        assert_eq!(names(&text), expected.split(' ').collect::<Vec<_>>(), "{set:?}");
    }
    let clockwise = board(&state, &boards(TileSet::Gnu, true));
    let expected = "b-hitop b-roff-x0 b-gd-o2 b-rd b-gd b-rd b-gd b-rd-x5 b-ct";
    assert_eq!(names(&clockwise)[..9], expected.split(' ').collect::<Vec<_>>());
}

#[test]
fn the_cube_and_the_turn_are_shown() {
    let has = |xgid: &str, set: TileSet, wanted: &[&str]| {
        let text = board(&MatchState::from_xgid(xgid).unwrap(), &boards(set, false));
        let found = names(&text);
        wanted.iter().for_each(|name| assert!(found.contains(name), "{xgid} {set:?} {name} {found:?}"));
    };
    let owned = "-b----E-C---eE---c-e----B-:2:-1:-1:64:0:0:0:7:10";
    has(
        owned,
        TileSet::Gnu,
        &["b-lotopr", "b-ct-4", "b-midlb-x", "b-midl-x64", "b-midc", "b-cb", "b-hibotr"],
    );
    has(owned, TileSet::Bbs, &["n_low", "c_up_4", "b_center64left", "c_blank", "c_dn_0"]);
    has(owned, TileSet::Fibs2html, &["b-lotopr", "b-tup4", "b-odie6", "b-odie4", "b-botup"]);
    // Player One has doubled, and player Zero answers.
    let doubled = "-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10";
    has(doubled, TileSet::Gnu, &["b-lotopr", "b-midlb-x", "b-midl", "b-midc", "b-midr-c2"]);
    has(doubled, TileSet::Bbs, &["n_low", "b_center", "c_center"]);
    has(doubled, TileSet::Fibs2html, &["b-lotopr", "b-dup2", "b-indent"]);
}

#[test]
fn every_tile_of_a_page_exists() {
    for set in SETS {
        let all: Vec<String> = pictures::tiles(set).into_iter().map(|tile| tile.name).collect();
        let distinct: HashSet<&str> = all.iter().map(String::as_str).collect();
        assert_eq!(distinct.len(), all.len(), "{set:?} has each name once");
        for state in states() {
            for is_clockwise in [false, true] {
                let text = board(&state, &boards(set, is_clockwise));
                for name in names(&text) {
                    assert!(distinct.contains(name), "{set:?} {name}");
                }
            }
        }
    }
    assert_eq!(pictures::tiles(TileSet::Gnu).len(), 344);
}

#[test]
fn pictures_have_the_size_of_their_part() {
    let folder = tempfile::tempdir().unwrap();
    let size = |bytes: &[u8]| {
        if bytes.starts_with(b"GIF89a") {
            [6, 8].map(|at| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]])))
        } else {
            [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
        }
    };
    for (set, name, expected) in [
        (TileSet::Gnu, "b-gd-o5.png", [24, 120]),
        (TileSet::Gnu, "b-bar-x0.png", [48, 96]),
        (TileSet::Gnu, "b-hitopr.png", [432, 12]),
        (TileSet::Gnu, "b-midr-o31.png", [144, 64]),
        (TileSet::Bbs, "b_center64left.gif", [384, 64]),
        (TileSet::Fibs2html, "b-xdie3.gif", [28, 64]),
    ] {
        let files = write_all(set, &Design::default(), &folder.path().join(format!("{set:?}"))).unwrap();
        let file = files.iter().find(|path| path.ends_with(name)).unwrap();
        assert_eq!(size(&std::fs::read(file).unwrap()), expected, "{name}");
    }
}

#[test]
fn tiles_are_written_beside_the_page_unless_they_are_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a.html");
    let state = states().remove(0);
    let at = |address| TileBoards { address, ..boards(TileSet::Gnu, false) };
    let write = |boards: &TileBoards<'_>| {
        let text = board(&state, boards).into_bytes();
        write_used(&[text], boards, &Design::default(), &page).unwrap();
    };
    write(&at("http://example.org/tiles/"));
    write(&at("/nowhere/"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    write(&at(""));
    let files = || std::fs::read_dir(folder.path().join("html-images")).unwrap().count();
    let (n, own) = (files(), folder.path().join("html-images/b-gd.png"));
    assert!(n > 20 && n < 40, "only those of the page: {n}");
    std::fs::write(&own, "mine").unwrap();
    write(&at(""));
    assert_eq!((files(), std::fs::read(&own).unwrap()), (n, b"mine".to_vec()));
    write(&at("img/x-"));
    assert!(folder.path().join("img/x-b-gd.png").exists());
}

/// Tiles of neighboring points continue each other: the tile of one column serves in all.
#[test]
fn neighboring_tiles_fit_together() {
    let artist = pictures::Artist::new(&Design::default());
    let edge = |name: &str, is_left: bool| {
        let tile = pictures::tiles(TileSet::Gnu).into_iter().find(|tile| tile.name == name).unwrap();
        let bytes = artist.encoded(&tile, TileSet::Gnu).unwrap();
        let mut surface = cairo::ImageSurface::create_from_png(&mut &bytes[..]).unwrap();
        let (width, stride) = (surface.width() as usize, surface.stride() as usize);
        let column = if is_left { 0 } else { 4 * (width - 1) };
        // Half-way between the frame and the middle, where the points leave the edge free.
        let data = surface.data().unwrap();
        data.chunks_exact(stride)
            .skip(50)
            .take(20)
            .map(|line| line[column..column + 3].to_vec())
            .collect::<Vec<_>>()
    };
    for (left, right) in [("b-gd", "b-rd"), ("b-rd", "b-gd"), ("b-ru", "b-gu")] {
        let rows = edge(left, false).into_iter().zip(edge(right, true));
        let most = rows.flat_map(|(a, b)| a.into_iter().zip(b)).map(|(a, b)| a.abs_diff(b)).max();
        assert!(most <= Some(2), "{left} {right} {most:?}");
    }
}
