// Typing into administration forms while another value is saved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOvertaken, type UnsavedValue } from '../../web/organization/settings/typed-value.ts';

const cases: readonly [title: string, kept: UnsavedValue<string>, saved: string, expected: boolean][] = [
  ['nothing was saved meanwhile', { value: 'abc', from: 'a' }, 'a', false],
  ['somebody else saved something', { value: 'abc', from: 'a' }, 'z', true],
  ['what was sent is saved, and one types on', { value: 'abc', from: 'a', sent: 'ab' }, 'ab', false],
  ['somebody else saved something after what was sent', { value: 'abc', from: 'a', sent: 'ab' }, 'z', true],
];

for (const [title, kept, saved, expected] of cases) {
  test(title, () => assert.equal(isOvertaken(kept, saved), expected));
}
