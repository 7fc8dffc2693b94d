// SPDX-License-Identifier: GPL-3.0-or-later
//! The root of a game tree: facts about the match and the circumstances of the game.

use super::lex::{self, Prop, SgfNode, Tree};
use super::{clock, names};
use crate::error::{Place, Warnings};
use crate::text::clean_name;
use gnubg_engine::core::{CubeValue, Rules, Variation};
use gnubg_record::{GameStart, MatchInfo, MatchRecord, Property};

/// The facts about the match in the root of a game.
#[derive(Clone, Debug)]
pub(super) struct RootFacts {
    pub(super) length: u32,
    pub(super) score: [u32; 2],
    pub(super) names: [String; 2],
    other_info: Vec<String>,
    pub(super) at: Place,
}

impl RootFacts {
    pub(super) fn of(tree: &Tree<'_>, warnings: &mut Warnings) -> RootFacts {
        let root = tree.nodes.first();
        let get = |name| root.and_then(|root| root.get(name));
        let name = |key| get(key).map(|prop| clean_name(&lex::text(prop.value()))).unwrap_or_default();
        let mut head = RootFacts {
            length: 0,
            score: [0, 0],
            names: [name("PW"), name("PB")],
            other_info: Vec::new(),
            at: get("MI").map_or(Place::Line(tree.line), |prop| prop.at),
        };
        let Some(info) = get("MI") else {
            warnings.add(Place::Line(tree.line), "no match information (MI): read as a money game");
            return head;
        };
        for value in &info.values {
            let (key, number) = value.split_once(':').unwrap_or((value, ""));
            let number = number.trim().parse::<i64>().unwrap_or(0).clamp(0, i64::from(u32::MAX)) as u32;
            match key.trim() {
                "length" => head.length = number,
                "ws" => head.score[0] = number,
                "bs" => head.score[1] = number,
                "game" => {}
                _ => head.other_info.push((*value).to_owned()),
            }
        }
        head
    }

    pub(super) fn same_match(&self, other: &RootFacts) -> bool {
        self.length == other.length && self.names == other.names
    }
}

pub(super) fn info(root: &SgfNode<'_>, names: &[String; 2], warnings: &mut Warnings) -> MatchInfo {
    let text = |name| root.get(name).map(|prop| lex::text(prop.value())).unwrap_or_default();
    let mut info = MatchInfo::of_players([&names[0], &names[1]]);
    info.players[0].rating = text("WR");
    info.players[1].rating = text("BR");
    if let Some(date) = root.get("DT") {
        match date.value().trim().parse() {
            Ok(found) => info.date = Some(found),
            Err(error) => warnings.add(date.at, format!("{error}")),
        }
    }
    info.event = text("EV");
    info.round = text("RO");
    info.place = text("PC");
    info.annotator = text("AN");
    info.comment = text("GC");
    if let Some(found) = clock::control(root) {
        info.time_control = Some(found.control);
        info.time_control_name = found.name;
    } else if let Some(own) = root.get(names::TIME_CONTROL) {
        warnings.add(own.at, "the time control cannot be read; it is kept");
    }
    info
}

/// The start of a game, and the unknown parts of known properties.
pub(super) fn game_start(
    root: &SgfNode<'_>,
    head: &RootFacts,
    record: &MatchRecord,
    warnings: &mut Warnings,
) -> (GameStart, Vec<Property>) {
    let is_money = record.length == 0;
    let mut unknown = Vec::new();
    let tokens: Vec<&str> = root.get("RU").map_or(Vec::new(), |prop| prop.value().split(':').collect());
    let has = |token: &str| tokens.iter().any(|found| found.trim().eq_ignore_ascii_case(token));
    let mut rules = Rules { cube: !has("NoCube"), ..Rules::default() };
    rules.jacoby = is_money && has("Jacoby");
    rules.crawford = is_money || has("Crawford");
    rules.variation = Variation::ALL
        .into_iter()
        .find(|variation| *variation != Variation::Standard && has(variation.keyword()))
        .unwrap_or_default();
    let known = |token: &str| {
        let fixed = ["NoCube", "Crawford", "CrawfordGame", "Jacoby", ""];
        fixed.iter().any(|known| known.eq_ignore_ascii_case(token))
            || Variation::ALL.iter().any(|variation| variation.keyword().eq_ignore_ascii_case(token))
    };
    let foreign: Vec<&str> = tokens.iter().map(|token| token.trim()).filter(|token| !known(token)).collect();
    if let (Some(prop), false) = (root.get("RU"), foreign.is_empty()) {
        warnings.add(prop.at, format!("the unknown rules {} are kept but not applied", foreign.join(":")));
        let values = vec![foreign.join(":")];
        unknown.push(Property { name: names::UNKNOWN_RULES.to_owned(), values });
    }
    if !head.other_info.is_empty() {
        unknown.push(Property { name: "MI".to_owned(), values: head.other_info.clone() });
    }
    if let Some(own) = root.get(names::RULES) {
        own_rules(own, &mut rules);
    }
    let cube = root.get("CV").and_then(|prop| prop.value().trim().parse().ok()).and_then(CubeValue::new);
    let automatic_doubles = cube.map_or(0, |value| value.exponent() as u8);
    let start = GameStart {
        rules,
        score: head.score,
        is_crawford: !is_money && has("CrawfordGame"),
        automatic_doubles,
    };
    (start, unknown)
}

/// Rules that only this program writes.
fn own_rules(prop: &Prop<'_>, rules: &mut Rules) {
    for value in &prop.values {
        let (key, number) = value.split_once(':').unwrap_or((value, ""));
        let number: u8 = number.trim().parse().unwrap_or(0);
        match key.trim() {
            "beavers" => rules.beavers = number.min(12),
            "autodoubles" => rules.automatic_doubles = number.min(12),
            "egyptian" => rules.egyptian = number != 0,
            _ => {}
        }
    }
}
