// Prints what a release brought, as CHANGELOG.md has it: `node scripts/release-notes.mjs v0.2.0 [ADDRESS]`, where the address
// is what links to files of the project are put below. It refuses a tag that is not the version of package.json, so that a
// tag that was set by hand publishes nothing.

import { readFileSync } from 'node:fs';
import { notesOf, withLinksTo } from './changelog.mjs';

const root = new URL('..', import.meta.url);
const read = (name) => readFileSync(new URL(name, root), 'utf8');

function refuse(reason) {
  process.stderr.write(`There are no notes: ${reason}\n`);
  process.exit(1);
}

const [tag = '', base] = process.argv.slice(2);
const { version } = JSON.parse(read('package.json'));
if (tag !== `v${version}`) refuse(`the tag is "${tag}", and package.json has the version ${version}.`);
const notes = notesOf(read('CHANGELOG.md'), version);
if (!notes) refuse(`CHANGELOG.md says nothing of ${version}.`);
process.stdout.write(`${base === undefined ? notes : withLinksTo(notes, base)}\n`);
