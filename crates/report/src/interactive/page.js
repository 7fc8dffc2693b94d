'use strict';
const byId = id => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const all = data.decisions, phrases = data.phrases;
let at = 0;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}
function row(cells, heading, className) {
  const made = element('tr', undefined, className);
  for (const cell of cells) made.append(element(heading ? 'th' : 'td', cell));
  return made;
}
const fill = (phrase, values) => phrase.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const minus = text => text.replace(/-/g, '\u2212');

// Boards are complete pictures; they are read as such, never as markup of the page.
function picture(text) {
  return document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
}
function shape(parent, name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent.append(made);
  return made;
}

function show(index) {
  if (!all.length) return;
  at = Math.min(Math.max(index, 0), all.length - 1);
  const one = all[at];
  byId('board').replaceChildren(picture(one.board));
  byId('head').textContent = one.head;
  byId('losses').replaceChildren(...one.losses.map(([text, name]) => element('span', text, name)));
  const place = fill(phrases.place, { game: one.game, score: one.score, n: at + 1, all: all.length, zero: one.pips[0], one: one.pips[1] });
  byId('place').textContent = one.luck ? `${place} · ${fill(phrases.luck, { n: one.luck })}` : place;
  byId('id').textContent = one.id;
  byId('comment').textContent = one.comment;
  cube(byId('cube'), one.cubes[0], one.cubeMatters);
  plays(byId('plays'), one.plays[0]);
  cube(byId('imported-cube'), one.cubes[1], true);
  plays(byId('imported-plays'), one.plays[1]);
  byId('imported').hidden = one.cubes.length < 2 && one.plays.length < 2;
  for (const button of byId('errors').querySelectorAll('button')) {
    const isHere = Number(button.dataset.at) === at;
    button.setAttribute('aria-current', isHere);
    if (isHere) button.scrollIntoView({ block: 'nearest' });
  }
  course();
}

function chances([win, gammons, , , lost]) {
  return fill(phrases.chances, { win: `${win}%`, gammons: `${gammons}%`, lost: `${lost}%` });
}
function cube(parent, found, matters) {
  parent.replaceChildren();
  if (!found || !found.rows.length) return;
  if (!matters) {
    parent.append(element('p', minus(found.rows.map(cells => `${cells[0]} ${cells[1]}`).join(' · ')), 'quiet'));
    return;
  }
  parent.append(element('p', found.verdict, 'verdict'));
  const table = element('table', undefined, 'cube');
  table.append(row([phrases.cube, phrases.equity, phrases.difference], true));
  const largest = Math.max(...found.rows.map(cells => Math.abs(cells[3])), 0.01);
  found.rows.forEach((cells, n) => {
    const made = row([cells[0], minus(cells[1]), minus(cells[2])], false, n === 0 ? 'best' : '');
    const bar = element('span', undefined, cells[3] < 0 ? 'bar minus' : 'bar');
    bar.style.width = `${100 * Math.abs(cells[3]) / largest}%`;
    made.firstChild.append(bar);
    table.append(made);
  });
  parent.append(table, element('p', `${chances(found.chances)} · ${found.method}`, 'quiet id'));
}
function plays(parent, found) {
  parent.replaceChildren();
  if (!found || !found.rows.length) return;
  const table = element('table', undefined, 'plays');
  table.append(row(['', phrases.play, found.mwc ? phrases.mwc : phrases.equity, phrases.difference], true));
  found.rows.forEach((line, n) => {
    const name = line.played ? 'played' : '';
    const made = row(line.cells.map(minus), false, n === 0 ? `best ${name}` : name);
    if (line.played) made.children[1].append(element('span', ` (${phrases.played})`, 'quiet'));
    const below = element('tr', undefined, `chances ${name}`);
    const cell = element('td', `${chances(line.chances)} · ${line.method}`);
    cell.colSpan = 3;
    below.append(element('td'), cell);
    table.append(made, below);
  });
  parent.append(table);
}

// The course: a line, a dot for each marked error, a mark for the decision shown.
function course() {
  const svg = byId('course'), points = data.course, last = Math.max(points.length - 1, 1);
  // As an attribute, for style sheets with it are refused by checkers of web pages.
  const stroke = (kind, attributes) => shape(svg, kind, { ...attributes, 'vector-effect': 'non-scaling-stroke' });
  svg.replaceChildren();
  svg.style.display = points.length > 1 ? '' : 'none';
  shape(svg, 'rect', { width: 1000, height: 50, class: 'up' });
  shape(svg, 'rect', { y: 50, width: 1000, height: 50, class: 'down' });
  const place = (point, n) => [1000 * n / last, 100 * (1 - point.height)];
  stroke('polyline', { class: 'line', points: points.map((point, n) => place(point, n).map(x => x.toFixed(1)).join(',')).join(' ') });
  points.forEach((point, n) => {
    if (point.class === 'small') return;
    const [x, y] = place(point, n);
    stroke('path', { class: `dot ${point.class}`, d: `M${x.toFixed(1)} ${y.toFixed(1)}h0` });
  });
  let here = points.findIndex(point => point.at >= at);
  if (here < 0) here = last;
  stroke('path', { class: 'here', d: `M${(1000 * here / last).toFixed(1)} 0V100` });
}
byId('course').addEventListener('click', event => {
  const box = byId('course').getBoundingClientRect();
  const n = Math.round((event.clientX - box.left) / box.width * (data.course.length - 1));
  if (data.course[n]) show(data.course[n].at);
});

function chosen() {
  const player = byId('player').value, kind = byId('kind').value, least = Number(byId('least').value) || 0;
  return data.errors.filter(error => error.loss >= least && (kind === '' || error.kind === kind)
    && (player === '' || error.player === Number(player)));
}
function list() {
  const found = chosen();
  byId('count').textContent = data.counts[found.length];
  byId('errors').replaceChildren(...found.map(error => {
    const button = element('button', undefined);
    button.append(element('span', `${data.names[error.player]} · ${error.text}`), element('b', '\u2212' + error.loss.toFixed(3), error.class));
    button.dataset.at = error.at;
    button.addEventListener('click', () => show(error.at));
    const item = element('li');
    item.append(button);
    return item;
  }));
  if (!found.length) byId('errors').append(element('li', phrases.none, 'quiet'));
  show(at);
}
// In the order of the match.
function nextError(step) {
  const found = chosen().map(error => error.at).sort((a, b) => a - b);
  const next = step > 0 ? found.find(index => index > at) : found.filter(index => index < at).pop();
  if (next !== undefined) show(next);
}
const actions = { first: () => show(0), back: () => show(at - 1), forward: () => show(at + 1), last: () => show(all.length - 1), previous: () => nextError(-1), next: () => nextError(1) };
const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', p: 'previous', n: 'next', '<': 'previous', '>': 'next' };
for (const name in actions) byId(name).addEventListener('click', actions[name]);
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input, select')) return;
  const name = keys[event.key];
  if (name) { event.preventDefault(); actions[name](); }
});
byId('filter').addEventListener('submit', event => event.preventDefault());
for (const id of ['player', 'kind', 'least']) byId(id).addEventListener('input', list);
data.names.forEach((name, seat) => {
  const option = element('option', name);
  option.value = seat;
  byId('player').append(option);
});
list();
