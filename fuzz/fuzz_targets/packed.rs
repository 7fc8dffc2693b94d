// SPDX-License-Identifier: GPL-3.0-or-later
//! Bytes packed as eXtreme Gammon packs its records, so that changes are not lost in the packing.

#![no_main]

use flate2::Compression;
use flate2::write::ZlibEncoder;
use gnubg_formats::Format;
use libfuzzer_sys::fuzz_target;
use std::io::Write;

fuzz_target!(|bytes: &[u8]| {
    let mut file = b"RGMH".to_vec();
    file.resize(8232, 0);
    let mut packer = ZlibEncoder::new(&mut file, Compression::fast());
    packer.write_all(bytes).expect("a vector takes everything");
    packer.finish().expect("a vector takes everything");
    gnubg_fuzz::exercise(&file, Some(Format::Xg));
});
