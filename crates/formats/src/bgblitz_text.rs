use crate::*;
pub(crate) fn looks_like(_: &str) -> bool {
    false
}
pub(crate) fn read(_: &str) -> Result<Vec<Imported>, ImportError> {
    Err(ImportError::Empty)
}
