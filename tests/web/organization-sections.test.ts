// The section of the organization settings that an address opens, and who can see which.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { sectionOf, sectionsFor } from '../../web/organization/sections.ts';

test('the link in the message about a ready export opens the exports', () => {
  assert.equal(sectionOf('data-exports-admin').name, 'exports');
  assert.equal(sectionOf('exports').name, 'exports');
});

test('an address without a section opens the profile', () => {
  for (const name of ['', 'profile', 'no-such-section', 'toString'])
    assert.deepEqual(sectionOf(name), { name: 'profile', rest: '' });
});

test('the rest of the address is passed to the section', () => {
  assert.deepEqual(sectionOf('exports/17/all'), { name: 'exports', rest: '17/all' });
});

test('only administrators are offered exports', () => {
  const offeredSections = (state: Partial<State>) => sectionsFor(state as State, 1);
  assert.ok(offeredSections({ is_admin: true }).includes('exports'));
  assert.ok(!offeredSections({ is_admin: false }).includes('exports'));
  assert.ok(!offeredSections({ is_admin: false, is_guest: true }).includes('people'));
});

test('everyone can see settings and permissions', () => {
  const offered = sectionsFor({ is_admin: false, is_guest: true } as State, 1);
  for (const name of ['profile', 'joining', 'permissions', 'messages'] as const)
    assert.ok(offered.includes(name), name);
});

test('every section of other clients exists here', () => {
  const expectedSections = {
    'organization-profile': 'profile',
    'organization-settings': 'messages',
    'organization-permissions': 'permissions',
    'emoji-settings': 'emoji',
    'linkifier-settings': 'linkifiers',
    'playground-settings': 'playgrounds',
    'profile-field-settings': 'fields',
    'auth-methods': 'joining',
    users: 'people',
    'user-list-admin': 'people',
    'deactivated-users-admin': 'people',
    'invites-list-admin': 'people',
    'user-groups-admin': 'groups',
    bots: 'bots',
    'bot-list-admin': 'bots',
    'channel-list-admin': 'channels',
    'channel-folders': 'channels',
    'default-channels-list': 'newcomers',
    'organization-level-user-defaults': 'newcomers',
    'data-exports-admin': 'exports',
  };
  for (const [address, name] of Object.entries(expectedSections))
    assert.equal(sectionOf(address).name, name, address);
  assert.equal(sectionOf('deactivated-users-admin').rest, 'deactivated');
  assert.equal(sectionOf('invites-list-admin').rest, 'invited');
});

test('addresses written by other clients open the right settings', () => {
  assert.equal(sectionOf('organization-permissions').name, 'permissions');
  assert.equal(sectionOf('organization-settings').name, 'messages');
  assert.equal(sectionOf('auth-methods').name, 'joining');
});
