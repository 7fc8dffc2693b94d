// SPDX-License-Identifier: GPL-3.0-or-later
//! A server for other programs: they send board lines as FIBS writes them, or ask for evaluations, and get one answer for
//! each line.
//!
//! Each client has a thread and a [`Dialog`] of its own. Lines are at most [`MAX_LINE`] bytes long, at most
//! [`MAX_CLIENTS`] clients are served at the same time, and a client that sends nothing for [`MAX_IDLE`] is closed.

mod dialog;
mod request;

pub use dialog::{Dialog, Reply, ServerSettings};
pub use request::RequestError;

use gnubg_engine::core::CancelToken;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The longest line of a client, in bytes.
pub const MAX_LINE: usize = 1 << 16;
/// The greatest number of clients at the same time.
pub const MAX_CLIENTS: usize = 32;
/// How long a client may be silent.
pub const MAX_IDLE: Duration = Duration::from_secs(3600);
/// How often threads look whether the server ends.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long sending an answer may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// The server cannot listen.
#[derive(Debug, Error)]
#[error("cannot listen at {address}: {reason}; give HOST:PORT or the path of a socket")]
pub struct ListenError {
    address: String,
    reason: std::io::Error,
}

/// What happens at the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// A client is served; clients are counted from 1.
    Connected(usize),
    /// A client has gone, or was closed.
    Closed(usize),
    /// A client was refused because there are too many.
    Refused,
}

enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Local(std::os::unix::net::UnixListener, std::path::PathBuf),
}

trait Stream: Read + Write + Send {}
impl<S: Read + Write + Send> Stream for S {}

impl Listener {
    fn open(address: &str) -> std::io::Result<Listener> {
        if !address.contains('/') {
            let address =
                if address.starts_with(':') { format!("0.0.0.0{address}") } else { address.to_owned() };
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            return Ok(Listener::Tcp(listener));
        }
        #[cfg(unix)]
        {
            use std::os::unix::net::{UnixListener, UnixStream};
            // A socket that nobody listens at is left from a server that was killed.
            let path = std::path::PathBuf::from(address);
            let is_stale =
                UnixStream::connect(&path).is_err_and(|e| e.kind() == ErrorKind::ConnectionRefused);
            if is_stale {
                std::fs::remove_file(&path)?;
            }
            let listener = UnixListener::bind(&path)?;
            listener.set_nonblocking(true)?;
            Ok(Listener::Local(listener, path))
        }
        #[cfg(not(unix))]
        Err(ErrorKind::Unsupported.into())
    }

    fn accept(&self) -> std::io::Result<Box<dyn Stream>> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                prepare_tcp(&stream)?;
                Ok(Box::new(stream))
            }
            #[cfg(unix)]
            Listener::Local(listener, _) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(POLL_INTERVAL))?;
                stream.set_write_timeout(Some(SEND_TIMEOUT))?;
                Ok(Box::new(stream))
            }
        }
    }
}

fn prepare_tcp(stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(POLL_INTERVAL))?;
    stream.set_write_timeout(Some(SEND_TIMEOUT))
}

impl Drop for Listener {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Listener::Local(_, path) = self {
            // Somebody else may have removed it.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A server that runs until it is dropped.
#[derive(Debug)]
pub struct Server {
    cancel: CancelToken,
    port: Option<u16>,
    threads: Vec<std::thread::JoinHandle<()>>,
    events: Receiver<ServerEvent>,
}

impl Server {
    /// Listens at `HOST:PORT`, `:PORT` for all interfaces, or at a socket in the file system if the address contains a
    /// slash.
    ///
    /// # Errors
    /// If it cannot listen there.
    pub fn start(address: &str, settings: ServerSettings) -> Result<Server, ListenError> {
        let failed = |reason| ListenError { address: address.to_owned(), reason };
        let listener = Listener::open(address.trim()).map_err(failed)?;
        let port = match &listener {
            Listener::Tcp(listener) => listener.local_addr().ok().map(|address| address.port()),
            #[cfg(unix)]
            Listener::Local(..) => None,
        };
        let (sender, events) = channel();
        let cancel = CancelToken::new();
        let stop = cancel.clone();
        let settings = Arc::new(settings);
        let n_clients = Arc::new(AtomicUsize::new(0));
        let accepting = std::thread::Builder::new().name("server".to_owned()).spawn(move || {
            let mut clients = Vec::new();
            for n in 1.. {
                let mut stream = loop {
                    if stop.check().is_err() {
                        break None;
                    }
                    match listener.accept() {
                        Ok(stream) => break Some(stream),
                        Err(_) => std::thread::sleep(POLL_INTERVAL),
                    }
                };
                let Some(stream) = &mut stream else { break };
                if n_clients.load(Ordering::Relaxed) >= MAX_CLIENTS {
                    // The client may have gone.
                    let _ = stream.write_all(b"Error: too many clients\n");
                    let _ = sender.send(ServerEvent::Refused);
                    continue;
                }
                let stream = std::mem::replace(stream, Box::new(std::io::Cursor::new(Vec::new())));
                let (settings, stop, sender) = (Arc::clone(&settings), stop.clone(), sender.clone());
                let n_clients = Arc::clone(&n_clients);
                n_clients.fetch_add(1, Ordering::Relaxed);
                let serve = move || {
                    // Nobody may be listening to events.
                    let _ = sender.send(ServerEvent::Connected(n));
                    serve(stream, Dialog::new(settings), &stop);
                    n_clients.fetch_sub(1, Ordering::Relaxed);
                    let _ = sender.send(ServerEvent::Closed(n));
                };
                clients.extend(std::thread::Builder::new().name(format!("client {n}")).spawn(serve));
                clients.retain(|client| !client.is_finished());
            }
            for client in clients {
                // A client's thread that failed has closed its connection.
                let _ = client.join();
            }
        });
        let threads = vec![accepting.map_err(failed)?];
        Ok(Server { cancel, port, threads, events })
    }

    /// The port; `None` for a socket in the file system.
    #[must_use]
    pub const fn port(&self) -> Option<u16> {
        self.port
    }

    /// What has happened since the last call.
    #[must_use]
    pub fn events(&self) -> Vec<ServerEvent> {
        self.events.try_iter().collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.cancel.cancel();
        for thread in self.threads.drain(..) {
            // A thread that failed has ended, too.
            let _ = thread.join();
        }
    }
}

/// Answers a client until it leaves.
fn serve(mut stream: Box<dyn Stream>, mut dialog: Dialog, cancel: &CancelToken) {
    let mut received: Vec<u8> = Vec::new();
    let mut buffer = [0; 4096];
    let mut last = Instant::now();
    loop {
        while let Some(at) = received.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = received.drain(..=at).collect();
            let line = String::from_utf8_lossy(&line).replace('\0', "");
            let Ok(reply) = dialog.answer(line.trim(), cancel) else { return };
            if stream.write_all(reply.text.as_bytes()).is_err() || reply.closes {
                return;
            }
        }
        if received.len() > MAX_LINE {
            // The client may have gone.
            let _ = stream.write_all(b"Error: the line is too long\n");
            return;
        }
        if cancel.check().is_err() || last.elapsed() > MAX_IDLE {
            return;
        }
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(n) => {
                received.extend_from_slice(&buffer[..n]);
                last = Instant::now();
            }
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                ) => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests;
