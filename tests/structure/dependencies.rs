// SPDX-License-Identifier: GPL-3.0-or-later
//! The packages this project builds on: their licences, versions that occur twice, and whether they are used.

use super::{root, rust_files};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that may be combined with ours, GPL-3.0-or-later.
const LICENCES: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "GPL-3.0-or-later",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages that are built in two versions, because packages we use ask for different ones.
const TWICE: [&str; 4] = ["bitflags", "num-bigint", "syn", "system-deps"];

/// What Cargo knows about the packages built on this machine.
fn metadata() -> Value {
    let host = Command::new(std::env::var("RUSTC").as_deref().unwrap_or("rustc")).arg("-vV").output();
    let host = String::from_utf8(host.expect("rustc runs").stdout).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("metadata")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The packages that are really built: the list of all also has those of other systems.
fn built(metadata: &Value) -> Vec<&Value> {
    let ids: BTreeSet<&str> =
        list(&metadata["resolve"], "nodes").iter().map(|node| text(node, "id")).collect();
    list(metadata, "packages").iter().filter(|package| ids.contains(text(package, "id"))).collect()
}

/// Whether an SPDX expression can be met by allowed licences alone. Old manifests write `/` for `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let result = any(&words, &mut at);
    result && at == words.len()
}

fn any(words: &[&str], at: &mut usize) -> bool {
    let mut result = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        result |= all(words, at);
    }
    result
}

fn all(words: &[&str], at: &mut usize) -> bool {
    let mut result = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        result &= one(words, at);
    }
    result
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let result = any(words, at);
        *at += 1;
        return result;
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or_default();
        *at += 2;
        return LICENCES.contains(&format!("{word} WITH {exception}").as_str());
    }
    LICENCES.contains(word)
}

#[test]
fn expressions_of_licences_are_understood() {
    for allowed in ["MIT", "MIT/Apache-2.0", "GPL-2.0-only OR MIT", "(MIT OR X11) AND Unicode-3.0"] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in ["", "GPL-2.0-only", "MIT AND SSPL-1.0", "(MIT OR ISC) AND X11", "MIT WITH Anything"] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn licences_fit_ours() {
    let metadata = metadata();
    let refused: Vec<String> = built(&metadata)
        .into_iter()
        .filter(|package| !is_allowed(text(package, "license")))
        .map(|package| format!("{}: {:?}", text(package, "name"), text(package, "license")))
        .collect();
    assert!(refused.is_empty(), "licences that are not in the list: {refused:#?}");
}

#[test]
fn no_further_package_is_built_twice() {
    let metadata = metadata();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in built(&metadata) {
        versions.entry(text(package, "name")).or_default().push(text(package, "version"));
    }
    versions.retain(|_, versions| versions.len() > 1);
    let twice: Vec<&str> = versions.keys().copied().collect();
    assert_eq!(twice, TWICE, "update the list if this cannot be avoided: {versions:?}");
}

/// Whether a word occurs in code, not as part of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        let (before, after) = (code[..at].chars().next_back(), code[at + word.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn every_dependency_is_used() {
    let metadata = metadata();
    let library: BTreeMap<&str, &str> = list(&metadata, "packages")
        .iter()
        .filter_map(|package| {
            let is_library = |target: &&Value| {
                let kinds = list(target, "kind").iter().filter_map(Value::as_str);
                kinds.into_iter().any(|kind| kind.ends_with("lib") || kind == "proc-macro")
            };
            let target = list(package, "targets").iter().find(is_library)?;
            Some((text(package, "name"), text(target, "name")))
        })
        .collect();
    let members: BTreeSet<&str> =
        list(&metadata, "workspace_members").iter().filter_map(Value::as_str).collect();
    let mut unused = Vec::new();
    let mut asked_for = BTreeSet::new();
    for package in list(&metadata, "packages").iter().filter(|one| members.contains(text(one, "id"))) {
        let folder = std::path::Path::new(text(package, "manifest_path")).parent().expect("a folder");
        let mut files: Vec<_> = ["src", "tests", "examples", "benches"]
            .iter()
            .flat_map(|name| rust_files(&folder.join(name)))
            .collect();
        files.push(folder.join("build.rs"));
        let mut code = String::new();
        for file in files {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            code.extend(
                text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|l| [l, "\n"]),
            );
        }
        // What is there only for its features is named in a feature of that name.
        let for_features: Vec<&str> =
            list(&package["features"], "whole-workspace").iter().filter_map(Value::as_str).collect();
        for dependency in list(package, "dependencies") {
            let name = text(dependency, "name");
            let renamed = text(dependency, "rename");
            let asked = if renamed.is_empty() { name } else { renamed };
            asked_for.insert(asked);
            let ident = if renamed.is_empty() { library.get(name).copied().unwrap_or(name) } else { renamed };
            let is_for_features = for_features.iter().any(|one| one.strip_prefix("dep:") == Some(asked));
            if !is_for_features && !has_word(&code, &ident.replace('-', "_")) {
                unused.push(format!("{} does not use {name}", text(package, "name")));
            }
        }
    }
    assert!(unused.is_empty(), "{unused:#?}");
    // The same for the table that all crates take their versions from.
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let table = manifest.split("[workspace.dependencies]").nth(1).expect("a table");
    let table = table.split("\n[").next().unwrap_or_default();
    let names = table.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.trim());
    let idle: Vec<&str> =
        names.filter(|name| !name.starts_with(['#', '"']) && !asked_for.contains(name)).collect();
    assert!(idle.is_empty(), "no crate asks for {idle:?}");
}
