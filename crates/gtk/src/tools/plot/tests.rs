// SPDX-License-Identifier: GPL-3.0-or-later
//! Plots as they are painted: any data, names in the legend, groups on one line.

use super::*;

const STYLE: PlotStyle = PlotStyle {
    foreground: RGBColor(0, 0, 0),
    background: RGBColor(255, 255, 255),
    is_dark: false,
    text: 11,
};

fn painted(chart: &Chart) -> usize {
    pixels(chart).iter().filter(|byte| **byte != 0).count()
}

const WIDTH: usize = 400;
const HEIGHT: usize = 240;

fn pixels(chart: &Chart) -> Vec<u8> {
    let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, 400, 240).unwrap();
    {
        let cr = cairo::Context::new(&surface).unwrap();
        let axis = Cell::default();
        paint(chart, &cr, 400, 240, &STYLE, &axis).unwrap();
        let is_empty = matches!(chart, Chart::Empty(_));
        assert_eq!(axis.get().is_none(), is_empty, "an axis lies below curves and bars");
    }
    surface.data().unwrap().to_vec()
}

/// Whether something is painted at a pixel.
fn is_painted(pixels: &[u8], x: usize, y: usize) -> bool {
    pixels[4 * (y * WIDTH + x) + 3] > 60
}

fn bars(groups: [&str; 2], names: [&str; 2]) -> Chart {
    Chart::Bars {
        title: "y".to_owned(),
        groups: groups.map(str::to_owned).to_vec(),
        series: names.map(|name| (name.to_owned(), vec![0.5, 1.0])).to_vec(),
    }
}

#[test]
fn groups_stand_on_one_line() {
    let pixels = pixels(&bars(["Race", "Rpgj"], ["Ann", "Bob"]));
    // The first line of pixels with letters, on each side; the axis is above.
    let top = |from: usize| {
        let is_text = |y: &usize| (from..from + 150).any(|x| is_painted(&pixels, x, *y));
        (HEIGHT - 18..HEIGHT).find(is_text).expect("a text")
    };
    assert_eq!(top(75), top(235));
}

/// The numbers of many games do not run into each other: there are gaps between them.
#[test]
fn numbers_of_many_groups_are_left_out() {
    let chart = Chart::Bars {
        title: "y".to_owned(),
        groups: (1..=90).map(|n| n.to_string()).collect(),
        series: vec![("Ann".to_owned(), vec![1.0; 90])],
    };
    let pixels = pixels(&chart);
    let has_text = |x: usize| (HEIGHT - 16..HEIGHT).any(|y| is_painted(&pixels, x, y));
    let gaps = (80..WIDTH - 20).filter(|x| !has_text(*x)).count();
    let letters = (80..WIDTH - 20).filter(|x| has_text(*x)).count();
    assert!(letters > 40 && gaps > 60, "{letters} columns with letters, {gaps} without");
}

#[test]
fn names_stay_in_the_legend() {
    let long = "Maximiliane Hohenstein-Winter".to_owned();
    for name in ["Amberdice01", &long, &"m".repeat(99)] {
        let pixels = pixels(&bars(["a", "b"], [name, "Bob"]));
        let beyond = (WIDTH - 4..WIDTH).flat_map(|x| (0..HEIGHT).map(move |y| (x, y)));
        let n = beyond.filter(|(x, y)| is_painted(&pixels, *x, *y)).count();
        assert_eq!(n, 0, "{name}");
    }
}

/// The box of the legend is hardly wider than the names in it, and bars end below it.
#[test]
fn the_legend_hides_no_bars() {
    let pixels = pixels(&bars(["Race", "Bearoff"], ["Ann", "Bob"]));
    // The upper and the lower edge of the box.
    let painted = |y: usize| (100..WIDTH).filter(|x| is_painted(&pixels, *x, y)).collect::<Vec<_>>();
    let first = (0..HEIGHT).find(|y| painted(*y).len() > 20).expect("a legend");
    let frame = painted(first);
    assert!((20..120).contains(&frame.len()), "{} pixels", frame.len());
    let last = (first + 8..HEIGHT).find(|y| frame.iter().all(|x| is_painted(&pixels, *x, *y)));
    // The filled bar of the second group is one of the two highest.
    let RGBColor(red, green, blue) = STYLE.color(0);
    let is_filled = |x: usize, y: usize| pixels[4 * (y * WIDTH + x)..][..3] == [blue, green, red];
    let top = (0..HEIGHT).find(|y| (240..WIDTH).filter(|x| is_filled(*x, *y)).count() > 20);
    assert!(last.is_some() && top > last, "the box ends at {last:?}, the bar at {top:?}");
}

#[test]
fn the_legend_lies_where_the_curves_do_not() {
    use SeriesLabelPosition::{LowerLeft, LowerRight, UpperLeft, UpperRight};
    let corner = |points: &[(f64, f64)]| format!("{:?}", free_corner(&[points.to_vec()]));
    assert_eq!(corner(&[(0.0, 0.5), (1.0, 0.5)]), format!("{UpperRight:?}"));
    assert_eq!(corner(&[(0.0, 0.5), (1.0, 1.0)]), format!("{UpperLeft:?}"));
    assert_eq!(corner(&[(0.0, 1.0), (0.3, 0.9), (1.0, 0.9)]), format!("{LowerLeft:?}"));
    assert_eq!(corner(&[(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]), format!("{LowerRight:?}"));
}

fn curves(points: Vec<(f64, f64)>, spread: Vec<f64>) -> Chart {
    let curve = Curve { name: "a".to_owned(), points, spread };
    Chart::Curves {
        titles: ["x".to_owned(), "y".to_owned()],
        curves: vec![curve.clone(), curve],
        marks: vec![(1.0, 0.5)],
        vertical_lines: vec![2.0],
        is_percent: false,
        baseline: Some(0.0),
    }
}

#[test]
fn charts_with_any_data_are_painted() {
    for chart in [
        Chart::Empty("nothing".to_owned()),
        curves(vec![], vec![]),
        curves(vec![(1.0, 0.5)], vec![0.1]),
        curves(vec![(1.0, 0.5), (1.0, 0.5)], vec![]),
        curves(vec![(0.0, f64::NAN), (3.0, 0.5)], vec![]),
        curves(vec![(0.0, 0.1), (3.0, 0.5)], vec![0.1, 0.2]),
    ] {
        assert!(painted(&chart) > 0, "{chart:?}");
    }
    let bars = |values: Vec<f64>| Chart::Bars {
        title: "y".to_owned(),
        groups: vec!["a".to_owned(), "b".to_owned()],
        series: vec![("s".to_owned(), values.clone()), ("t".to_owned(), values)],
    };
    assert!(painted(&bars(vec![0.0, 0.0])) > 0);
    assert!(painted(&bars(vec![0.5, 1.0])) > painted(&bars(vec![0.5, 0.1])));
}

#[test]
fn pixels_are_values_of_the_axis() {
    let axis = AcrossAxis { pixels: [60.0, 260.0], values: [1.0, 21.0] };
    assert_eq!([60.0, 160.0, 260.0].map(|x| axis.value(x)), [Some(1.0), Some(11.0), Some(21.0)]);
    assert_eq!([20.0, 300.0].map(|x| axis.value(x)), [None, None]);
}

#[test]
fn ranges_are_never_empty() {
    assert_eq!(range(std::iter::empty()), 0.0..1.0);
    let one = range([2.0].into_iter());
    assert!(one.start < 2.0 && one.end > 2.0);
    assert_eq!(range([f64::NAN].into_iter()), 0.0..1.0);
}
