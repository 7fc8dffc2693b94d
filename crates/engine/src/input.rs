// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening files that a user or another program names, so that none of them can stop or fill the program.
//!
//! Pipes, devices and folders are refused: reading them may wait for ever or never end. Regular files are read up to a
//! limit, because a file can be larger than the memory, and those of `/proc` do not tell their size.

use roxmltree::ParsingOptions;
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Bytes that settings, commands, tables, designs and other texts may have: 64 MiB.
pub const MAX_TEXT: u64 = 64 << 20;

/// Opens a regular file for reading.
///
/// # Errors
/// If it cannot be opened, or is a folder, pipe, socket or device.
pub fn open_regular(path: &Path) -> Result<(File, Metadata)> {
    let refuse = |data: &Metadata| {
        let what =
            if data.is_dir() { "it is a folder" } else { "it is a pipe or device, not a regular file" };
        Err(Error::new(ErrorKind::InvalidInput, what))
    };
    // Opening a pipe waits until somebody writes to it, so its kind is looked up before.
    let data = std::fs::metadata(path)?;
    if !data.is_file() {
        return refuse(&data);
    }
    let file = File::open(path)?;
    let data = file.metadata()?;
    if !data.is_file() {
        return refuse(&data);
    }
    Ok((file, data))
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read, is no regular file, or is longer.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let too_long = || {
        Error::new(ErrorKind::FileTooLarge, format!("it is longer than {limit} bytes, the most that is read"))
    };
    let (file, data) = open_regular(path)?;
    if data.len() > limit {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(data.len()).unwrap_or(0));
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Reads a regular file of at most [`MAX_TEXT`] bytes as text.
///
/// # Errors
/// As for [`read_limited`], and if it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = read_limited(path, MAX_TEXT)?;
    String::from_utf8(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

/// Makes sure that a program may put a file of its own kind at `path`: there is none, it is empty, or it begins like one of
/// that kind. `what` names the kind in the error.
///
/// # Errors
/// If something else is there, or it cannot be read.
pub fn check_replaceable(path: &Path, beginning: &[u8], what: &str) -> Result<()> {
    let file = match open_regular(path) {
        Ok((file, _)) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    file.take(beginning.len() as u64).read_to_end(&mut found)?;
    if found.is_empty() || found == beginning {
        return Ok(());
    }
    Err(Error::new(ErrorKind::AlreadyExists, format!("the file exists and is not {what}; name another file")))
}

/// XML as our files need it: without a document type, or with one that names a file and declares nothing. Declarations
/// could define entities that expand to gigabytes; no program writes any into these files.
///
/// # Errors
/// If the document type declares something, or the text is no XML with at most `max_nodes` nodes.
pub fn xml_options_for<'input>(
    text: &'input str,
    max_nodes: u32,
) -> std::result::Result<ParsingOptions<'input>, DeclarationsRefused> {
    // Before the root element, only comments and instructions can contain the word.
    let mut rest = text;
    let allows = loop {
        let Some(at) = rest.find('<') else { break false };
        rest = &rest[at..];
        let end = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<!DOCTYPE") {
            // A document type without declarations is at most a few names: it ends before the next element begins.
            let type_ = &rest[1..];
            let end = type_.find('<').unwrap_or(type_.len());
            if type_[..end].contains('[') {
                return Err(DeclarationsRefused);
            }
            break true;
        } else {
            break false;
        };
        let Some(at) = rest.find(end) else { break false };
        rest = &rest[at + end.len()..];
    };
    Ok(ParsingOptions { allow_dtd: allows, nodes_limit: max_nodes, ..ParsingOptions::default() })
}

/// The document type of an XML file declares entities or other things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the document type contains declarations, which are not supported; remove them from the file")]
pub struct DeclarationsRefused;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_with_declarations_is_refused() {
        let plain = "<?xml version='1.0'?><!-- <!DOCTYPE x [] --><met/>";
        assert!(!xml_options_for(plain, 9).unwrap().allow_dtd);
        assert!(!xml_options_for("<met><!DOCTYPE met [", 9).unwrap().allow_dtd);
        let external = "<?xml version='1.0'?>\n<!DOCTYPE met PUBLIC \"a > b\" \"met.dtd\">\n<met/>";
        assert!(xml_options_for(external, 9).unwrap().allow_dtd);
        for text in
            ["<!DOCTYPE met [<!ENTITY a 'b'>]><met/>", "<!DOCTYPE met SYSTEM 'x' [", "<!-- --> <!DOCTYPE a["]
        {
            assert!(xml_options_for(text, 9).is_err(), "{text}");
        }
        // A bracket in the name of the file is none of a declaration, but nobody writes one.
        assert!(xml_options_for("<!DOCTYPE met SYSTEM 'x[y'><met/>", 9).is_err());
        // The first ">" may stand in quotes; declarations after it are found all the same.
        assert!(xml_options_for("<!DOCTYPE met SYSTEM 'a>b' [<!ENTITY a 'b'>]><met/>", 9).is_err());
    }

    #[test]
    fn only_regular_files_up_to_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_limited(&path, 5).unwrap(), b"12345");
        assert_eq!(read_text(&path).unwrap(), "12345");
        assert_eq!(read_limited(&path, 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
        std::fs::write(&path, [0xff]).unwrap();
        assert_eq!(read_text(&path).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(read_limited(folder.path(), 4).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(read_limited(&folder.path().join("absent"), 4).unwrap_err().kind(), ErrorKind::NotFound);
        // A file of 1 TB that takes no room on the disk.
        let large = File::create(&path).unwrap();
        if large.set_len(1 << 40).is_ok() {
            assert_eq!(read_text(&path).unwrap_err().kind(), ErrorKind::FileTooLarge);
        }
    }

    #[test]
    fn only_files_of_the_same_kind_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let checked = || check_replaceable(&path, b"BOOK", "a book");
        checked().unwrap();
        for (content, is_replaced) in
            [("", true), ("BOOK of games", true), ("BOO", false), ("root:x:0:0", false), ("a BOOK", false)]
        {
            std::fs::write(&path, content).unwrap();
            assert_eq!(checked().is_ok(), is_replaced, "{content}");
        }
        assert!(checked().unwrap_err().to_string().contains("is not a book"));
        assert!(check_replaceable(folder.path(), b"BOOK", "a book").is_err(), "a folder");
    }

    #[cfg(unix)]
    #[test]
    fn endless_devices_and_pipes_are_refused_at_once() {
        for path in ["/dev/zero", "/dev/null"] {
            assert_eq!(read_limited(Path::new(path), 4).unwrap_err().kind(), ErrorKind::InvalidInput);
        }
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(read_limited(&pipe, 4).unwrap_err().kind(), ErrorKind::InvalidInput);
        }
        // The files of this file system say that they are empty.
        if let Ok(text) = read_text(Path::new("/proc/self/status")) {
            assert!(text.starts_with("Name:"));
            assert!(read_limited(Path::new("/proc/self/status"), 10).is_err());
        }
    }
}
