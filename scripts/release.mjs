// Makes a release: `npm run release -- 0.2.0`. Moves the unreleased changes in CHANGELOG.md below the version, sets it in
// package.json and the lock file, and commits with the tag `v0.2.0`. Pushing the tag builds and publishes the release
// (`.github/workflows/release.yml`). If a check fails, nothing is changed.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { newestRelease, nextVersions, notReleased, versionOf, withRelease } from './changelog.mjs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

function fail(reason) {
  process.stderr.write(`No release was made: ${reason}\n`);
  process.exit(1);
}

const [version = '', ...others] = process.argv.slice(2);
if (others.length > 0 || !versionOf(version)) fail('name one version, such as 0.2.0.');
process.chdir(git('rev-parse', '--show-toplevel'));
if (git('status', '--porcelain') !== '') fail('some changes are not committed.');
const tag = `v${version}`;
if (git('tag', '--list', tag) !== '') fail(`the tag ${tag} already exists.`);

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const description = readFileSync('package.json', 'utf8');
const current = JSON.parse(description).version;
const released = newestRelease(changelog);
// The first release may have the current version of the package.
const possible = [...(released === undefined ? [current] : []), ...nextVersions(released ?? current)];
if (!possible.includes(version)) fail(`${version} is not a next version. Use ${possible.join(' or ')}.`);

const notes = notReleased(changelog);
if (notes === undefined) fail('CHANGELOG.md has no section "Not released yet".');
if (!/^- /m.test(notes)) fail('CHANGELOG.md has no unreleased changes.');

/** The text with the new version in place of the first `count` occurrences of the current one. */
function withVersion(text, count) {
  const parts = text.split(`"version": "${current}"`);
  if (parts.length <= count) fail('package.json and package-lock.json have different versions.');
  const head = parts.slice(0, count + 1).join(`"version": "${version}"`);
  return [head, ...parts.slice(count + 1)].join(`"version": "${current}"`);
}

const lock = withVersion(readFileSync('package-lock.json', 'utf8'), 2);
const { version: locked, packages } = JSON.parse(lock);
if (locked !== version || packages[''].version !== version)
  fail('package.json and package-lock.json have different versions.');
writeFileSync('package.json', withVersion(description, 1));
writeFileSync('package-lock.json', lock);
const today = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', withRelease(changelog, version, today));

git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json');
git('commit', '--quiet', '--message', `Parley ${version}`);
git('tag', '--annotate', '--cleanup=verbatim', '--message', `Parley ${version}\n\n${notes}`, tag);
process.stdout.write(
  `Parley ${version} is committed and tagged. To build and publish it:\n    git push origin HEAD ${tag}\n`,
);
