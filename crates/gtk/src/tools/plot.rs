// SPDX-License-Identifier: GPL-3.0-or-later
//! Plots: curves with their uncertainty, and bars side by side.
//!
//! Drawn by `plotters` on the widget's cairo context, in the colors of the theme. Curves differ by color and by dashes.
//! The accessible name describes the plot in words.

use crate::a11y;
use crate::i18n::localized;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{cairo, glib, pango};
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters_cairo::CairoBackend;
use std::cell::{Cell, RefCell};

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Curve {
    /// What the legend calls it.
    pub(crate) name: String,
    /// Its points, from left to right.
    pub(crate) points: Vec<(f64, f64)>,
    /// Half the height of the band around each point; empty for none.
    pub(crate) spread: Vec<f64>,
}

/// What a plot shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Chart {
    /// No data yet; a text says why.
    Empty(String),
    /// Curves over a common axis.
    Curves {
        /// What the axes show.
        titles: [String; 2],
        /// The curves.
        curves: Vec<Curve>,
        /// Points with a ring around them.
        marks: Vec<(f64, f64)>,
        /// Positions of vertical lines.
        vertical_lines: Vec<f64>,
        /// Whether values are written in percent.
        is_percent: bool,
        /// A value that is always in view, with a horizontal line.
        baseline: Option<f64>,
    },
    /// Bars: for each group one of each series.
    Bars {
        /// What the values are.
        title: String,
        /// Names of the groups.
        groups: Vec<String>,
        /// Names of the series with their values by group.
        series: Vec<(String, Vec<f64>)>,
    },
}

impl Default for Chart {
    fn default() -> Chart {
        Chart::Empty(String::new())
    }
}

/// The horizontal axis of a painted plot: pixels and values of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AcrossAxis {
    pixels: [f64; 2],
    values: [f64; 2],
}

impl AcrossAxis {
    /// The value at a pixel; `None` beside the axis.
    fn value(&self, pixel: f64) -> Option<f64> {
        let share = (pixel - self.pixels[0]) / (self.pixels[1] - self.pixels[0]).max(1.0);
        let is_on = (-0.02..=1.02).contains(&share);
        is_on.then(|| self.values[0] + share.clamp(0.0, 1.0) * (self.values[1] - self.values[0]))
    }
}

/// Colors and text size of a plot.
#[derive(Clone, Copy, Debug)]
struct PlotStyle {
    /// Color of texts and lines.
    foreground: RGBColor,
    /// Color behind the legend.
    background: RGBColor,
    is_dark: bool,
    /// Height of texts in pixels.
    text: u32,
}

/// Colors that can be distinguished with color-blind eyes.
const ON_LIGHT: [RGBColor; 6] = [
    RGBColor(0, 98, 168),
    RGBColor(200, 80, 0),
    RGBColor(0, 128, 90),
    RGBColor(160, 60, 120),
    RGBColor(110, 90, 0),
    RGBColor(70, 70, 70),
];
const ON_DARK: [RGBColor; 6] = [
    RGBColor(100, 185, 255),
    RGBColor(255, 165, 60),
    RGBColor(60, 205, 160),
    RGBColor(235, 150, 200),
    RGBColor(240, 228, 110),
    RGBColor(200, 200, 200),
];

type Area<'c> = DrawingArea<CairoBackend<'c>, Shift>;
type PlotError = Box<dyn std::error::Error>;

impl PlotStyle {
    fn of(widget: &gtk::DrawingArea) -> PlotStyle {
        let is_dark = adw::StyleManager::default().is_dark();
        let color = widget.style_context().color();
        let byte = |x: f32| (255.0 * x).round().clamp(0.0, 255.0) as u8;
        let foreground = RGBColor(byte(color.red()), byte(color.green()), byte(color.blue()));
        let background = if is_dark { RGBColor(36, 36, 36) } else { RGBColor(250, 250, 250) };
        let text = widget.create_pango_layout(Some("0")).pixel_size().1;
        PlotStyle { foreground, background, is_dark, text: (f64::from(text) * 0.72).round().max(6.0) as u32 }
    }

    fn color(&self, n: usize) -> RGBColor {
        let colors = if self.is_dark { ON_DARK } else { ON_LIGHT };
        colors[n % colors.len()]
    }

    fn font(&self) -> TextStyle<'static> {
        ("sans-serif", self.text).into_font().color(&self.foreground)
    }
}

mod imp {
    use super::*;

    /// See the module.
    #[derive(Default)]
    pub struct Plot {
        pub(super) chart: RefCell<Chart>,
        /// Where the axis of the last picture lies.
        pub(super) axis: Cell<Option<AcrossAxis>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Plot {
        const NAME: &'static str = "BgPlot";
        type Type = super::Plot;
        type ParentType = gtk::DrawingArea;

        fn class_init(class: &mut Self::Class) {
            class.set_accessible_role(gtk::AccessibleRole::Img);
        }
    }

    impl ObjectImpl for Plot {
        fn constructed(&self) {
            self.parent_constructed();
            let plot = self.obj();
            plot.set_hexpand(true);
            plot.set_vexpand(true);
            plot.set_css_classes(&["plot"]);
            plot.set_draw_func(|area, cr, width, height| {
                let Some(plot) = area.downcast_ref::<super::Plot>() else { return };
                let style = PlotStyle::of(area);
                let imp = plot.imp();
                if let Err(error) = paint(&imp.chart.borrow(), cr, width, height, &style, &imp.axis) {
                    glib::g_warning!("gnubg", "a plot could not be painted: {error}");
                }
            });
            adw::StyleManager::default().connect_dark_notify(glib::clone!(
                #[weak]
                plot,
                move |_| plot.queue_draw()
            ));
        }
    }

    impl WidgetImpl for Plot {}
    impl DrawingAreaImpl for Plot {}
}

glib::wrapper! {
    /// A plot.
    pub struct Plot(ObjectSubclass<imp::Plot>)
        @extends gtk::DrawingArea, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl Plot {
    /// An empty plot of at least that height in pixels; `name` is its name as a widget.
    pub(crate) fn new(name: &str, height: i32) -> Plot {
        glib::Object::builder().property("name", name).property("content-height", height).build()
    }

    /// Calls `clicked` with the value of the horizontal axis that is clicked, and shows what `told` says of the value under
    /// the pointer.
    pub(crate) fn connect_points(
        &self,
        clicked: impl Fn(f64) + 'static,
        told: impl Fn(f64) -> Option<String> + 'static,
    ) {
        let value_at = glib::clone!(
            #[weak(rename_to = plot)]
            self,
            #[upgrade_or]
            None,
            move |x: f64| plot.imp().axis.get()?.value(x)
        );
        let click = gtk::GestureClick::new();
        let at = value_at.clone();
        click.connect_pressed(move |_, _, x, _| {
            if let Some(value) = at(x) {
                clicked(value);
            }
        });
        self.add_controller(click);
        self.set_has_tooltip(true);
        self.connect_query_tooltip(move |_, x, _, _, tooltip| {
            let text = value_at(f64::from(x)).and_then(&told);
            tooltip.set_text(text.as_deref());
            text.is_some()
        });
        self.set_cursor_from_name(Some("pointer"));
    }

    /// Shows a chart, described in words by `description`.
    pub(crate) fn show_chart(&self, chart: Chart, description: &str) {
        if *self.imp().chart.borrow() == chart {
            return;
        }
        self.imp().chart.replace(chart);
        a11y::set_label(self, description);
        self.queue_draw();
    }
}

/// Paints a chart.
fn paint(
    chart: &Chart,
    cr: &cairo::Context,
    width: i32,
    height: i32,
    style: &PlotStyle,
    axis: &Cell<Option<AcrossAxis>>,
) -> Result<(), PlotError> {
    axis.set(None);
    let (Ok(w), Ok(h)) = (u32::try_from(width), u32::try_from(height)) else { return Ok(()) };
    if w < 120 || h < 60 {
        return Ok(());
    }
    let area = CairoBackend::new(cr, (w, h))?.into_drawing_area();
    match chart {
        Chart::Empty(text) => {
            let style = style.font().pos(plotters::style::text_anchor::Pos::new(
                plotters::style::text_anchor::HPos::Center,
                plotters::style::text_anchor::VPos::Center,
            ));
            area.draw_text(text, &style, (width / 2, height / 2))?;
        }
        Chart::Curves { titles, curves, marks, vertical_lines, is_percent, baseline } => {
            let axes = CurveAxes { titles, is_percent: *is_percent, vertical_lines, baseline: *baseline };
            let found = paint_curves(&area, cr, &axes, curves, marks, style)?;
            axis.set(Some(found));
        }
        Chart::Bars { title, groups, series } => {
            let found = paint_bars(&area, cr, title, groups, series, style)?;
            axis.set(Some(found));
        }
    }
    area.present()?;
    Ok(())
}

/// A range that holds all values with a small margin; never empty.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return 0.0..1.0;
    }
    let margin = ((high - low) * 0.06).max(1e-3);
    low - margin..high + margin
}

/// A plotters chart with its axes.
type Axes<'a, 'c> = ChartContext<'a, CairoBackend<'c>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The grid lines and axis labels, to be completed and drawn.
fn mesh<'a, 'b, 'c: 'a>(
    chart: &'b mut Axes<'a, 'c>,
    style: &PlotStyle,
) -> MeshStyle<'a, 'b, RangedCoordf64, RangedCoordf64, CairoBackend<'c>> {
    let mut mesh = chart.configure_mesh();
    mesh.label_style(style.font())
        .axis_desc_style(style.font())
        .axis_style(style.foreground.mix(0.5))
        .bold_line_style(style.foreground.mix(0.12))
        .light_line_style(TRANSPARENT)
        .y_labels(5);
    mesh
}

/// The most characters of a name in the legend.
const MAX_NAME: usize = 18;

/// A name for the legend, with as many blanks behind it as it takes that the box, whose width is only estimated from the
/// number of letters, holds it.
fn in_legend(cr: &cairo::Context, name: &str, style: &PlotStyle) -> Result<String, PlotError> {
    /// Pixels behind a name, and the most blanks that are tried.
    const GAP: f64 = 8.0;
    const MOST: usize = 80;
    let mut text = match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    };
    set_font(cr, style);
    let width = cr.text_extents(&text)?.x_advance() + GAP;
    for _ in 0..MOST {
        if f64::from(style.font().font.box_size(&text)?.0) >= width {
            break;
        }
        text.push(' ');
    }
    Ok(text)
}

/// The font in which texts are painted.
fn set_font(cr: &cairo::Context, style: &PlotStyle) {
    cr.select_font_face("sans-serif", cairo::FontSlant::Normal, cairo::FontWeight::Normal);
    cr.set_font_size(f64::from(style.text));
}

/// The corner in which a legend hides the least of these curves. Their points are shares of width and height from the lower
/// left.
fn free_corner(curves: &[Vec<(f64, f64)>]) -> SeriesLabelPosition {
    /// What a legend takes of width and height, and into how many parts a line is cut to see where it goes.
    const SIZE: (f64, f64) = (0.35, 0.3);
    const PARTS: u32 = 8;
    let hidden = |is_right: bool, is_upper: bool| {
        let is_within = |(x, y): (f64, f64)| {
            (if is_right { 1.0 - x } else { x }) < SIZE.0 && (if is_upper { 1.0 - y } else { y }) < SIZE.1
        };
        let lines = curves.iter().flat_map(|points| points.windows(2));
        let on_lines = lines.flat_map(|ends| {
            let ((x, y), (u, v)) = (ends[0], ends[1]);
            (0..=PARTS).map(move |n| {
                let share = f64::from(n) / f64::from(PARTS);
                (x + share * (u - x), y + share * (v - y))
            })
        });
        on_lines.filter(|point| is_within(*point)).count()
    };
    let corners = [
        (SeriesLabelPosition::UpperRight, hidden(true, true)),
        (SeriesLabelPosition::UpperLeft, hidden(false, true)),
        (SeriesLabelPosition::LowerLeft, hidden(false, false)),
        (SeriesLabelPosition::LowerRight, hidden(true, false)),
    ];
    let least = corners.into_iter().min_by_key(|(_, hidden)| *hidden);
    least.map_or(SeriesLabelPosition::UpperRight, |(corner, _)| corner)
}

/// Draws the legend of the series drawn before.
fn legend<'a, 'c: 'a>(
    chart: &mut Axes<'a, 'c>,
    style: &PlotStyle,
    corner: SeriesLabelPosition,
) -> Result<(), PlotError> {
    chart
        .configure_series_labels()
        .position(corner)
        .label_font(style.font())
        .background_style(style.background.mix(0.85))
        .border_style(style.foreground.mix(0.3))
        .draw()?;
    Ok(())
}

/// What the axes show, and straight lines between them.
struct CurveAxes<'c> {
    titles: &'c [String; 2],
    is_percent: bool,
    vertical_lines: &'c [f64],
    baseline: Option<f64>,
}

fn paint_curves(
    area: &Area<'_>,
    cr: &cairo::Context,
    axes: &CurveAxes<'_>,
    curves: &[Curve],
    marks: &[(f64, f64)],
    style: &PlotStyle,
) -> Result<AcrossAxis, PlotError> {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let ends = |curve: &Curve| -> Vec<f64> {
        let spread = |n: usize| curve.spread.get(n).copied().unwrap_or(0.0);
        curve.points.iter().enumerate().flat_map(|(n, (_, y))| [y - spread(n), y + spread(n)]).collect()
    };
    let x = points()
        .map(|point| point.0)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let x = if x.0 < x.1 { x.0..x.1 } else { 0.0..x.1.max(1.0) };
    let mut y = range(curves.iter().flat_map(ends).chain(axes.baseline));
    if curves.len() > 1 {
        // Room for the legend.
        y.end += (y.end - y.start) * 0.08 * curves.len().min(5) as f64;
    }
    let digits = if y.end - y.start < 0.05 { 3 } else { 2 };
    let mut chart = ChartBuilder::on(area)
        .margin(style.text / 2)
        .x_label_area_size(style.text * 4)
        .y_label_area_size(style.text * 6)
        .build_cartesian_2d(x.clone(), y.clone())?;
    let is_percent = axes.is_percent;
    mesh(&mut chart, style)
        .x_desc(&axes.titles[0])
        // The title stands upright and needs room.
        .y_desc(if area.dim_in_pixel().1 > 16 * style.text { axes.titles[1].as_str() } else { "" })
        .x_labels(6)
        .x_label_formatter(&|x| localized(format!("{x:.0}")))
        .y_label_formatter(&|y| match is_percent {
            true => localized(format!("{:.*}%", if digits == 3 { 1 } else { 0 }, 100.0 * y)),
            false => localized(format!("{y:+.digits$}")),
        })
        .draw()?;
    for line in axes.vertical_lines.iter().copied().filter(|line| x.contains(line)) {
        let path = vec![(line, y.start), (line, y.end)];
        chart.draw_series(std::iter::once(PathElement::new(path, style.foreground.mix(0.35))))?;
    }
    if let Some(baseline) = axes.baseline {
        let path = vec![(x.start, baseline), (x.end, baseline)];
        chart.draw_series(std::iter::once(PathElement::new(path, style.foreground.mix(0.6))))?;
    }
    for (n, curve) in curves.iter().enumerate() {
        let (color, name) = (style.color(n), in_legend(cr, &curve.name, style)?);
        if curve.spread.len() == curve.points.len() && curve.points.len() > 1 {
            let side = |sign: f64| {
                let up = curve.points.iter().zip(&curve.spread);
                up.map(move |((x, y), spread)| (*x, y + sign * spread)).collect::<Vec<_>>()
            };
            let mut band = side(1.0);
            band.extend(side(-1.0).into_iter().rev());
            chart.draw_series(std::iter::once(Polygon::new(band, color.mix(0.15))))?;
        }
        let style = color.stroke_width(2);
        let legend =
            move |(x, y): (i32, i32)| PathElement::new(vec![(x, y), (x + 18, y)], color.stroke_width(3));
        // Every second curve is dashed, so that color is not the only difference.
        let drawn = if n % 2 == 0 {
            chart.draw_series(LineSeries::new(curve.points.iter().copied(), style))?
        } else {
            chart.draw_series(DashedLineSeries::new(curve.points.iter().copied(), 7, 4, style))?
        };
        drawn.label(name).legend(legend);
        if curve.points.len() == 1 {
            let marks = curve.points.iter().map(|point| Circle::new(*point, 3, color.filled()));
            chart.draw_series(marks)?;
        }
    }
    chart.draw_series(marks.iter().map(|dot| Circle::new(*dot, 4, style.foreground.stroke_width(2))))?;
    if curves.len() > 1 {
        let share =
            |value: f64, range: &std::ops::Range<f64>| (value - range.start) / (range.end - range.start);
        let shares =
            |curve: &Curve| curve.points.iter().map(|at| (share(at.0, &x), share(at.1, &y))).collect();
        legend(&mut chart, style, free_corner(&curves.iter().map(shares).collect::<Vec<_>>()))?;
    }
    let (pixels, _) = chart.plotting_area().get_pixel_range();
    Ok(AcrossAxis { pixels: [pixels.start, pixels.end].map(f64::from), values: [x.start, x.end] })
}

fn paint_bars(
    area: &Area<'_>,
    cr: &cairo::Context,
    title: &str,
    groups: &[String],
    series: &[(String, Vec<f64>)],
    style: &PlotStyle,
) -> Result<AcrossAxis, PlotError> {
    let values = || series.iter().flat_map(|(_, values)| values.iter().copied()).filter(|v| v.is_finite());
    let top = values().fold(0.0, f64::max);
    let top = if top > 0.0 { 1.05 * top } else { 1.0 };
    // Above the bars is room for the legend.
    let (_, height) = area.dim_in_pixel();
    let legend_height = f64::from(style.text) * (1.6 * series.len() as f64 + 1.0);
    let plot_height = (f64::from(height) - 3.0 * f64::from(style.text)).max(1.0);
    let top = top / (1.0 - (legend_height / plot_height).min(0.6));
    let n_groups = groups.len().max(1);
    let mut chart = ChartBuilder::on(area)
        .margin(style.text / 2)
        .x_label_area_size(style.text * 2)
        .y_label_area_size(style.text * 6)
        .build_cartesian_2d(0.0..n_groups as f64, 0.0..top)?;
    let digits = if top < 0.1 { 3 } else { 2 };
    set_font(cr, style);
    let is_title_whole = cr.text_extents(title)?.x_advance() < plot_height;
    mesh(&mut chart, style)
        .disable_x_mesh()
        .disable_x_axis()
        // The title stands upright.
        .y_desc(if is_title_whole { title } else { "" })
        .y_label_formatter(&|y| localized(format!("{y:.digits$}")))
        .draw()?;
    let (axis, size) = (chart.plotting_area().get_pixel_range(), area.dim_in_pixel());
    let width = 0.7 / series.len().max(1) as f64;
    for (s, (name, values)) in series.iter().enumerate() {
        let color = style.color(s);
        let bars = (0..).zip(values).map(|(g, value)| {
            let left = f64::from(g) + 0.15 + width * s as f64;
            // One of two series is hollow, so that color is not the only difference.
            let style = if s % 2 == 0 { color.filled() } else { color.stroke_width(2) };
            Rectangle::new([(left, 0.0), (left + width * 0.9, *value)], style)
        });
        chart.draw_series(bars)?.label(in_legend(cr, name, style)?).legend(move |(x, y)| {
            let style = if s % 2 == 0 { color.filled() } else { color.stroke_width(2) };
            Rectangle::new([(x, y - 5), (x + 14, y + 5)], style)
        });
    }
    let (left, right) = (f64::from(axis.0.start), f64::from(axis.0.end));
    set_font(cr, style);
    let widths = groups.iter().map(|group| cr.text_extents(group).map(|size| size.x_advance()));
    let widest = widths.collect::<Result<Vec<_>, _>>()?.into_iter().fold(0.0, f64::max);
    // Of numbers that would not fit side by side, as those of many games, only some are written.
    let room = (right - left) / n_groups as f64;
    let every = (1.2 * widest / room.max(1.0)).ceil().max(1.0) as usize;
    let every = if groups.iter().all(|group| group.parse::<u32>().is_ok()) { every } else { 1 };
    for (g, group) in (0..).zip(groups).step_by(every) {
        let x = left + (right - left) * (f64::from(g) + 0.5) / n_groups as f64;
        write_on_line(cr, group, (x, f64::from(size.1) - f64::from(style.text) * 0.6), style)?;
    }
    legend(&mut chart, style, SeriesLabelPosition::UpperRight)?;
    Ok(AcrossAxis { pixels: [left, right], values: [0.0, n_groups as f64] })
}

/// Writes a text whose middle is there; its letters stand on the line, whatever hangs below it.
fn write_on_line(
    cr: &cairo::Context,
    text: &str,
    (x, y): (f64, f64),
    style: &PlotStyle,
) -> Result<(), PlotError> {
    let byte = |value: u8| f64::from(value) / 255.0;
    let RGBColor(red, green, blue) = style.foreground;
    cr.save()?;
    cr.set_source_rgb(byte(red), byte(green), byte(blue));
    set_font(cr, style);
    cr.move_to(x - cr.text_extents(text)?.x_advance() / 2.0, y);
    cr.show_text(text)?;
    cr.restore()?;
    Ok(())
}

/// A layout of a text at a scale, for widgets that draw their texts.
pub(crate) fn layout(area: &gtk::DrawingArea, text: &str, scale: f64) -> pango::Layout {
    let layout = area.create_pango_layout(Some(text));
    if (scale - 1.0).abs() > 1e-3 {
        let attributes = pango::AttrList::new();
        attributes.insert(pango::AttrFloat::new_scale(scale));
        layout.set_attributes(Some(&attributes));
    }
    layout
}

#[cfg(test)]
mod tests;
