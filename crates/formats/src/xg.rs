use crate::*;
pub(crate) fn looks_like(_: &[u8]) -> bool {
    false
}
pub(crate) fn read(_: &[u8]) -> Result<Vec<Imported>, ImportError> {
    Err(ImportError::Empty)
}
