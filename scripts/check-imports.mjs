// Refuses an import that runs upwards or sideways through the floors of a house, and cycles among files. There are
// two houses: the server in `src/` and the browser client in `web/`; the typed client in `client/` stands between.

import { globSync } from 'node:fs';
import { importsOf, root } from './imports-of.mjs';

/** From the ground up. Rooms of one floor stand beside each other and do not know one another. */
const houses = {
  src: [
    ['contract', 'markdown', 'aside'],
    ['storage', 'files'],
    ['images'],
    // What is: shapes and rules, then the tables they are kept in.
    ['model'],
    ['stores'],
    // What somebody sees asks the state in memory; what happens asks the tables. Neither knows the other.
    ['sight', 'actions'],
    ['events', 'narrow', 'notices'],
    ['operations', 'jobs', 'delivery'],
    ['demo'],
    ['server'],
    ['relay'],
    ['cli'],
    ['program.ts'],
  ],
  web: [
    ['ground', 'words', 'styles', 'icons'],
    // Menus and dialogs know nothing of chat.
    ['messages', 'parts'],
    ['link'],
    // Messages are edited where they stand, by what writes them.
    ['composer'],
    ['feed', 'sidebar', 'inbox', 'search', 'people', 'groups', 'channels', 'settings', 'organization'],
    ['shell'],
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

for (const file of files) {
  const found = importsOf(file);
  for (const one of found) {
    checkHouse(file, one);
    if (one.isFile) checkFloors(file, one.target);
  }
  imports.set(
    file,
    found.filter(({ isFile }) => isFile).map(({ target }) => target),
  );
}

const state = new Map();
function visit(file, path) {
  if (state.get(file) === 'done' || !imports.has(file)) return;
  if (state.get(file) === 'open') {
    problems.push(`a cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
    return;
  }
  state.set(file, 'open');
  for (const target of imports.get(file)) visit(target, [...path, file]);
  state.set(file, 'done');
}
for (const file of files) visit(file, []);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`imports: ${files.length} files, ${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);
