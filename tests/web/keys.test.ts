// The table of keyboard shortcuts: pressed keys map to actions on any layout, and no key has two meanings at the same time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compiledTexts } from '../../src/texts/language-files.mjs';
import { keyGroups } from '../../web/lib/key-groups.ts';
import { type Action, actionsFor, bindings, isSingleKey, type Pressed } from '../../web/lib/keys.ts';

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

const cases: readonly [string, Pressed, Action | undefined][] = [
  ['a letter', pressed('j'), 'down'],
  ['a letter with Caps Lock on', pressed('J'), 'down'],
  ['a letter with Shift', pressed('J', { shiftKey: true }), 'pageDown'],
  ['a character that needs Shift', pressed('?', { shiftKey: true }), 'shortcuts'],
  ['such a character without Shift', pressed('*'), 'starred'],
  ['Control', pressed('k', { ctrlKey: true }), 'palette'],
  ['Command, as on a Mac', pressed('k', { metaKey: true }), 'palette'],
  ['Control with another key', pressed('j', { ctrlKey: true }), undefined],
  ['Alt and an arrow', pressed('ArrowLeft', { altKey: true }), 'historyBack'],
  ['an arrow', pressed('ArrowUp'), 'up'],
  ['a Russian letter, by its position', pressed('о', { code: 'KeyJ' }), 'down'],
  ['a Latin letter on another key', pressed('a', { code: 'KeyQ' }), 'combined'],
  ['Shift and Space', pressed(' ', { shiftKey: true }), undefined],
  ['Space', pressed(' '), 'pageDown'],
  ['Shift and a named key', pressed('Home', { shiftKey: true }), undefined],
  ['Alt and a letter', pressed('j', { altKey: true }), undefined],
  ['a Russian capital', pressed('О', { code: 'KeyJ', shiftKey: true }), 'pageDown'],
  ['a digit on the key of a letter', pressed('1', { code: 'KeyJ' }), undefined],
];

for (const [what, key, action] of cases)
  test(`${what} does ${action}`, () => assert.deepEqual(actionsFor(key), action ? [action] : []));

const inLists: readonly Action[] = keyGroups.list;

test('no key has two meanings in lists of conversations, or two meanings elsewhere', () => {
  const actions = Object.keys(bindings) as Action[];
  for (const some of [inLists, actions.filter((action) => !inLists.includes(action))]) {
    const keys = some.flatMap((action): readonly string[] => bindings[action]);
    assert.deepEqual(keys, [...new Set(keys)]);
  }
});

test('the action of a key in lists comes before its other actions', () => {
  assert.deepEqual(actionsFor(pressed('e')), ['rowDone', 'edit']);
  assert.deepEqual(actionsFor(pressed('E', { shiftKey: true })), ['allDone', 'markRead']);
});

test('every key is in the list of shortcuts', () => {
  const texts = compiledTexts('en');
  for (const action of Object.keys(bindings)) assert.ok(`keys.${action}` in texts, action);
  assert.deepEqual(Object.values(keyGroups).flat().sort(), Object.keys(bindings).sort());
});

test('keys with Control are not single keys', () => {
  assert.equal(isSingleKey(pressed('j')), true);
  assert.equal(isSingleKey(pressed('j', { ctrlKey: true })), false);
  assert.equal(isSingleKey(pressed('End')), false);
  assert.equal(isSingleKey(pressed('j', { metaKey: true })), false);
  assert.equal(isSingleKey(pressed('j', { altKey: true })), false);
  assert.equal(isSingleKey(pressed('J', { shiftKey: true })), true);
});
