// Prints the notes of a release from CHANGELOG.md: `node scripts/release-notes.mjs v0.2.0 [URL]`. The URL is the base of
// links to files of the project. Fails if the tag is not the version in package.json, so that a tag that was created by hand
// publishes nothing.

import { readFileSync } from 'node:fs';
import { notesOf, withLinksTo } from './changelog.mjs';

const root = new URL('..', import.meta.url);
const read = (name) => readFileSync(new URL(name, root), 'utf8');

function fail(reason) {
  process.stderr.write(`No release notes: ${reason}\n`);
  process.exit(1);
}

const [tag = '', base] = process.argv.slice(2);
const { version } = JSON.parse(read('package.json'));
if (tag !== `v${version}`) fail(`the tag is "${tag}", but the version in package.json is ${version}.`);
const notes = notesOf(read('CHANGELOG.md'), version);
if (!notes) fail(`CHANGELOG.md has no section for ${version}.`);
process.stdout.write(`${base === undefined ? notes : withLinksTo(notes, base)}\n`);
