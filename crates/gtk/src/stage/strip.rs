// SPDX-License-Identifier: GPL-3.0-or-later
//! A strip between the board and the action row, shown in a stack in place of the bar of the lower player: it tells something that wants an
//! answer without covering the board. Structure in `resources/ui/strip.ui`.

use crate::a11y;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};
use std::rc::Rc;

/// Hears the key of the answer.
type OnAnswer = Rc<dyn Fn(&'static str)>;

mod imp {
    use super::OnAnswer;
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::RefCell;

    #[derive(Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/strip.ui")]
    pub struct Strip {
        #[template_child]
        pub(super) text: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) answers: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) menu: TemplateChild<gtk::MenuButton>,
        pub(super) answered: RefCell<Option<OnAnswer>>,
        /// The keys of the answers, the default first.
        pub(super) answer_keys: RefCell<Vec<&'static str>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Strip {
        const NAME: &'static str = "BgStrip";
        type Type = super::Strip;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for Strip {}
    impl WidgetImpl for Strip {}
    impl BoxImpl for Strip {}
}

glib::wrapper! {
    /// See the module.
    pub struct Strip(ObjectSubclass<imp::Strip>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl Strip {
    /// Tells something and offers answers as pairs of a key and a label, the default first; `answered` is called with the
    /// key of the one chosen, after the strip has closed. `menu` has rarer choices.
    pub(crate) fn ask(
        &self,
        text: &str,
        answers: &[(&'static str, String)],
        menu: Option<&gio::Menu>,
        answered: impl Fn(&'static str) + 'static,
    ) {
        let imp = self.imp();
        imp.text.set_text(text);
        a11y::set_label(&*imp.text, text);
        while let Some(child) = imp.buttons.first_child() {
            imp.buttons.remove(&child);
        }
        imp.answered.replace(Some(Rc::new(answered)));
        imp.answer_keys.replace(answers.iter().map(|(key, _)| *key).collect());
        for (n, (key, label)) in answers.iter().enumerate() {
            let button = gtk::Button::builder().label(label).name(format!("strip_{key}")).build();
            if n == 0 {
                button.add_css_class("suggested-action");
            }
            let key = *key;
            button.connect_clicked(glib::clone!(
                #[weak(rename_to = strip)]
                self,
                move |_| strip.answer(key)
            ));
            imp.buttons.append(&button);
        }
        imp.menu.set_menu_model(menu);
        imp.menu.set_visible(menu.is_some());
        if let Some(stack) = self.stack() {
            stack.set_visible_child(self);
        }
        if let Some(first) = imp.buttons.first_child() {
            first.grab_focus();
        }
    }

    /// Gives the default answer another label.
    pub(crate) fn relabel_default(&self, label: &str) {
        if let Some(button) = self.imp().buttons.first_child().and_downcast::<gtk::Button>() {
            button.set_label(label);
        }
    }

    /// The stack of the strip and what stands in its place while it is closed.
    fn stack(&self) -> Option<gtk::Stack> {
        self.parent().and_downcast()
    }

    /// Whether an answer is awaited.
    pub(crate) fn is_open(&self) -> bool {
        self.stack().and_then(|stack| stack.visible_child()).as_ref() == Some(self.upcast_ref())
    }

    /// Gives the default answer.
    pub(crate) fn answer_default(&self) {
        let first = self.imp().answer_keys.borrow().first().copied();
        if let Some(first) = first {
            self.answer(first);
        }
    }

    fn answer(&self, key: &'static str) {
        let answered = self.imp().answered.borrow().clone();
        self.close();
        if let Some(answered) = answered {
            answered(key);
        }
    }

    /// Closes it without an answer.
    pub(crate) fn close(&self) {
        if let Some(stack) = self.stack().filter(|_| self.is_open())
            && let Some(other) = stack.first_child()
        {
            stack.set_visible_child(&other);
        }
        self.imp().answered.take();
        // What cannot be seen needs no room.
        self.imp().text.set_text("");
    }

    /// Puts the buttons below the text, where the column is narrow.
    pub(crate) fn set_narrow(&self, is_narrow: bool) {
        let (orientation, width) = match is_narrow {
            true => (gtk::Orientation::Vertical, 24),
            false => (gtk::Orientation::Horizontal, -1),
        };
        self.set_orientation(orientation);
        self.imp().text.set_width_chars(width);
        // Text and buttons stand together in the middle of a high strip.
        self.imp().text.set_valign(if is_narrow { gtk::Align::End } else { gtk::Align::Center });
        self.imp().answers.set_valign(if is_narrow { gtk::Align::Start } else { gtk::Align::Center });
        // Elsewhere nothing moves when the strip opens; here it takes the room of the message, too.
        if let Some(stack) = self.stack() {
            stack.set_vhomogeneous(!is_narrow);
        }
    }

    /// Calls `changed` when the strip has opened or closed.
    pub(crate) fn connect_open(&self, changed: impl Fn() + 'static) {
        let Some(stack) = self.stack() else { return };
        stack.connect_visible_child_notify(move |_| changed());
    }

    /// Whether the keyboard is on one of its buttons.
    pub(crate) fn has_key_focus(&self) -> bool {
        self.root().and_then(|root| root.focus()).is_some_and(|focus| focus.is_ancestor(self))
    }
}
