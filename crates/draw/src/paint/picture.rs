// SPDX-License-Identifier: GPL-3.0-or-later
//! Pictures of a board as files: PNG, SVG, PDF.

use super::Painter;
use crate::BoardView;
use crate::design::Design;
use crate::layout::{HEIGHT, WIDTH};
use cairo::{Context, Format, ImageSurface, PdfSurface, SvgSurface};
use thiserror::Error;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The size is not possible.
    #[error("a picture is 16 to 16384 pixels wide, not {0}")]
    Width(u32),
    /// Cairo has failed.
    #[error("the picture could not be drawn")]
    Cairo(#[from] cairo::Error),
    /// The PNG could not be encoded.
    #[error("the picture could not be written as PNG")]
    Png(#[from] cairo::IoError),
    /// The output could not be written.
    #[error("the picture could not be written")]
    Stream,
}

/// Checks the width of a picture and gives its height.
fn height(width: u32) -> Result<u32, PictureError> {
    if !(16..=16384).contains(&width) {
        return Err(PictureError::Width(width));
    }
    Ok((f64::from(width) * HEIGHT / WIDTH).round() as u32)
}

/// The view as an image `width` pixels wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
fn image(view: &BoardView, design: &Design, width: u32) -> Result<ImageSurface, PictureError> {
    let height = height(width)?;
    let surface = ImageSurface::create(Format::ARgb32, width as i32, height as i32)?;
    let cr = Context::new(&surface)?;
    let scale = f64::from(width) / WIDTH;
    cr.scale(scale, scale);
    Painter::new(*design).paint_view(&cr, view, 1.0 / scale);
    drop(cr);
    surface.flush();
    Ok(surface)
}

/// The view as a PNG file `width` pixels wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
pub fn png(view: &BoardView, design: &Design, width: u32) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    image(view, design, width)?.write_to_png(&mut bytes)?;
    Ok(bytes)
}

/// The design of boards in documents.
#[must_use]
pub fn document() -> &'static Design {
    Design::by_key("paper").unwrap_or(&crate::design::ALL[0])
}

/// The view as a PNG file for other programs: without transparency, `scale` pixels a unit, with its title as metadata.
///
/// # Errors
/// If the size is out of range or drawing fails.
pub fn export_png(view: &BoardView, design: &Design, scale: u32) -> Result<Vec<u8>, PictureError> {
    let width = scale.saturating_mul(WIDTH as u32);
    let height = height(width)?;
    let surface = ImageSurface::create(Format::Rgb24, width as i32, height as i32)?;
    let cr = Context::new(&surface)?;
    cr.scale(f64::from(scale), f64::from(scale));
    Painter::new(*design).paint_view(&cr, view, 1.0 / f64::from(scale));
    drop(cr);
    let mut bytes = Vec::new();
    surface.write_to_png(&mut bytes)?;
    // After the signature and the header, which are 33 bytes long.
    let texts = [text_chunk("Title", "Backgammon board"), text_chunk("Author", "GNU Backgammon")].concat();
    bytes.splice(33..33, texts);
    Ok(bytes)
}

/// A text inside of a PNG file.
fn text_chunk(keyword: &str, text: &str) -> Vec<u8> {
    let body = [b"tEXt", keyword.as_bytes(), &[0], text.as_bytes()].concat();
    let length = (body.len() - 4) as u32;
    [&length.to_be_bytes()[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

/// The view as an SVG file, `width` points wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
pub fn svg(view: &BoardView, design: &Design, width: u32) -> Result<Vec<u8>, PictureError> {
    let size = (f64::from(width), f64::from(height(width)?));
    let surface = SvgSurface::for_stream(size.0, size.1, Vec::new())?;
    vector(&surface, view, design, width)?;
    stream(surface.finish_output_stream())
}

/// The view as a PDF page, `width` points wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
pub fn pdf(view: &BoardView, design: &Design, width: u32) -> Result<Vec<u8>, PictureError> {
    let size = (f64::from(width), f64::from(height(width)?));
    let surface = PdfSurface::for_stream(size.0, size.1, Vec::new())?;
    vector(&surface, view, design, width)?;
    stream(surface.finish_output_stream())
}

fn vector(
    surface: &cairo::Surface,
    view: &BoardView,
    design: &Design,
    width: u32,
) -> Result<(), PictureError> {
    let cr = Context::new(surface)?;
    let scale = f64::from(width) / WIDTH;
    cr.scale(scale, scale);
    Painter::vector(*design).paint_view(&cr, view, 1.0 / scale);
    Ok(())
}

fn stream(output: Result<Box<dyn std::any::Any>, cairo::StreamWithError>) -> Result<Vec<u8>, PictureError> {
    let output = output.map_err(|_| PictureError::Stream)?;
    output.downcast::<Vec<u8>>().map(|bytes| *bytes).map_err(|_| PictureError::Stream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ViewOptions;
    use gnubg_engine::core::{MatchState, Rules};

    fn view() -> BoardView {
        let state = MatchState::new(5, Rules::default()).unwrap();
        BoardView::new(&state, None, crate::model::DiceThrow::default(), &ViewOptions::default())
    }

    #[test]
    fn exported_pictures_are_plain_and_titled() {
        let bytes = export_png(&view(), &Design::default(), 4).unwrap();
        let mut reader = &bytes[..];
        let read = ImageSurface::create_from_png(&mut reader).unwrap();
        assert_eq!((read.width(), read.height()), (432, 328));
        // Eight bits, red, green and blue.
        assert_eq!(bytes[24..26], [8, 2]);
        let find = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert!(find(b"tEXtTitle\0Backgammon board") && find(b"tEXtAuthor\0"));
        assert!(matches!(export_png(&view(), &Design::default(), 0), Err(PictureError::Width(0))));
    }

    #[test]
    fn documents_are_drawn_for_paper() {
        assert_eq!(document().key, "paper");
        assert!(document().is_flat());
    }
}
