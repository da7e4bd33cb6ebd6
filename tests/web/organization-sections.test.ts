// Which section of the organization an address opens, and who sees which.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionOf, sectionsFor } from '../../web/organization/sections.ts';

test('the address that the message of a ready export links to opens the exports', () => {
  assert.equal(sectionOf('data-exports-admin'), 'exports');
  assert.equal(sectionOf('exports'), 'exports');
});

test('an address without a section of its own opens the profile', () => {
  for (const name of ['', 'profile', 'no-such-section', 'toString']) assert.equal(sectionOf(name), 'profile');
});

test('exports are offered to administrators alone', () => {
  assert.deepEqual(sectionsFor(true), ['profile', 'exports']);
  assert.deepEqual(sectionsFor(false), ['profile']);
});
