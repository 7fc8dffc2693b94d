// SPDX-License-Identifier: GPL-3.0-or-later
//! The window around a tool: a header with title and subtitle, and a box for the tool's own widgets.

use super::controls::icon_button;
use crate::chapters;
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::widgets::keys;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::glib::subclass::Signal;
use gtk::glib::{ParamSpec, ParamSpecString};
use gtk::{CompositeTemplate, gdk, glib};
use std::cell::RefCell;
use std::sync::OnceLock;

mod imp {
    use super::*;

    /// See the module.
    #[derive(Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/tool_frame.ui")]
    pub struct ToolFrame {
        #[template_child]
        pub(super) header: TemplateChild<adw::HeaderBar>,
        #[template_child]
        pub(super) content: TemplateChild<gtk::Box>,
        /// The property `subtitle`: what the window shows, such as a position or a score.
        pub(super) subtitle: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ToolFrame {
        const NAME: &'static str = "BgToolFrame";
        type Type = super::ToolFrame;
        type ParentType = adw::Window;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for ToolFrame {
        fn properties() -> &'static [ParamSpec] {
            static PROPERTIES: OnceLock<Vec<ParamSpec>> = OnceLock::new();
            PROPERTIES.get_or_init(|| vec![ParamSpecString::builder("subtitle").build()])
        }

        fn property(&self, _id: usize, _spec: &ParamSpec) -> glib::Value {
            self.subtitle.borrow().to_value()
        }

        fn set_property(&self, _id: usize, value: &glib::Value, _spec: &ParamSpec) {
            self.subtitle.replace(value.get().unwrap_or_default());
        }

        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| vec![Signal::builder("copy").build()])
        }

        fn constructed(&self) {
            self.parent_constructed();
            let frame = self.obj();
            keys::on_escape(
                &*frame,
                glib::clone!(
                    #[weak]
                    frame,
                    move || frame.close()
                ),
            );
            keys::connect(
                &*frame,
                gtk::PropagationPhase::Bubble,
                glib::clone!(
                    #[weak]
                    frame,
                    #[upgrade_or]
                    glib::Propagation::Proceed,
                    move |key, modifiers| {
                        // Text fields take the key before the window does.
                        if key != gdk::Key::c || !modifiers.contains(gdk::ModifierType::CONTROL_MASK) {
                            return glib::Propagation::Proceed;
                        }
                        frame.emit_by_name::<()>("copy", &[]);
                        glib::Propagation::Stop
                    }
                ),
            );
        }
    }

    impl WidgetImpl for ToolFrame {
        fn map(&self) {
            self.parent_map();
            // The keyboard starts in the content, not on a button of the header.
            if GtkWindowExt::focus(&*self.obj()).is_none() {
                self.content.child_focus(gtk::DirectionType::TabForward);
            }
        }
    }

    impl WindowImpl for ToolFrame {}
    impl AdwWindowImpl for ToolFrame {}
}

glib::wrapper! {
    /// A tool's window. Escape closes it; Ctrl+C emits the signal `copy`.
    pub struct ToolFrame(ObjectSubclass<imp::ToolFrame>)
        @extends adw::Window, gtk::Window, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl ToolFrame {
    /// An empty window of a default size in pixels. `name` is its name as a widget.
    pub(crate) fn new(host: &HostHandle, name: &str, title: &str, (width, height): (i32, i32)) -> ToolFrame {
        let frame: ToolFrame = glib::Object::builder()
            .property("name", name)
            .property("title", title)
            .property("default-width", width)
            .property("default-height", height)
            .build();
        frame.set_transient_for(host.window().as_ref());
        if name != "help" {
            frame.offer_help();
        }
        frame
    }

    /// Lets a button of the header, and F1, open the chapter of this window.
    fn offer_help(&self) {
        chapters::open_on_key(self);
        let button = icon_button("help-browser-symbolic", &gettext("Help"));
        button.set_widget_name("help-button");
        button.connect_clicked(glib::clone!(
            #[weak(rename_to = frame)]
            self,
            move |_| chapters::open(&frame, chapters::chapter_of(&frame.widget_name()))
        ));
        self.header().pack_end(&button);
    }

    /// The header bar.
    pub(crate) fn header(&self) -> &adw::HeaderBar {
        &self.imp().header
    }

    /// The box below the header.
    pub(crate) fn content(&self) -> &gtk::Box {
        &self.imp().content
    }

    /// Sets what the window shows, below the title.
    pub(crate) fn set_subtitle(&self, subtitle: impl Into<String>) {
        self.set_property("subtitle", subtitle.into());
    }

    /// Calls `copy` on Ctrl+C unless a text field takes the key, and on a button that this adds to the header.
    pub(crate) fn connect_copy(&self, tooltip: &str, copy: impl Fn() + 'static) {
        let button = icon_button("edit-copy-symbolic", tooltip);
        button.set_widget_name("copy");
        button.connect_clicked(glib::clone!(
            #[weak(rename_to = frame)]
            self,
            move |_| frame.emit_by_name::<()>("copy", &[])
        ));
        self.header().pack_end(&button);
        self.connect_local("copy", false, move |_| {
            copy();
            None
        });
    }
}
