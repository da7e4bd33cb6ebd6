// Files in a text that wait for the network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  pendingAddress,
  pendingKeys,
  replaceFileAddress,
  splitAtFiles,
  storedFile,
} from '../../web/lib/pending-files.ts';

const [a, b] = ['0123456789abcdef', 'fedcba9876543210'];
const text = `Look: [a.png](${pendingAddress(a)}) and\n[b (1).png](${pendingAddress(b)})\n[a.png](${pendingAddress(a)})`;

test('a text names each of its files once, in order', () => {
  assert.deepEqual(pendingKeys(text), [a, b]);
  assert.deepEqual(pendingKeys('waiting-file:123 [x](/user_uploads/1)'), []);
});

test('a stored record without a file, or with fields of wrong types, is ignored', () => {
  const file = new Blob(['x']);
  const whole = { key: a, name: 'a.png', file, keptAt: 5 };
  assert.deepEqual(storedFile(whole), whole);
  assert.deepEqual(storedFile({ ...whole, url: '/user_uploads/1' }), { ...whole, url: '/user_uploads/1' });
  const fields = { duration: '4' };
  assert.deepEqual(storedFile({ ...whole, fields }), { ...whole, fields });
  assert.deepEqual(storedFile({ ...whole, fields: 'x' }), whole);
  const broken = [{ file: {} }, { file: undefined }, { key: 1 }, { name: null }, { keptAt: 'x' }];
  for (const value of [undefined, null, 'x', [], ...broken.map((fields) => ({ ...whole, ...fields }))])
    assert.equal(storedFile(value), undefined);
});

test('the URL of a file replaces its placeholder everywhere', () => {
  const sent = replaceFileAddress(text, a, '/user_uploads/2/a.png');
  assert.deepEqual(pendingKeys(sent), [b]);
  assert.equal(sent.split('/user_uploads/2/a.png').length, 3);
});

test('a text is displayed as its words and files', () => {
  assert.deepEqual(splitAtFiles(text), [
    { text: 'Look: ' },
    { key: a },
    { text: ' and\n' },
    { key: b },
    { key: a },
  ]);
});

test('a text is split at links to its files, also at those of players', () => {
  assert.deepEqual(splitAtFiles(`so: ![Voice message (0:42)](${pendingAddress(a)})`), [
    { text: 'so: ' },
    { key: a },
  ]);
});
