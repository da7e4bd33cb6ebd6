// Refuses an import that runs upwards or sideways through the floors of a house, and cycles among files and among the
// folders of a room. There are two houses: the server in `src/` and the browser client in `web/`; the typed client in
// `client/` stands between.

import { globSync } from 'node:fs';
import { importsOf, root } from './imports-of.mjs';

/** From the ground up. Rooms of one floor stand beside each other and do not know one another. */
const houses = {
  src: [
    ['api-contract', 'markdown', 'workers'],
    ['storage', 'files'],
    ['images', 'typesetting'],
    // What is: shapes and rules, then the tables they are kept in.
    ['model'],
    ['stores'],
    // What somebody sees asks the state in memory; what happens asks the tables. Neither knows the other.
    ['queries', 'actions'],
    ['events', 'narrow', 'notices'],
    ['api', 'jobs', 'integrations', 'imports', 'backups'],
    ['demo'],
    ['server'],
    ['relay'],
    ['cli'],
    ['program.ts'],
  ],
  web: [
    ['lib', 'i18n', 'styles', 'icons'],
    // Menus and dialogs know nothing of chat.
    ['store', 'components'],
    ['data'],
    ['hooks'],
    ['forms'],
    // Messages are edited where they stand, by what writes them.
    ['composer'],
    ['message-list', 'sidebar', 'inbox', 'search', 'people', 'groups', 'channels', 'settings'],
    // Administrators change the same things as everybody does, and more of them.
    ['organization'],
    ['app'],
    ['main.tsx', 'service-worker'],
  ],
};
const floorsOf = Object.fromEntries(
  Object.entries(houses).map(([house, floors]) => [
    house,
    new Map(floors.flatMap((rooms, index) => rooms.map((room) => [room, index]))),
  ]),
);

const files = globSync('{src,web,client}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.endsWith('.d.ts'),
);
const imports = new Map();
const problems = [];
function checkFloors(file, target) {
  const [house, room] = file.split('/');
  const [targetHouse, targetRoom] = target.split('/');
  if (house !== targetHouse || !houses[house] || room === targetRoom) return;
  const own = floorsOf[house].get(room);
  const other = floorsOf[house].get(targetRoom);
  if (own === undefined || other === undefined)
    problems.push(`${file}: ${own === undefined ? room : targetRoom} is no room of the house`);
  else if (other >= own) problems.push(`${file} imports ${target}: ${targetRoom} is not below ${room}`);
}

/** Which files' values a house may take besides its own. Of the server, what runs in browsers takes types only. */
const lenders = { src: ['src/'], client: ['client/'], web: ['web/', 'client/', 'src/markdown/'] };

function checkHouse(file, { target, isFile, isType }) {
  const [house] = file.split('/');
  const isLent = isFile && lenders[house].some((prefix) => target.startsWith(prefix));
  if (isLent || (house === 'src' && !isFile)) return;
  if (isFile && isType && house !== 'src' && target.startsWith('src/')) return;
  // The typed client needs nothing but the platform; the browser client has packages made for browsers.
  if (house === 'web' && !isFile && !target.startsWith('node:')) return;
  problems.push(`${file} imports ${target}, which ${house}/ may not`);
}

/** Shapes and rules need no database: of the storage they know what its rows look like. */
function checkNoDatabase(file, { target, isType }) {
  if (file.startsWith('src/model/') && !isType && /^(?:src\/storage\/|kysely$)/.test(target))
    problems.push(`${file} imports ${target}: the model touches no database`);
}

for (const file of files) {
  const found = importsOf(file);
  for (const one of found) {
    checkHouse(file, one);
    checkNoDatabase(file, one);
    if (one.isFile) checkFloors(file, one.target);
  }
  imports.set(
    file,
    found.filter(({ isFile }) => isFile).map(({ target }) => target),
  );
}

/** Notes each cycle of a graph once: `graph` says for each node what it imports. */
function findCycles(graph) {
  const state = new Map();
  const visit = (node, path) => {
    if (state.get(node) === 'done' || !graph.has(node)) return;
    if (state.get(node) === 'open') {
      problems.push(`a cycle: ${[...path.slice(path.indexOf(node)), node].join(' → ')}`);
      return;
    }
    state.set(node, 'open');
    for (const target of graph.get(node)) visit(target, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
}
findCycles(imports);

/** What stands in a room: its folders, and the files beside them. */
const inRoom = (file) => file.split('/').slice(0, 3).join('/');
const folders = new Map();
for (const [file, targets] of imports) {
  const from = inRoom(file);
  const reached = folders.get(from) ?? new Set();
  folders.set(from, reached);
  for (const target of targets) if (inRoom(target) !== from) reached.add(inRoom(target));
}
findCycles(folders);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`imports: ${files.length} files, ${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);
