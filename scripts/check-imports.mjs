// Refuses an import that runs upwards or sideways through the floors of the house, and cycles among files.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** From the ground up. Rooms of one floor stand beside each other and do not know one another. */
const floors = [
  ['contract', 'markdown'],
  ['storage'],
  ['model'],
  ['events', 'narrow'],
  ['operations', 'jobs', 'delivery'],
  ['demo'],
  ['server'],
  ['relay'],
  ['cli'],
  ['program.ts'],
];
const floorOf = new Map(floors.flatMap((rooms, index) => rooms.map((room) => [room, index])));

const files = globSync('src/**/*.ts', { cwd: root });
const imports = new Map();
const problems = [];

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  const targets = [
    ...text.matchAll(/^(?:import|export)\s[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm),
  ].map((match) => relative(root, join(root, dirname(file), match[1] ?? match[2])));
  imports.set(file, targets);
  const room = file.split('/')[1];
  for (const target of targets) {
    const targetRoom = target.split('/')[1];
    if (room === targetRoom) continue;
    const own = floorOf.get(room);
    const other = floorOf.get(targetRoom);
    if (own === undefined || other === undefined)
      problems.push(`${file}: ${own === undefined ? room : targetRoom} is no room of the house`);
    else if (other >= own) problems.push(`${file} imports ${target}: ${targetRoom} is not below ${room}`);
  }
}

/** The typed client runs in browsers: of the server it takes types only, of Node.js nothing. */
for (const file of globSync('client/**/*.ts', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [statement, source] of text.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)'/gm)) {
    const isOwn = source.startsWith('./');
    const isType = /^(?:import|export) type /.test(statement) && source.startsWith('../src/');
    if (!isOwn && !isType) problems.push(`${file} imports ${source}, which browsers do not have`);
  }
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
