// Files in a text that wait for the network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, waitingAddress, waitingKeys, withAddress } from '../../web/lib/waiting-files.ts';

const [a, b] = ['0123456789abcdef', 'fedcba9876543210'];
const text = `Look: [a.png](${waitingAddress(a)}) and\n[b (1).png](${waitingAddress(b)})\n[a.png](${waitingAddress(a)})`;

test('a text names each of its files once, in order', () => {
  assert.deepEqual(waitingKeys(text), [a, b]);
  assert.deepEqual(waitingKeys('waiting-file:123 [x](/user_uploads/1)'), []);
});

test('the address of a file takes its place wherever it stands', () => {
  const sent = withAddress(text, a, '/user_uploads/2/a.png');
  assert.deepEqual(waitingKeys(sent), [b]);
  assert.equal(sent.split('/user_uploads/2/a.png').length, 3);
});

test('what is shown of a text are its words and its files', () => {
  assert.deepEqual(partsOf(text), [
    { text: 'Look: ' },
    { key: a },
    { text: ' and\n' },
    { key: b },
    { key: a },
  ]);
});
