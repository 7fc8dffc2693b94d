'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const all = data.decisions, byId = id => document.getElementById(id);
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
const loss = value => value > 0 ? '\u2212' + value.toFixed(3) : '';
const largest = one => Math.max(one.cubeLoss, one.playLoss);

// The board: 108 by 82 units, seat 1 at the bottom, bearing off to the right.
function shape(parent, name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}
function column(n) {
  const fromLeft = n > 12 ? n - 13 : 12 - n;
  return (fromLeft < 6 ? 12 : 24) + 6 * (fromLeft + 0.5);
}
function stack(svg, x, y, step, count, player) {
  for (let n = 0; n < Math.min(count, 5); n++)
    shape(svg, 'circle', { cx: x, cy: y + n * step, r: 2.85, fill: player ? '#2b2f38' : '#fbf7ec', stroke: '#111', 'stroke-width': 0.3 });
  if (count > 5) label(svg, x, y + 4 * step, 3.2, count, player ? '#fff' : '#111');
}
function label(svg, x, y, size, text, fill) {
  shape(svg, 'text', { x: x, y: y + size * 0.36, 'font-size': size, fill: fill, 'text-anchor': 'middle', 'font-family': 'sans-serif' }, String(text));
}
function square(svg, x, y, side, fill) {
  shape(svg, 'rect', { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 1, fill: fill, stroke: '#111', 'stroke-width': 0.3 });
}
function die(svg, x, face, player) {
  square(svg, x, 41, 6.5, player ? '#2b2f38' : '#fbf7ec');
  const pips = [];
  if (face % 2) pips.push([0, 0]);
  if (face > 1) pips.push([-1, -1], [1, 1]);
  if (face > 3) pips.push([-1, 1], [1, -1]);
  if (face === 6) pips.push([-1, 0], [1, 0]);
  for (const [dx, dy] of pips) shape(svg, 'circle', { cx: x + 1.8 * dx, cy: 41 + 1.8 * dy, r: 0.6, fill: player ? '#fff' : '#111' });
}
function draw(one) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 108 82');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', one.title + '. ' + one.id);
  shape(svg, 'rect', { width: 108, height: 82, fill: '#3c3128' });
  for (const x of [12, 60]) shape(svg, 'rect', { x: x, y: 3, width: 36, height: 76, fill: '#e9dfc7' });
  for (const x of [2, 98]) shape(svg, 'rect', { x: x, y: 3, width: 8, height: 76, fill: '#2a211a' });
  for (let n = 1; n <= 24; n++) {
    const x = column(n), base = n > 12 ? 3 : 79, tip = n > 12 ? 33 : 49;
    shape(svg, 'path', { d: `M${x - 3} ${base}L${x} ${tip}L${x + 3} ${base}Z`, fill: n % 2 ? '#d0b48c' : '#b98d5f' });
    label(svg, x, n > 12 ? 1.5 : 80.5, 2.6, one.player ? n : 25 - n, '#f4ead2');
  }
  for (const player of [0, 1]) {
    one.checkers[player].forEach((count, index) => {
      if (index === 24) return stack(svg, 54, player ? 33 : 49, player ? -6 : 6, count, player);
      const n = player ? index + 1 : 24 - index;
      stack(svg, column(n), n > 12 ? 6 : 76, n > 12 ? 6 : -6, count, player);
    });
    const off = one.off[player], y = player ? 73 : 9;
    if (off) { stack(svg, 102, y, 0, 1, player); label(svg, 102, y, 3.2, off, player ? '#fff' : '#111'); }
  }
  if (one.cube) {
    const place = one.cube.offeredBy !== null ? [one.cube.offeredBy ? 30 : 78, 41]
      : [6, one.cube.owner === null ? 41 : one.cube.owner ? 72 : 10];
    square(svg, place[0], place[1], 7, '#f4f4f4');
    label(svg, place[0], place[1], one.cube.value > 99 ? 2.8 : 4, one.cube.value === 1 ? 64 : one.cube.value, '#111');
  }
  if (one.dice) one.dice.forEach((face, n) => die(svg, (one.player ? 74 : 26) + 8 * n, face, one.player));
  byId('board').replaceChildren(svg);
}

function show(index) {
  if (!all.length) return;
  at = Math.min(Math.max(index, 0), all.length - 1);
  const one = all[at];
  draw(one);
  byId('title').textContent = one.title;
  byId('place').textContent = `Game ${one.game}, score ${one.score.join('\u2013')} · decision ${at + 1} of ${all.length} · pips ${one.pips.join('\u2013')}`;
  byId('done').textContent = one.done;
  byId('loss').textContent = [['cube', one.cubeLoss], ['play', one.playLoss]].filter(part => part[1] > 0).map(part => `${part[0]} ${loss(part[1])}`).join(', ');
  byId('id').textContent = one.id;
  byId('comment').textContent = one.comment;
  const cube = byId('cube'), plays = byId('plays');
  cube.replaceChildren();
  plays.replaceChildren();
  if (one.actions.length) {
    cube.append(row(['Cube action', 'Equity', 'Difference'], true));
    one.actions.forEach((cells, n) => cube.append(row(cells, false, n === 0 ? 'best' : '')));
  }
  byId('verdict').textContent = one.verdict;
  if (one.candidates.length) {
    plays.append(row(['Play', 'Equity', 'Difference', 'Win', 'Gammon', 'Lose g.', 'Method'], true));
    one.candidates.forEach((candidate, n) => {
      const made = row(candidate.cells, false, (n === 0 ? 'best ' : '') + (candidate.played ? 'played' : ''));
      if (candidate.played) made.firstChild.append(' (played)');
      plays.append(made);
    });
  }
  for (const button of byId('errors').querySelectorAll('button')) button.setAttribute('aria-current', Number(button.dataset.at) === at);
}

function chosen() {
  const player = byId('player').value, kind = byId('kind').value, least = Number(byId('least').value) || 0;
  const lost = one => kind === 'cube' ? one.cubeLoss : kind === 'play' ? one.playLoss : largest(one);
  return all.map((one, index) => ({ one: one, index: index, lost: lost(one) }))
    .filter(found => found.lost > 0 && found.lost >= least && (player === '' || found.one.player === Number(player)));
}
function list() {
  const found = chosen().sort((a, b) => b.lost - a.lost || a.index - b.index);
  byId('count').textContent = `${found.length} errors`;
  byId('errors').replaceChildren(...found.map(({ one, index, lost }) => {
    const button = element('button', `${data.players[one.player].name}, game ${one.game}: ${one.done} `);
    button.append(element('span', loss(lost), 'bad'));
    button.dataset.at = index;
    button.addEventListener('click', () => show(index));
    const item = element('li');
    item.append(button);
    return item;
  }));
  show(at);
}
function nextError(step) {
  const found = chosen().map(error => error.index);
  const next = step > 0 ? found.find(index => index > at) : found.filter(index => index < at).pop();
  if (next !== undefined) show(next);
}
const actions = { first: () => show(0), back: () => show(at - 1), forward: () => show(at + 1), last: () => show(all.length - 1), previous: () => nextError(-1), next: () => nextError(1) };
const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', p: 'previous', n: 'next' };
for (const name in actions) byId(name).addEventListener('click', actions[name]);
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input, select')) return;
  const name = keys[event.key];
  if (name) { event.preventDefault(); actions[name](); }
});
for (const id of ['player', 'kind', 'least']) byId(id).addEventListener('input', list);
data.players.forEach((player, seat) => {
  const option = element('option', player.name);
  option.value = seat;
  byId('player').append(option);
  byId('summary').append(row([player.name, player.pr, player.plays, player.cubes, player.errors, player.luck]));
});
list();
