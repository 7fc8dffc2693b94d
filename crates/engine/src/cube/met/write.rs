// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a match equity table file.

use super::file::{FreeDrops, MecParameters, MetFile, PostCrawford, PreCrawford};
use std::fmt::Write;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "met.dtd">
<met>
"#;

impl MetFile {
    /// The file's text: numbers in full, so that reading it back gives the same table.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut xml = String::from(HEAD);
        let length = self.length.map_or_else(|| "-1".to_owned(), |length| length.to_string());
        xml.push_str("  <info>\n");
        let info = [("name", &self.name), ("description", &self.description), ("length", &length)];
        for (element, text) in info {
            // Writing into a String cannot fail.
            let _ = writeln!(xml, "    <{element}>{}</{element}>", escaped(text));
        }
        xml.push_str("  </info>\n");
        write_pre(&mut xml, &self.pre);
        let [zero, one] = &self.post;
        if zero == one {
            write_post(&mut xml, "both", zero);
        } else {
            write_post(&mut xml, "0", zero);
            write_post(&mut xml, "1", one);
        }
        xml.push_str("</met>\n");
        xml
    }
}

/// The text as XML character data; control characters, which XML cannot hold, are left out.
fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn write_pre(xml: &mut String, pre: &PreCrawford) {
    let kind = match pre {
        PreCrawford::Explicit(_) => "explicit",
        PreCrawford::Zadeh(_) => "zadeh",
        PreCrawford::Mec(_) => "mec",
    };
    let _ = writeln!(xml, "  <pre-crawford-table type=\"{kind}\">");
    match pre {
        PreCrawford::Explicit(rows) => rows.iter().for_each(|row| write_row(xml, row)),
        PreCrawford::Zadeh(zadeh) => write_parameters(
            xml,
            &[
                ("gammon-rate-leader", zadeh.gammon_rate_leader),
                ("gammon-rate-trailer", zadeh.gammon_rate_trailer),
                ("delta", zadeh.delta),
                ("delta-bar", zadeh.delta_bar),
            ],
        ),
        PreCrawford::Mec(mec) => write_parameters(xml, &mec_parameters(mec)),
    }
    xml.push_str("  </pre-crawford-table>\n");
}

fn write_post(xml: &mut String, player: &str, post: &PostCrawford) {
    let kind = match post {
        PostCrawford::Explicit(_) => "explicit",
        PostCrawford::Zadeh(..) => "zadeh",
        PostCrawford::Mec(..) => "mec",
    };
    let _ = writeln!(xml, "  <post-crawford-table player=\"{player}\" type=\"{kind}\">");
    match post {
        PostCrawford::Explicit(row) => write_row(xml, row),
        PostCrawford::Zadeh(gammons, drops) => {
            let mut parameters = vec![("gammon-rate-trailer", *gammons)];
            parameters.extend(drop_parameters(drops));
            write_parameters(xml, &parameters);
        }
        PostCrawford::Mec(mec, drops) => {
            let mut parameters = mec_parameters(mec).to_vec();
            parameters.extend(drop_parameters(drops));
            write_parameters(xml, &parameters);
        }
    }
    xml.push_str("  </post-crawford-table>\n");
}

fn mec_parameters(mec: &MecParameters) -> [(&'static str, f64); 2] {
    [("gammon-rate", mec.gammon_rate), ("win-rate", mec.win_rate)]
}

fn drop_parameters(drops: &FreeDrops) -> [(&'static str, f64); 2] {
    [("free-drop-2-away", drops.at_2_away), ("free-drop-4-away", drops.at_4_away)]
}

fn write_row(xml: &mut String, row: &[f64]) {
    xml.push_str("    <row>");
    for chance in row {
        let _ = write!(xml, "<me>{chance}</me>");
    }
    xml.push_str("</row>\n");
}

fn write_parameters(xml: &mut String, parameters: &[(&str, f64)]) {
    xml.push_str("    <parameters>\n");
    for (name, value) in parameters {
        let _ = writeln!(xml, "      <parameter name=\"{name}\">{value}</parameter>");
    }
    xml.push_str("    </parameters>\n");
}
