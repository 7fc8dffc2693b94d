// SPDX-License-Identifier: GPL-3.0-or-later
//! The few raw steps between GTK's OpenGL context and glium: finding functions, and leaving GTK's state as it was.
//!
//! GTK draws an area into a framebuffer of its own, while glium takes framebuffer 0 for the screen and remembers what
//! it has bound. [`Guard`] notes what GTK has bound before glium draws and gives it back for the last step.

use glium::SwapBuffersError;
use glium::backend::{Backend, Context};
use glium::debug::DebugCallbackBehavior;
use gtk::gdk;
use gtk::gdk::prelude::*;
use libloading::os::unix::Library;
use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::rc::Rc;
use thiserror::Error;

/// Why there is no board in three dimensions.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlError {
    /// Switched off from outside.
    #[error("OpenGL is switched off")]
    Off,
    /// GTK could not make a context.
    #[error("{0}")]
    Context(String),
    /// The library with the functions is missing.
    #[error("OpenGL's functions were not found")]
    Functions,
    /// The driver is too old.
    #[error("OpenGL {0} is too old; 3.2 or ES 3.0 is needed")]
    Old(String),
    /// The driver refused something.
    #[error("the graphics driver refused {what}: {why}")]
    Refused {
        /// What was asked for.
        what: &'static str,
        /// What the driver said.
        why: String,
    },
    /// The driver has lost everything.
    #[error("the graphics driver has lost its state")]
    Lost,
}

impl GlError {
    /// An error of the driver about something.
    pub(super) fn refused<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> GlError {
        move |why| GlError::Refused { what, why: why.to_string() }
    }
}

/// Finds OpenGL functions through libepoxy, which GTK has loaded.
#[derive(Debug)]
struct Functions(Library);

impl Functions {
    /// Looks in the program itself first, then for the library by name.
    fn new() -> Result<Functions, GlError> {
        let this = Library::this();
        // SAFETY: looking up a symbol does not run any code; the address is only compared with null.
        let linked = unsafe { this.get::<*const c_void>(b"epoxy_glClear\0") }.is_ok();
        if linked {
            return Ok(Functions(this));
        }
        let names = ["libepoxy.so.0", "libepoxy.0.dylib"];
        // SAFETY: libepoxy's initializers only prepare its own tables; GTK has loaded it already.
        let found = names.iter().find_map(|name| unsafe { Library::new(*name) }.ok());
        found.map(Functions).ok_or(GlError::Functions)
    }

    /// The address of a function; null if there is none. Epoxy exports variables that hold them.
    fn address(&self, name: &str) -> *const c_void {
        let Ok(symbol) = CString::new(format!("epoxy_{name}")) else { return std::ptr::null() };
        // SAFETY: `epoxy_glX` is a variable holding a function pointer, so reading one pointer from it is sound; the
        // library stays loaded as long as `self`, which the context keeps.
        unsafe {
            self.0.get::<*const *const c_void>(symbol.as_bytes_with_nul()).map_or(std::ptr::null(), |p| **p)
        }
    }
}

/// GTK's context as glium wants it.
struct AreaBackend {
    context: gdk::GLContext,
    functions: Rc<Functions>,
    size: Rc<Cell<(u32, u32)>>,
}

// SAFETY: functions come from libepoxy for the context that is current; `make_current` makes this one current, and
// `is_current` tells truly whether it is.
unsafe impl Backend for AreaBackend {
    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        Ok(())
    }

    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        self.functions.address(symbol)
    }

    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        self.size.get()
    }

    fn resize(&self, _new_size: (u32, u32)) {}

    fn is_current(&self) -> bool {
        gdk::GLContext::current().as_ref() == Some(&self.context)
    }

    unsafe fn make_current(&self) {
        self.context.make_current();
    }
}

type Get = unsafe extern "system" fn(u32, *mut i32);
type Bind = unsafe extern "system" fn(u32, u32);
type Select = unsafe extern "system" fn(u32);
type Is = unsafe extern "system" fn(u32) -> u8;
type Text = unsafe extern "system" fn(u32) -> *const c_char;
type Error = unsafe extern "system" fn() -> u32;
type Delete = unsafe extern "system" fn(i32, *const u32);

/// The questions whether a name belongs to a thing of a kind.
const KINDS: [&str; 6] =
    ["glIsBuffer", "glIsFramebuffer", "glIsProgram", "glIsRenderbuffer", "glIsTexture", "glIsVertexArray"];
/// Names are given out from 1 on and used again; ours stay far below this one.
const MOST_NAMES: u32 = 2048;

const RENDERER: u32 = 0x1F01;
const FRAMEBUFFER: u32 = 0x8D40;
const FRAMEBUFFER_BINDING: u32 = 0x8CA6;
const ACTIVE_TEXTURE: u32 = 0x84E0;
const TEXTURE0: u32 = 0x84C0;
/// A texture unit that our programs do not use; GTK may bind there what it likes.
const SPARE_UNIT: u32 = TEXTURE0 + 15;

/// Errors after which nothing can be relied on: an operation that is not allowed in the present state, no memory left,
/// a framebuffer that is not complete, a lost context. Others are about single values and may be a driver's opinion.
const GRAVE: [u32; 4] = [0x0502, 0x0505, 0x0506, CONTEXT_LOST];
const CONTEXT_LOST: u32 = 0x0507;
/// Errors that a driver keeps at the same time, at most.
const MOST_ERRORS: usize = 8;

/// The name of the driver behind the context that is current, if there is one.
#[must_use]
pub fn current_driver() -> Option<String> {
    gdk::GLContext::current()?;
    let functions = Functions::new().ok()?;
    let address = functions.address("glGetString");
    if address.is_null() {
        return None;
    }
    // SAFETY: the address is that of `glGetString`, whose signature this is; the library stays loaded meanwhile.
    let get = unsafe { std::mem::transmute::<*const c_void, Text>(address) };
    // SAFETY: a context is current; the string it yields, if any, ends with a zero and lives as long as the context.
    let name = unsafe {
        let name = get(RENDERER);
        if name.is_null() { None } else { Some(CStr::from_ptr(name)) }
    };
    name.map(|name| name.to_string_lossy().into_owned())
}

/// Whether a driver computes everything on the processor.
#[must_use]
pub fn is_software(driver: &str) -> bool {
    ["llvmpipe", "softpipe", "swrast"].iter().any(|name| driver.contains(name))
}

/// GTK's context with glium on top.
#[derive(Clone)]
pub struct Gl {
    /// For creating things.
    pub context: Rc<Context>,
    size: Rc<Cell<(u32, u32)>>,
    get: Get,
    bind: Bind,
    select: Select,
    unit: Rc<Cell<u32>>,
    is: [Is; KINDS.len()],
    error: Error,
    delete: Delete,
}

/// What GTK had bound when it asked for a frame.
#[derive(Debug)]
pub struct Guard {
    framebuffer: u32,
}

impl Gl {
    /// Whether the user or a test has switched the board in three dimensions off.
    #[must_use]
    pub fn is_off() -> bool {
        std::env::var_os("GNUBG_NO_GL").is_some_and(|value| value != "0" && !value.is_empty())
    }

    /// glium on a context that has been realized.
    ///
    /// # Errors
    /// If functions are missing or the driver is too old.
    pub fn new(context: &gdk::GLContext) -> Result<Gl, GlError> {
        if Gl::is_off() {
            return Err(GlError::Off);
        }
        context.make_current();
        let version = context.version();
        let enough = if context.uses_es() { version >= (3, 0) } else { version >= (3, 2) };
        if !enough {
            return Err(GlError::Old(format!("{}.{}", version.0, version.1)));
        }
        let functions = Rc::new(Functions::new()?);
        let size = Rc::new(Cell::new((1, 1)));
        let find = |name: &str| {
            let address = functions.address(name);
            if address.is_null() { Err(GlError::Functions) } else { Ok(address) }
        };
        let (get, bind, select) =
            (find("glGetIntegerv")?, find("glBindFramebuffer")?, find("glActiveTexture")?);
        let (error, delete) = (find("glGetError")?, find("glDeleteFramebuffers")?);
        let mut asked = [std::ptr::null(); KINDS.len()];
        for (address, name) in asked.iter_mut().zip(KINDS) {
            *address = find(name)?;
        }
        let backend =
            AreaBackend { context: context.clone(), functions: functions.clone(), size: size.clone() };
        // SAFETY: the context is current and no other code changes its state except GTK between frames, which
        // `Guard` takes care of; with checks on, glium makes the context current before each use.
        let glium = unsafe { Context::new(backend, true, DebugCallbackBehavior::Ignore) };
        let glium = glium.map_err(|error| GlError::Old(error.to_string()))?;
        // SAFETY: the addresses are those of the OpenGL functions of these names, whose signatures these are; the
        // library stays loaded, since glium's backend holds it.
        let (get, bind, select, error, delete) = unsafe {
            (
                std::mem::transmute::<*const c_void, Get>(get),
                std::mem::transmute::<*const c_void, Bind>(bind),
                std::mem::transmute::<*const c_void, Select>(select),
                std::mem::transmute::<*const c_void, Error>(error),
                std::mem::transmute::<*const c_void, Delete>(delete),
            )
        };
        // SAFETY: as above; all six take a name and return a `GLboolean`.
        let is = asked.map(|address| unsafe { std::mem::transmute::<*const c_void, Is>(address) });
        Ok(Gl {
            context: glium,
            size,
            get,
            bind,
            select,
            unit: Rc::new(Cell::new(TEXTURE0)),
            is,
            error,
            delete,
        })
    }

    /// Tells glium how large the area is, in device pixels.
    pub fn set_size(&self, size: (u32, u32)) {
        self.size.set(size);
    }

    /// How many things exist in the context: buffers, framebuffers, programs, textures and so on, whoever made them;
    /// for finding leaks. The context must be current.
    #[must_use]
    pub fn n_things(&self) -> usize {
        // SAFETY: the context is current, and asking about a name that is not in use is allowed.
        let exists = |is: Is, name: u32| unsafe { is(name) } != 0;
        self.is.iter().map(|is| (1..MOST_NAMES).filter(|name| exists(*is, *name)).count()).sum()
    }

    /// Whether the driver has complained since it was asked last; the context must be current.
    ///
    /// # Errors
    /// [`GlError::Lost`] if the context is lost, [`GlError::Refused`] for what else leaves nothing to rely on.
    pub fn check(&self) -> Result<(), GlError> {
        for _ in 0..MOST_ERRORS {
            // SAFETY: the context is current, and the question has no arguments.
            match unsafe { (self.error)() } {
                0 => break,
                CONTEXT_LOST => return Err(GlError::Lost),
                code if GRAVE.contains(&code) => {
                    return Err(GlError::Refused { what: "a frame", why: format!("error {code:#06x}") });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes the driver forget every framebuffer but the one that is bound, as if it had lost them; for tests. What
    /// glium remembers of them is wrong from then on, and the driver will say so. The context must be current.
    pub fn wreck(&self) {
        let bound = self.integer(FRAMEBUFFER_BINDING);
        let [_, is_framebuffer, ..] = self.is;
        for name in (1..MOST_NAMES).filter(|name| *name != bound) {
            // SAFETY: the context is current; asking about any name is allowed, and so is deleting what exists.
            unsafe {
                if is_framebuffer(name) != 0 {
                    (self.delete)(1, &raw const name);
                }
            }
        }
    }

    fn integer(&self, name: u32) -> u32 {
        let mut value = 0i32;
        // SAFETY: the context is current, and both names we ask for yield one integer.
        unsafe { (self.get)(name, &raw mut value) };
        value.unsigned_abs()
    }

    /// Notes GTK's framebuffer and lets glium find the texture unit it left; the context must be current.
    #[must_use]
    pub fn begin(&self) -> Guard {
        let framebuffer = self.integer(FRAMEBUFFER_BINDING);
        // What GTK did before is not about our frame.
        let _ = self.check();
        // SAFETY: the context is current and the unit is one glium used before.
        unsafe { (self.select)(self.unit.get()) };
        Guard { framebuffer }
    }

    /// Binds GTK's framebuffer where glium believes framebuffer 0 to be.
    pub fn bind(&self, guard: &Guard) {
        // SAFETY: the context is current and the framebuffer is the one GTK had bound in it.
        unsafe { (self.bind)(FRAMEBUFFER, guard.framebuffer) };
    }

    /// Leaves GTK a texture unit that glium does not use, so that glium's memory of its own stays true.
    pub fn end(&self, _guard: Guard) {
        self.unit.set(self.integer(ACTIVE_TEXTURE));
        // SAFETY: the context is current; every OpenGL 3 has at least 16 units.
        unsafe { (self.select)(SPARE_UNIT) };
    }
}
