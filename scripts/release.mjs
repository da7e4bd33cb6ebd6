// Makes a release: `npm run release -- 0.2.0`. What is not released yet in CHANGELOG.md stands below the version from then on,
// package.json and its lock have it, and a commit with a tag `v0.2.0` holds that. Nothing is sent anywhere: pushing the tag
// is what has it built and published (`.github/workflows/release.yml`). It refuses what would make a wrong release, and
// changes nothing then.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { newestRelease, nextVersions, notReleased, versionOf, withRelease } from './changelog.mjs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

function refuse(reason) {
  process.stderr.write(`No release was made: ${reason}\n`);
  process.exit(1);
}

const [version = '', ...others] = process.argv.slice(2);
if (others.length > 0 || !versionOf(version)) refuse('name one version, like 0.2.0.');
process.chdir(git('rev-parse', '--show-toplevel'));
if (git('status', '--porcelain') !== '') refuse('there are changes that are not committed.');
const tag = `v${version}`;
if (git('tag', '--list', tag) !== '') refuse(`there is a tag ${tag} already.`);

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const description = readFileSync('package.json', 'utf8');
const present = JSON.parse(description).version;
const released = newestRelease(changelog);
// Before the first release the version that the package has may be it.
const possible = [...(released === undefined ? [present] : []), ...nextVersions(released ?? present)];
if (!possible.includes(version)) refuse(`${version} is not next; that is ${possible.join(', ')}.`);

const notes = notReleased(changelog);
if (notes === undefined) refuse('CHANGELOG.md has no section "Not released yet".');
if (!/^- /m.test(notes)) refuse('CHANGELOG.md names nothing that is not released yet.');

/** A file with another version in its first places that have the present one, which must be as many as named. */
function withVersion(text, places) {
  const parts = text.split(`"version": "${present}"`);
  if (parts.length <= places) refuse('package.json and package-lock.json do not have one version.');
  const head = parts.slice(0, places + 1).join(`"version": "${version}"`);
  return [head, ...parts.slice(places + 1)].join(`"version": "${present}"`);
}

const lock = withVersion(readFileSync('package-lock.json', 'utf8'), 2);
const { version: locked, packages } = JSON.parse(lock);
if (locked !== version || packages[''].version !== version)
  refuse('package.json and package-lock.json do not have one version.');
writeFileSync('package.json', withVersion(description, 1));
writeFileSync('package-lock.json', lock);
const today = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', withRelease(changelog, version, today));

git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json');
git('commit', '--quiet', '--message', `Parley ${version}`);
git('tag', '--annotate', '--cleanup=verbatim', '--message', `Parley ${version}\n\n${notes}`, tag);
process.stdout.write(
  `Parley ${version} is committed and tagged. To have it built and published:\n    git push origin HEAD ${tag}\n`,
);
