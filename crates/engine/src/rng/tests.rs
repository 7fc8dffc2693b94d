// SPDX-License-Identifier: GPL-3.0-or-later
//! The recorded rolls of `tests/data/rng`, and the published first words.

use super::*;

#[test]
fn recorded_rolls() {
    let table = include_str!("../../tests/data/rng/rolls.csv");
    let mut n = 0;
    for line in table.lines().skip(1) {
        let [name, seed, rolls] = line.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}");
        };
        let generator = Generator::from_keyword(name).unwrap();
        let mut source = generator.seeded(&seed.parse().unwrap(), &Modulus::default()).unwrap();
        for (k, expected) in rolls.split(' ').enumerate() {
            let [first, second] = source.roll().unwrap();
            assert_eq!(format!("{first}{second}"), expected, "{name}, seed {seed}, roll {}", k + 1);
            n += 1;
        }
    }
    assert_eq!(n, 27 * 60);
}

#[test]
fn first_words() {
    let words = |source: &mut dyn WordSource| [(); 4].map(|()| source.next_word());
    let seed = |text: &str| text.parse::<Seed>().unwrap();
    assert_eq!(
        words(&mut MersenneTwister::new(&seed("1"))),
        [1_791_095_845, 4_282_876_139, 3_093_770_124, 4_005_303_368]
    );
    assert_eq!(
        words(&mut MersenneTwister::new(&seed("4294967296"))),
        [1_932_448_152, 3_214_310_530, 2_922_663_282, 2_179_898_541]
    );
    assert_eq!(
        words(&mut Isaac::new(&seed("1"))),
        [1_177_258_981, 1_218_716_893, 851_014_082, 1_453_226_223]
    );
    assert_eq!(words(&mut Isaac::from_word(1)), [3_423_417_137, 17_862_171, 3_951_211_379, 1_190_656_558]);
}

#[test]
fn generators_are_found_by_keyword() {
    for generator in Generator::ALL {
        assert_eq!(Generator::from_keyword(generator.keyword()), Some(generator));
        assert!(!generator.name().is_empty());
    }
    let source = Generator::Bsd.seeded(&Seed::from(1), &Modulus::default()).unwrap();
    assert_eq!(source.state().seed.as_deref(), Some("1"));
}
