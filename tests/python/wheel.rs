// SPDX-License-Identifier: GPL-3.0-or-later
//! The wheel: built, installed in a fresh virtual environment, and tested there.

use super::{shared, source};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Packages of PyPI that the tests need: the builder, and what users have.
const PACKAGES: [&str; 5] = ["maturin>=1.7,<2", "numpy", "pandas", "pyarrow", "matplotlib"];

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A fresh virtual environment with these packages; `None` where none can be made.
fn environment(folder: &Path, packages: &[&str]) -> Option<PathBuf> {
    let made = Command::new("python3").args(["-m", "venv"]).arg(folder).output();
    if !made.is_ok_and(|output| output.status.success()) {
        println!("skipped: python3 -m venv does not work here (Debian: python3-venv)");
        return None;
    }
    let python = folder.join("bin/python");
    let pip =
        ["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", "--retries", "1"];
    let installed = run(Command::new(&python).args(pip).args(packages));
    if !installed.status.success() {
        println!("skipped: packages of PyPI cannot be installed here: {}", told(&installed));
        return None;
    }
    Some(python)
}

#[test]
fn the_wheel_is_built_installed_and_works() {
    let folder = tempfile::tempdir().unwrap();
    let wants_ray = std::env::var_os("SLOW_TESTS").is_some();
    let mut packages = PACKAGES.to_vec();
    if wants_ray {
        packages.push("ray[data]");
    }
    let Some(python) = environment(&folder.path().join("venv"), &packages) else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The profile and the target folder of the tests, so that the crates below are compiled already.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a target folder");
    let wheels = folder.path().join("wheels");
    let built = run(Command::new(&python)
        .args(["-m", "maturin", "build", "--profile", "dev", "--features", "whole-workspace"])
        .args(["--auditwheel", "skip", "--interpreter"])
        .arg(&python)
        .arg("--out")
        .arg(&wheels)
        .env("CARGO_TARGET_DIR", target)
        .current_dir(root.join("crates/python")));
    assert!(built.status.success(), "{}", told(&built));
    let wheel = std::fs::read_dir(&wheels).unwrap().next().expect("a wheel").unwrap().path();
    assert!(
        wheel.to_string_lossy().contains("gnubg_rs-") && wheel.to_string_lossy().contains("-cp310-abi3-")
    );
    let installed =
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--no-deps"]).arg(&wheel));
    assert!(installed.status.success(), "{}", told(&installed));
    let mut test = Command::new(&python);
    test.args(["-m", "unittest", "-v", "test_wheel", "test_library", "test_recipes"])
        .current_dir(root.join("tests/python"))
        .env("GNUBG", env!("CARGO_BIN_EXE_gnubg"))
        .env("HOME", folder.path())
        .env("MPLBACKEND", "Agg")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("MANUAL", root.join("docs/python.md"))
        .env_remove("RECORDED_CALLS");
    let output = run(&mut test);
    println!("{}", told(&output));
    assert!(output.status.success(), "{}", told(&output));
    if let Some(calls) = shared("spec/data/commands/python/calls.json") {
        let mut command = Command::new(&python);
        let output = run(command.arg(source("recorded_calls.py")).env("RECORDED_CALLS", calls));
        assert!(output.status.success(), "{}", told(&output));
    }
    if wants_ray {
        cluster(&python, folder.path());
    } else {
        println!("skipped: a Ray cluster of two nodes, set SLOW_TESTS=1");
    }
}

/// Two nodes, one of which is killed.
fn cluster(python: &Path, folder: &Path) {
    let text = " 1 point match\n\n Game 1\n Ann : 0                         Ben : 0\n  1) 31: 8/5 6/5                 52: 13/8 24/22\n";
    let files: Vec<String> = (0..6)
        .map(|n| {
            let path = folder.join(format!("{n}.mat"));
            std::fs::write(&path, text.replace("Ann", &format!("Ann{n}"))).unwrap();
            path.display().to_string()
        })
        .collect();
    let mut command = Command::new(python);
    let output = run(command
        .arg(source("cluster.py"))
        .env("MATCH_FILES", files.join(":"))
        .env("RAY_USAGE_STATS_ENABLED", "0"));
    assert!(output.status.success(), "{}", told(&output));
    assert!(told(&output).contains("the same bytes on two nodes"), "{}", told(&output));
}
