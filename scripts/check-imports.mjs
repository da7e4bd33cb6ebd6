// Rejects imports that run upwards or sideways through the layers of a program, and cycles among the folders of a module (Biome
// rejects those among files). There are two programs: the server in `src/` and the browser client in `web/`; both can use the typed client
// in `client/`.

import { globSync } from 'node:fs';
import { importsOf, root } from './imports-of.mjs';

/** From the lowest layer to the highest. The modules of one layer do not import each other. */
const layers = {
  src: [
    ['commands', 'errors', 'local-time'],
    ['api-contract', 'markdown', 'texts', 'workers'],
    ['storage', 'files'],
    ['images', 'typesetting', 'archives'],
    // Schemas and rules, then the tables that store them.
    ['model'],
    ['stores'],
    // Queries read the state in memory; actions read the tables. Neither imports the other.
    ['queries', 'actions'],
    ['events', 'narrow', 'notices'],
    ['api', 'jobs', 'integrations', 'imports', 'backups'],
    ['demo'],
    ['server'],
    ['cli'],
    ['program.ts'],
  ],
  web: [
    ['lib', 'i18n', 'styles', 'icons'],
    // Components such as menus and dialogs know nothing about chat.
    ['store', 'components'],
    ['data'],
    ['hooks'],
    ['pictures'],
    ['forms'],
    // The strip, the faces and the window of a call are shown by the screens.
    ['calls'],
    // The message list edits messages with the composer.
    ['composer'],
    ['message-list', 'sidebar', 'inbox', 'search', 'people', 'groups', 'channels', 'settings'],
    // Administration reuses the personal settings and the channel screens.
    ['organization', 'palette'],
    // The first steps open forms of all screens.
    ['first-run'],
    ['app'],
    ['main.tsx', 'service-worker'],
  ],
};
const heights = Object.fromEntries(
  Object.entries(layers).map(([program, ofProgram]) => [
    program,
    new Map(ofProgram.flatMap((modules, height) => modules.map((module) => [module, height]))),
  ]),
);

const files = globSync('{src,web,client,relay}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.endsWith('.d.ts'),
);
const imports = new Map();
const problems = [];
function checkLayers(file, target) {
  const [program, module] = file.split('/');
  const [targetProgram, targetModule] = target.split('/');
  if (program !== targetProgram || !layers[program] || module === targetModule) return;
  const own = heights[program].get(module);
  const other = heights[program].get(targetModule);
  if (own === undefined || other === undefined)
    problems.push(`${file}: ${own === undefined ? module : targetModule} is in no layer of ${program}/`);
  else if (other >= own)
    problems.push(
      `${file} imports ${target}, but the layer of ${targetModule} is not below that of ${module}`,
    );
}

/** The folders from which a program may import values. From the rest of the server, browser code may import only types. */
const sources = {
  src: ['src/', 'texts/'],
  client: ['client/', 'src/errors/'],
  web: [
    'web/',
    'client/',
    'src/errors/',
    'src/markdown/',
    'src/commands/',
    'src/local-time/',
    'src/texts/',
    'texts/',
  ],
  relay: ['relay/', 'src/'],
};

function checkProgram(file, { target, isFile, isType }) {
  const [program] = file.split('/');
  const isAllowed = isFile && sources[program].some((prefix) => target.startsWith(prefix));
  if (isAllowed || ((program === 'src' || program === 'relay') && !isFile)) return;
  if (isFile && isType && program !== 'src' && target.startsWith('src/')) return;
  // The typed client uses only the platform; the browser client may use packages made for browsers.
  if (program === 'web' && !isFile && !target.startsWith('node:')) return;
  problems.push(`${file} imports ${target}, which ${program}/ may not import`);
}

/** The model has no database: from the storage layer it imports only the types of rows. */
function checkNoDatabase(file, { target, isType }) {
  if (file.startsWith('src/model/') && !isType && /^(?:src\/storage\/|kysely$)/.test(target))
    problems.push(`${file} imports ${target}: the model may not use the database`);
}

for (const file of files) {
  const found = importsOf(file);
  for (const one of found) {
    checkProgram(file, one);
    checkNoDatabase(file, one);
    if (one.isFile) checkLayers(file, one.target);
  }
  imports.set(
    file,
    found.filter(({ isFile }) => isFile).map(({ target }) => target),
  );
}

/** Reports each cycle of a graph once; `graph` maps each node to its imports. */
function findCycles(graph) {
  const state = new Map();
  const visit = (node, path) => {
    if (state.get(node) === 'done' || !graph.has(node)) return;
    if (state.get(node) === 'open') {
      problems.push(`import cycle: ${[...path.slice(path.indexOf(node)), node].join(' → ')}`);
      return;
    }
    state.set(node, 'open');
    for (const target of graph.get(node)) visit(target, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
}

/** The folder of a module that a file is in, or the file itself if it is in none. */
const folderOf = (file) => file.split('/').slice(0, 3).join('/');
const folders = new Map();
for (const [file, targets] of imports) {
  const from = folderOf(file);
  const reached = folders.get(from) ?? new Set();
  folders.set(from, reached);
  for (const target of targets) if (folderOf(target) !== from) reached.add(folderOf(target));
}
findCycles(folders);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`imports: ${files.length} files, ${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);
