// Typing into administration forms while another value is saved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutdated, type UnsavedValue } from '../../web/organization/settings/unsaved-value.ts';

const cases: readonly [title: string, unsaved: UnsavedValue<string>, saved: string, expected: boolean][] = [
  ['nothing was saved in the meantime', { value: 'abc', from: 'a' }, 'a', false],
  ['someone else saved another value', { value: 'abc', from: 'a' }, 'z', true],
  ['the sent value is saved, and typing continues', { value: 'abc', from: 'a', sent: 'ab' }, 'ab', false],
  ['someone else saved another value after the sent one', { value: 'abc', from: 'a', sent: 'ab' }, 'z', true],
];

for (const [title, unsaved, saved, expected] of cases) {
  test(`an unsaved value is ${expected ? 'outdated' : 'not outdated'} if ${title}`, () =>
    assert.equal(isOutdated(unsaved, saved), expected));
}
