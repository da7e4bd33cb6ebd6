// Maps the statements of the specification to the tests that cover them: reads the statements in `docs/specification/`
// and the names of the tests that passed, and writes `docs/specification/coverage.md`. Exits with 1 if a statement has
// no test, a test names no statement, or an id is used twice.
//
//   node scripts/specification-coverage.mjs                     runs the tests of the specification
//   node scripts/specification-coverage.mjs --passed FILE       uses the results of a run (scripts/run-tests.mjs)
//   node scripts/specification-coverage.mjs --passed FILE --check    also fails if the page is not up to date

import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const pagePath = 'docs/specification/coverage.md';
const { values: options } = parseArgs({
  options: { passed: { type: 'string' }, check: { type: 'boolean' } },
});

/** The order of the pages by first letter: purpose and conventions, resources, states, operations, the rest. */
const partOrder = 'arset';
const sortKeyOf = (page) => `${partOrder.indexOf(page[0])}${page}`;

/** `E1.4`, `R-user.3`, … */
const idPattern = '(?:E\\d+|R-[a-z-]+|[PCSAVXLF])\\.\\d+';

function readSections() {
  return globSync('docs/specification/*.md', { cwd: root })
    .filter((path) => path !== pagePath)
    .map((path) => ({ page: path.split('/').at(-1), text: readFileSync(join(root, path), 'utf8') }))
    .sort((a, b) => (sortKeyOf(a.page) < sortKeyOf(b.page) ? -1 : 1))
    .map(({ page, text }) => ({
      page,
      title: /^# (.+)$/m.exec(text)?.[1] ?? page,
      statements: [
        ...text.matchAll(new RegExp(`^- \\*\\*(${idPattern})\\*\\* (.+(?:\\n {2}\\S.*)*)`, 'gm')),
      ].map((match) => ({ id: match[1], text: match[2].replace(/\s+/g, ' ') })),
    }));
}

/** Runs the tests of the specification on the embedded database; returns the path of the file with those that passed. */
function runTests(directory) {
  const passed = join(directory, 'passed');
  const files = globSync('tests/specification/*.test.ts', { cwd: root });
  const run = ['scripts/run-tests.mjs', '--only-embedded', `--passed=${passed}`, ...files];
  if (spawnSync(process.execPath, run, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1);
  return passed;
}

function readPassedTests(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ file }) => file.startsWith('tests/specification/'))
    .sort((a, b) => (a.file + a.name < b.file + b.name ? -1 : 1));
}

/** The ids at the start of a test's name. */
function idsOf(name) {
  const [start] = new RegExp(`^(?:${idPattern}(?:\\s+|$))*`).exec(name) ?? [''];
  return start.split(/\s+/).filter((word) => word !== '');
}

function readPassed() {
  if (options.passed) return readPassedTests(options.passed);
  const directory = mkdtempSync(join(tmpdir(), 'parley-coverage-'));
  try {
    return readPassedTests(runTests(directory));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const tests = readPassed();
const sections = readSections();
const problems = [];
const testsById = new Map();
for (const { page, statements } of sections) {
  if (statements.length === 0) problems.push(`${page} has no statement`);
  for (const { id } of statements) {
    if (testsById.has(id)) problems.push(`${id} is used twice`);
    testsById.set(id, []);
  }
}
for (const test of tests) {
  const ids = idsOf(test.name);
  if (ids.length === 0)
    problems.push(`${test.file}: '${test.name}' does not begin with the id of a statement`);
  for (const id of ids) {
    if (testsById.has(id)) testsById.get(id).push(test);
    else problems.push(`${test.file}: '${test.name}' names ${id}, which is not a statement`);
  }
}
for (const [id, covering] of testsById) if (covering.length === 0) problems.push(`${id} has no passing test`);

const cell = (text) => text.replaceAll('|', '\\|');
const nameOnly = (name) => name.slice(idsOf(name).join(' ').length).trim();
const row = ({ id, text }) => {
  const names = testsById.get(id).map(({ name }) => nameOnly(name));
  return `| ${id} | ${cell(text)} | ${cell([...new Set(names)].join('; '))} |`;
};
const covered = [...testsById.values()].filter((covering) => covering.length > 0).length;
const page = `# Coverage of the specification

Made by \`npm run coverage\` from the names of the tests that passed; do not edit. ${covered} of ${testsById.size} statements
have a test. The tests of a page are in \`tests/specification/\`, in the file of its name.
${sections
  .map(
    ({ page, title, statements }) => `
## [${title}](${page})

\`tests/specification/${page.replace(/\.md$/, '.test.ts')}\`

| | statement | tests |
|---|---|---|
${statements.map(row).join('\n')}
`,
  )
  .join('')}`;

if (options.check) {
  let committed = '';
  try {
    committed = readFileSync(join(root, pagePath), 'utf8');
  } catch {
    // A missing page counts as out of date.
  }
  if (committed !== page)
    problems.push(`${pagePath} is not up to date: run \`npm run coverage\` and commit it`);
} else writeFileSync(join(root, pagePath), page);

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`specification: ${covered} of ${testsById.size} statements have a test\n`);
process.exit(problems.length === 0 ? 0 : 1);
