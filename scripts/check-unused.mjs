// Rejects unused code: files that no program or test reaches, exports that no other file imports, and packages that no
// source names. Also rejects imports of packages that package.json does not list.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf, root } from './imports-of.mjs';

/** Entry points that no other file names, by reason. */
const entryPatterns = {
  'a test': 'tests/**/*.{test,browser,client}.ts',
  'only compiled, as a test of the typed client': 'tests/api-contract/client-types.ts',
  'run by hand, once for each release': 'scripts/release-fixture.mjs',
};
/** Packages that no source imports, with the command that uses them. */
const packagesOfTools = {
  typescript: 'npm run typecheck',
  '@biomejs/biome': 'npm run lint',
};

const texts = new Map(
  globSync('{src,web,client,tests,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((file) => !/\.d\.m?ts$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const problems = [];
const entryPoints = new Set(
  Object.values(entryPatterns).flatMap((pattern) => globSync(pattern, { cwd: root })),
);

/** The files that a text names, by their path from the root or from `folder`. */
function namedIn(text, folder) {
  const names = [...text.matchAll(/[\w./-]+\.(?:ts|tsx|mjs)\b/g)].map(([name]) => name);
  return names.flatMap((name) => [normalize(name), join(folder, name)]).filter((name) => texts.has(name));
}

function checkFiles() {
  const reached = new Set();
  function reach(file) {
    if (reached.has(file)) return;
    reached.add(file);
    const literals = [...texts.get(file).matchAll(/'[^'\n]*'/g)].join(' ');
    for (const next of namedIn(literals, dirname(file))) reach(next);
  }
  for (const file of entryPoints) reach(file);
  const commands = [...Object.values(manifest.scripts), JSON.stringify(manifest.imports)];
  for (const command of commands) for (const file of namedIn(command, '')) reach(file);
  for (const file of texts.keys())
    if (!reached.has(file)) problems.push(`${file} is not reachable from any entry point`);
}

const declarations = /^export (?!default|type \{)(?:abstract )?(?:async )?(\w+)\*? (\w+)/gm;
const lists = /^export \{([^}]*)\}(?! from)/gm;

/** The exported names of a file, and whether each is a type. */
function exportsOf(text) {
  const declared = [...text.matchAll(declarations)].map(([, kind, name]) => ({
    name,
    isType: kind === 'type' || kind === 'interface',
  }));
  const listed = [...text.matchAll(lists)].flatMap(([, names]) =>
    [...names.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name]) => ({ name, isType: false })),
  );
  return [...declared, ...listed];
}

const hasWord = (text, name) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);

/** Whether an import uses a name: in its list of names or, if it imports the whole module, anywhere in the file. */
function uses(importer, { clause, isExport }, name) {
  if (clause?.includes('{')) return new RegExp(`[{,\\s]${name}(?=\\s*[,}]| as )`).test(clause);
  if (clause === undefined || /\* as /.test(clause)) return hasWord(texts.get(importer), name);
  return isExport && isTaken(importer, name);
}

const importersOf = new Map();
for (const [importer, list] of imports) {
  for (const one of list) {
    const importers = importersOf.get(one.target) ?? [];
    importersOf.set(one.target, [...importers, { importer, one }]);
  }
}
function isTaken(file, name) {
  return (importersOf.get(file) ?? []).some(({ importer, one }) => uses(importer, one, name));
}

/** A type may be exported because another export of its file has it in its signature. */
function isUsedWithin(text, name) {
  return text.split(new RegExp(`(?<![\\w$])${name}(?![\\w$])`)).length > 2;
}

function checkExports() {
  for (const [file, text] of texts) {
    if (entryPoints.has(file)) continue;
    for (const { name, isType } of exportsOf(text)) {
      if (isTaken(file, name) || (isType && isUsedWithin(text, name))) continue;
      problems.push(`${file}: ${name} is exported but not imported anywhere`);
    }
  }
}

const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];

/** Whether a file runs on a production server, rather than only during development. */
const isShipped = (file) => /^(?:src|web|client)\/|^scripts\/(?:prepare|build-web)\./.test(file);

function checkImportedPackages(listed) {
  for (const [file, list] of imports) {
    for (const { target, isFile } of list) {
      if (isFile || target.startsWith('node:')) continue;
      const name = packageOf(target);
      if (!(name in listed)) problems.push(`${file} imports ${name}, which package.json does not list`);
      else if (isShipped(file) && !(name in manifest.dependencies))
        problems.push(`${file} imports ${name}, which is only a development dependency`);
    }
  }
}

function checkPackages() {
  const listed = { ...manifest.dependencies, ...manifest.devDependencies };
  checkImportedPackages(listed);
  const all = [...texts.values()].join('\n');
  const shipped = [...texts].flatMap(([file, text]) => (isShipped(file) ? [text] : [])).join('\n');
  for (const name of Object.keys(listed)) {
    const typed = name.startsWith('@types/') ? name.slice('@types/'.length) : undefined;
    if (name in packagesOfTools || typed === 'node' || (typed && typed in listed)) continue;
    const where = name in manifest.dependencies ? shipped : all;
    if (!new RegExp(`'${name}(?:/[^']*)?'`).test(where))
      problems.push(`package.json lists ${name}, which is not used`);
  }
}

checkFiles();
checkExports();
checkPackages();
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`unused: ${texts.size} files, ${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);
