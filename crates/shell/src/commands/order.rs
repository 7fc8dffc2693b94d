// SPDX-License-Identifier: GPL-3.0-or-later
//! The order of the words of each level, which decides what an abbreviation stands for: `a` is `accept`, `set p` is
//! `set panels`. It is the order of the original program.
//!
//! Words missing from a list follow it in alphabetical order; levels without a list are in alphabetical order.

/// Levels, named by the words that lead to them, and their words in order.
pub(super) const ORDER: &[(&str, &str)] = &[
    (
        "",
        "accept agree analyse analysis analyze annotate end beaver calibrate clear cmark copy decline \
         dicerolls double drop eq2mwc eval exit export external first help hint history invert import \
         list load move mwc2eq n new next p pass play previous quit r redouble reject relational resign \
         record roll rollout save set show swap take ?",
    ),
    (
        "set",
        "analysis annotation appearance automatic beavers board browser cache calibration cheat clockwise \
         colours commandwindow confirm crawford cube cubeefficiency delay dice display dockpanels \
         evaluation export fullscreen gamelist geometry gotofirstgame gui import sgf invert jacoby \
         defaultnames aliases lang matchequitytable matchid gnubgid xgid matchinfo matchlength message \
         met output panels panelwidth player postcrawford priority prompt ratingoffset record rng rollout \
         score seed sound styledgamelist theorywindow threads toolbar turn tutor variation vsync3d \
         warning autosave",
    ),
    ("set analysis chequerplay", "type evaluation rollout"),
    ("set analysis cubedecision", "type evaluation rollout"),
    ("set cubeefficiency", "os crashed contact race position scatter"),
    ("set cubeefficiency race", "factor coefficient min max"),
    ("set evaluation chequerplay", "type evaluation rollout"),
    ("set evaluation cubedecision", "type evaluation rollout"),
    ("set export", "folder html include png show moves cube"),
    ("set export html", "css pictureurl type size"),
    ("set export html css", "head external inline"),
    ("set export html type", "gnu bbs fibs2html"),
    ("set export include", "annotations analysis statistics matchinfo"),
    ("set export moves", "number probabilities parameters display"),
    ("set export moves display", "verybad bad doubtful unmarked"),
    ("set export cube", "probabilities parameters display"),
    ("set geometry analysis", "width height xpos ypos max"),
    ("set geometry command", "width height xpos ypos max"),
    ("set geometry game", "width height xpos ypos max"),
    ("set geometry hint", "width height xpos ypos max"),
    ("set geometry main", "width height xpos ypos max"),
    ("set geometry message", "width height xpos ypos max"),
    ("set geometry theory", "width height xpos ypos max"),
    (
        "set gui",
        "animation beep dicearea dragtargethelp usestatspanel movelistdetail grayedit highdiefirst \
         illegal showids showpips windowpositions",
    ),
    ("set gui showpips", "none pips epc wastage"),
    ("set output", "output matchpc mwc rawboard winpc digits errorratefactor"),
    ("set player chequerplay", "type evaluation rollout"),
    ("set player cubedecision", "type evaluation rollout"),
    (
        "set rollout",
        "bearofftruncation chequerplay cubedecision cube-equal-chequer cubeful initial jsd later limit \
         log logfile movefilter player players-are-same quasirandom rng rotate seed trials truncation \
         truncate-equal-player0 varredn",
    ),
    ("set rollout later", "chequerplay cubedecision enable plies movefilter player"),
    ("set rollout limit", "enable minimumgames maxerror"),
    ("set sound", "sound enable system"),
    ("set tutor", "mode cube chequer skill"),
    ("set tutor skill", "doubtful bad verybad"),
    ("set autosave", "rollout analysis confirm time"),
    (
        "show",
        "aliases analysis autosave automatic beavers bearoff board buildinfo browser calibration cheat \
         clockwise commands confirm copying crawford credits cube cubeefficiency delay dice display \
         engine evaluation fullboard gammonvalues export geometry isight jacoby 8912 keith kleinman lang \
         manual marketwindow matchequitytable matchinfo matchlength matchresult met onesidedrollout \
         output panels pipcount player postcrawford prompt ratingoffset rng rollout rolls score \
         scoresheet seed sound statistics temperaturemap scoremap threads thorp turn version tutor \
         variation warning warranty",
    ),
];
