// SPDX-License-Identifier: GPL-3.0-or-later
//! The row below the board: a message or a line for typing plays, in a transcription both, and the buttons for what can be
//! done now, each at a fixed place. Structure in `resources/ui/action_row.ui`.

use super::offers::{N_SLOTS, Offer};
use super::shapes_picture::ShapesPicture;
use crate::board::Design;
use crate::board::layout::DIE;
use crate::board::paint::Shape;
use crate::i18n::gettext;
use crate::widgets::{keys, menus};
use crate::{a11y, icons};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::Player;
use gnubg_session::options::Toolbar;
use gtk::{gdk, glib};

/// What the user does in the line for typing plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typing {
    /// Something was typed.
    Changed,
    /// The play is to be made.
    Entered,
    /// The play is to be recorded as it happened, whatever the rules say.
    EnteredAsPlayed,
    /// The play is to be completed, or replaced by the next one; by the one before if `true`.
    Complete(bool),
    /// The line is to be closed.
    Cancelled,
}

/// Side of a die before the line, and the gap between two, in logical pixels.
const DIE_SIDE: i32 = 24;
const DIE_GAP: i32 = 4;

/// Hears what is typed.
type OnTyping = Box<dyn Fn(Typing)>;

mod imp {
    use super::{N_SLOTS, Offer, OnTyping, ShapesPicture, Toolbar};
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::{Cell, OnceCell, RefCell};

    #[derive(Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/action_row.ui")]
    pub struct ActionRow {
        #[template_child]
        pub(super) message_line: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) message_area: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) message_stack: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) entry_line: TemplateChild<gtk::Box>,
        /// The dice before the line, in a transcription.
        pub(super) dice: OnceCell<ShapesPicture>,
        /// Whether the line stays, with the message below it.
        pub(super) is_permanent: Cell<bool>,
        /// Whether something is being typed in the line.
        pub(super) is_typing: Cell<bool>,
        #[template_child]
        pub(super) message: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) play_entry: TemplateChild<gtk::Entry>,
        #[template_child]
        pub(super) thinking: TemplateChild<gtk::Spinner>,
        #[template_child]
        pub(super) waiting: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) slots: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) resign_button: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub(super) resign_menu: TemplateChild<gtk::gio::Menu>,
        pub(super) buttons: OnceCell<[(gtk::Stack, gtk::Button); N_SLOTS]>,
        /// What the buttons show.
        pub(super) shown: RefCell<[Option<(Offer, Toolbar)>; N_SLOTS]>,
        pub(super) on_typing: RefCell<Option<std::rc::Rc<OnTyping>>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ActionRow {
        const NAME: &'static str = "BgActionRow";
        type Type = super::ActionRow;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for ActionRow {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }
    }

    impl WidgetImpl for ActionRow {}
    impl BoxImpl for ActionRow {}
}

glib::wrapper! {
    /// The row. Its buttons name the actions of what they offer.
    pub struct ActionRow(ObjectSubclass<imp::ActionRow>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl ActionRow {
    fn build(&self) {
        let imp = self.imp();
        let buttons = [(); N_SLOTS].map(|()| {
            // The keyboard stays with the board when a button is clicked.
            let button = gtk::Button::builder().focus_on_click(false).build();
            let stack = gtk::Stack::new();
            stack.add_named(&gtk::Box::builder().build(), Some("empty"));
            stack.add_named(&button, Some("button"));
            imp.slots.append(&stack);
            (stack, button)
        });
        assert!(imp.buttons.set(buttons).is_ok(), "invariant: built once");
        self.emphasize(true);
        menus::set_menu(&*imp.resign_button, &*imp.resign_menu);
        a11y::name_menu_buttons(&*imp.resign_button, &gettext("Resign"));
        let dice = ShapesPicture::new(&Design::default(), 2, DIE_SIDE, DIE_GAP);
        dice.widget().set_visible(false);
        imp.entry_line.prepend(dice.widget());
        assert!(imp.dice.set(dice).is_ok(), "invariant: built once");
        // A click into the line that stays begins to type.
        let focus = gtk::EventControllerFocus::new();
        focus.connect_enter(glib::clone!(
            #[weak(rename_to = row)]
            self,
            move |_| row.imp().is_typing.set(true)
        ));
        imp.play_entry.add_controller(focus);
        imp.play_entry.connect_activate(self.told(Typing::Entered));
        imp.play_entry.connect_changed(self.told(Typing::Changed));
        keys::connect(
            &*imp.play_entry,
            gtk::PropagationPhase::Capture,
            glib::clone!(
                #[weak(rename_to = row)]
                self,
                #[upgrade_or]
                glib::Propagation::Proceed,
                move |key, modifiers| {
                    let is_control = modifiers.contains(gdk::ModifierType::CONTROL_MASK);
                    row.tell(match key {
                        gdk::Key::Return | gdk::Key::KP_Enter if is_control => Typing::EnteredAsPlayed,
                        gdk::Key::Escape => Typing::Cancelled,
                        gdk::Key::Tab => Typing::Complete(false),
                        gdk::Key::ISO_Left_Tab => Typing::Complete(true),
                        _ => return glib::Propagation::Proceed,
                    });
                    glib::Propagation::Stop
                }
            ),
        );
    }

    fn told(&self, typing: Typing) -> impl Fn(&gtk::Entry) + use<> {
        let row = self.downgrade();
        move |_| {
            if let Some(row) = row.upgrade() {
                row.tell(typing);
            }
        }
    }

    fn tell(&self, typing: Typing) {
        let hears = self.imp().on_typing.borrow().clone();
        if let Some(hears) = hears {
            hears(typing);
        }
    }

    /// Calls `hears` when something is typed in the line for plays.
    pub(crate) fn connect_typing(&self, hears: impl Fn(Typing) + 'static) {
        self.imp().on_typing.replace(Some(std::rc::Rc::new(Box::new(hears))));
    }

    /// Shows a message; screen readers follow its changes.
    pub(crate) fn say(&self, text: &str, is_refusal: bool) {
        let message = &*self.imp().message;
        message.set_text(text);
        a11y::set_tooltip(message, Some(text));
        a11y::set_label(message, text);
        if is_refusal {
            message.add_css_class("refusal");
        } else {
            message.remove_css_class("refusal");
        }
    }

    /// Whether the line for typing plays stands in the place of the message.
    pub(crate) fn hides_message(&self) -> bool {
        self.imp().is_typing.get() && !self.imp().is_permanent.get()
    }

    /// Shows the line of the message, or leaves its room to the strip above it.
    pub(crate) fn show_message_line(&self, is_shown: bool) {
        self.imp().message_line.set_visible(is_shown);
    }

    /// The height that the line of the message takes where the buttons are below it, in pixels.
    pub(crate) fn message_height(&self) -> i32 {
        self.imp().message_line.measure(gtk::Orientation::Vertical, -1).1 + self.spacing()
    }

    /// The button that activates an action, or the row of all buttons while it is not offered.
    pub(crate) fn button_of(&self, action: &str) -> gtk::Widget {
        let buttons = self.imp().buttons.get().into_iter().flatten();
        let mut found = buttons.filter(|(_, button)| button.action_name().as_deref() == Some(action));
        found.next().map_or_else(|| self.imp().slots.get().upcast(), |(_, button)| button.clone().upcast())
    }

    /// Shows that the computer thinks, or what it waits for.
    pub(crate) fn set_thinking(&self, is_thinking: bool, waiting_for: Option<&str>) {
        let imp = self.imp();
        imp.thinking.set_spinning(is_thinking);
        imp.thinking.set_visible(is_thinking);
        imp.waiting.set_text(waiting_for.unwrap_or_default());
        a11y::set_tooltip(&*imp.waiting, waiting_for);
        imp.waiting.set_visible(waiting_for.is_some());
    }

    /// Offers what can be done, with buttons as the settings say.
    pub(crate) fn offer(&self, offers: &[Option<Offer>; N_SLOTS], toolbar: Toolbar) {
        let buttons = self.imp().buttons.get().expect("invariant: built with the row");
        for (n, (stack, button)) in buttons.iter().enumerate() {
            // A page that is not shown would still be found by a screen reader.
            button.set_visible(offers[n].is_some());
            match offers[n] {
                Some(offer) => {
                    self.show_offer(n, button, offer, toolbar);
                    button.set_action_name(Some(offer.action()));
                    stack.set_visible_child_name("button");
                }
                None => {
                    button.set_action_name(None);
                    stack.set_visible_child_name("empty");
                }
            }
        }
    }

    /// Lets the first offer stand out, or not while something else asks for an answer.
    pub(crate) fn emphasize(&self, is_emphasized: bool) {
        let buttons = self.imp().buttons.get().expect("invariant: built with the row");
        let Some((_, first)) = buttons.first() else { return };
        if is_emphasized {
            first.add_css_class("suggested-action");
        } else {
            first.remove_css_class("suggested-action");
        }
    }

    /// Lets a button show an offer: by its name, an icon or both.
    fn show_offer(&self, n: usize, button: &gtk::Button, offer: Offer, toolbar: Toolbar) {
        let old = self.imp().shown.borrow_mut()[n].replace((offer, toolbar));
        if old == Some((offer, toolbar)) {
            return;
        }
        let label = offer.label();
        match toolbar {
            Toolbar::Icons => button.set_icon_name(offer.icon()),
            Toolbar::Both => {
                let both = adw::ButtonContent::builder().icon_name(offer.icon()).label(&label).build();
                button.set_child(Some(&both));
            }
            Toolbar::Words | Toolbar::On | Toolbar::Hidden => button.set_label(&label),
        }
        let hidden_name = (toolbar == Toolbar::Icons).then_some(label.as_str());
        a11y::set_tooltip(button, hidden_name);
        a11y::set_label(button, &label);
    }

    /// Reads icons that may be shown later when there is time.
    pub(crate) fn read_icons(&self) {
        icons::read_ahead(self, Offer::ALL.map(Offer::icon));
    }

    /// Shows the buttons, or only the message beside them.
    pub(crate) fn show_buttons(&self, is_shown: bool) {
        self.imp().slots.set_visible(is_shown);
        self.imp().resign_button.set_visible(is_shown);
    }

    /// Shows what is offered, or hides it while something else offers the same; the row keeps its place.
    pub(crate) fn show_offers(&self, is_shown: bool) {
        let slots = &*self.imp().slots;
        slots.set_opacity(if is_shown { 1.0 } else { 0.0 });
        slots.set_sensitive(is_shown);
        a11y::set_hidden(slots, !is_shown);
    }

    /// Shows the button to resign, or hides it.
    pub(crate) fn show_resign(&self, is_shown: bool) {
        self.imp().resign_button.set_visible(is_shown);
    }

    pub(crate) fn set_can_resign(&self, can_resign: bool) {
        self.imp().resign_button.set_sensitive(can_resign);
    }

    /// Opens the menu to resign.
    pub(crate) fn open_resign_menu(&self) {
        self.imp().resign_button.popup();
    }

    /// Puts the buttons below the message, where the column is narrow.
    pub(crate) fn set_narrow(&self, is_narrow: bool) {
        self.set_orientation(match is_narrow {
            true => gtk::Orientation::Vertical,
            false => gtk::Orientation::Horizontal,
        });
        if is_narrow {
            self.add_css_class("narrow");
        } else {
            self.remove_css_class("narrow");
        }
        self.imp().slots.set_hexpand(is_narrow);
    }

    /// The line for typing plays.
    pub(crate) fn play_entry(&self) -> &gtk::Entry {
        &self.imp().play_entry
    }

    /// Opens the line with a text, to be continued.
    pub(crate) fn open_entry(&self, text: &str) {
        let imp = self.imp();
        imp.is_typing.set(true);
        imp.message_stack.set_visible_child_name("entry");
        imp.play_entry.set_text(text);
        imp.play_entry.grab_focus_without_selecting();
        imp.play_entry.set_position(-1);
    }

    /// Shows the message in place of the line, or empties the line that stays.
    pub(crate) fn close_entry(&self) {
        let imp = self.imp();
        imp.is_typing.set(false);
        if imp.is_permanent.get() {
            imp.play_entry.set_text("");
        } else {
            imp.message_stack.set_visible_child_name("message");
        }
    }

    /// Whether something is being typed in the line.
    pub(crate) fn is_entry_open(&self) -> bool {
        self.imp().is_typing.get()
    }

    /// Whether the line stays, as in a transcription.
    pub(crate) fn is_entry_permanent(&self) -> bool {
        self.imp().is_permanent.get()
    }

    /// Keeps the line, with the message below it, or shows one of the two in the place of the other.
    pub(crate) fn set_entry_permanent(&self, is_permanent: bool) {
        let imp = self.imp();
        if imp.is_permanent.replace(is_permanent) == is_permanent {
            return;
        }
        let (area, stack, message) = (&*imp.message_area, &*imp.message_stack, &*imp.message);
        if is_permanent {
            stack.remove(message);
            area.append(message);
            stack.set_visible_child_name("entry");
        } else {
            area.remove(message);
            stack.add_named(message, Some("message"));
            if !imp.is_typing.get() {
                stack.set_visible_child_name("message");
            }
            imp.play_entry.set_placeholder_text(Some("8/5 6/5"));
            let help = gettext("Type a play; Tab completes it, Return plays it, Escape leaves");
            a11y::set_tooltip(&*imp.play_entry, Some(&help));
        }
        crate::widgets::set_class(&*imp.entry_line, "permanent", is_permanent);
        if let Some(dice) = imp.dice.get() {
            dice.widget().set_visible(is_permanent);
        }
    }

    /// Shows the dice before the line that stays, those of a player, and what can be typed in it: in the line in short, and
    /// all of it where the pointer rests.
    pub(crate) fn show_entry_help(&self, player: Player, faces: &[u8], [short, whole]: &[String; 2]) {
        let imp = self.imp();
        if let Some(dice) = imp.dice.get() {
            let shapes = faces.iter().map(|face| (Shape::Die(player, *face), DIE));
            dice.show(&shapes.collect::<Vec<_>>());
        }
        if imp.play_entry.placeholder_text().as_deref() != Some(short) {
            imp.play_entry.set_placeholder_text(Some(short));
        }
        a11y::set_tooltip(&*imp.play_entry, Some(whole));
    }

    /// Paints the dice in this design.
    pub(crate) fn set_design(&self, design: &Design) {
        if let Some(dice) = self.imp().dice.get() {
            dice.set_design(design);
        }
    }

    /// What is typed in the line.
    pub(crate) fn typed(&self) -> String {
        self.imp().play_entry.text().to_string()
    }

    /// Replaces what is typed.
    pub(crate) fn set_typed(&self, text: &str) {
        self.imp().play_entry.set_text(text);
        self.imp().play_entry.set_position(-1);
    }
}
