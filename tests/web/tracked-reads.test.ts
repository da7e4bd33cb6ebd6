// Components that use much of the state render again only when a section changes that they have read. No component
// subscribes to everything.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { trackReads } from '../../web/lib/tracked-reads.ts';

interface Sections {
  readonly name: string;
  readonly people: readonly { readonly name: string }[];
  readonly channels?: readonly string[];
}

const sections: Sections = { name: 'Demo', people: [{ name: 'Mia' }], channels: ['design'] };

test('only a change of a property that was read counts', () => {
  const { value, hasChanged } = trackReads(() => sections);
  assert.equal(value.people[0]?.name, 'Mia');
  assert.equal(hasChanged(sections), false);
  assert.equal(hasChanged({ ...sections, name: 'Another', channels: [] }), false);
  assert.equal(hasChanged({ ...sections, people: [] }), true);
});

test('a missing property that was read counts once it exists', () => {
  const { name, people } = sections;
  const { value, hasChanged } = trackReads<Sections>(() => ({ name, people }));
  assert.equal('channels' in value, false);
  assert.equal(hasChanged({ ...sections }), true);
  const other = trackReads<Sections>(() => ({ name, people }));
  assert.equal(other.value.channels, undefined);
  assert.equal(other.hasChanged({ ...sections }), true);
});

test('a property that is read after a comparison counts as well', () => {
  const { value, hasChanged } = trackReads(() => sections);
  assert.equal(hasChanged({ ...sections, name: 'Another' }), false);
  assert.equal(value.name, 'Demo');
  assert.equal(hasChanged({ ...sections, name: 'Another' }), true);
});

test('reads return the newest version, and are compared with the version that was read', () => {
  let current: Sections = sections;
  const { value, hasChanged } = trackReads(() => current);
  assert.equal(value.name, 'Demo');
  current = { ...sections, name: 'Another', channels: ['support'] };
  assert.deepEqual(value.channels, ['support']);
  assert.equal(hasChanged(current), true);
  assert.equal(hasChanged({ ...sections, channels: current.channels ?? [] }), false);
});

test('any change counts after the names of all properties were read', () => {
  const { value, hasChanged } = trackReads(() => sections);
  assert.deepEqual(Object.keys(value), ['name', 'people', 'channels']);
  assert.equal(hasChanged({ ...sections }), true);
});

/** A selector that returns its parameter. */
const WHOLE_STATE = /useOrganizationState\(\s*\(?(\w+)\)?\s*=>\s*\1\s*[,)]/;

test('no component subscribes to the whole state', () => {
  assert.match('useOrganizationState((state) => state)', WHOLE_STATE);
  assert.match('useOrganizationState(current => current, isEqual)', WHOLE_STATE);
  assert.doesNotMatch('useOrganizationState((state) => state.realm_users)', WHOLE_STATE);
  const files = globSync('web/**/*.{ts,tsx}', { cwd: new URL('../..', import.meta.url) });
  assert.ok(files.length > 100);
  const found = files.filter((file) =>
    WHOLE_STATE.test(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')),
  );
  assert.deepEqual(found, []);
});
