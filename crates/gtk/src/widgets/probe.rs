// SPDX-License-Identifier: GPL-3.0-or-later
//! Where widgets are, for the state that tests read.

use gtk::prelude::*;
use serde_json::{Value, json};

/// Where the middle of a widget is in its window; null while it is not shown.
pub(crate) fn spot(widget: &impl IsA<gtk::Widget>) -> Value {
    let widget: &gtk::Widget = widget.upcast_ref();
    let Some(native) = widget.native().filter(|_| widget.is_mapped() && widget.width() > 0) else {
        return Value::Null;
    };
    let middle = gtk::graphene::Point::new(widget.width() as f32 / 2.0, widget.height() as f32 / 2.0);
    let (left, top) = native.surface_transform();
    match widget.compute_point(&native, &middle) {
        Some(at) => json!([f64::from(at.x()) + left, f64::from(at.y()) + top]),
        None => Value::Null,
    }
}
