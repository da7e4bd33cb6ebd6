// Who may delete a message, as a table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMayDelete, type DeletionFacts } from '../../src/model/messages/delete-rules.ts';

const noPermissions: DeletionFacts = {
  mayDeleteAny: false,
  mayDeleteAnyInChannel: false,
  isOwn: false,
  mayDeleteOwn: false,
  mayDeleteOwnInChannel: false,
  ageSeconds: 100,
  limitSeconds: 600,
};
const denied = "You don't have permission to delete this message";
const tooLate = 'The time limit for deleting this message has passed';

const cases: readonly (readonly [string, Partial<DeletionFacts>, string | undefined])[] = [
  ['an account without permission', {}, denied],
  ['an account with permission to delete any message', { mayDeleteAny: true, ageSeconds: 1000 }, undefined],
  [
    'an account with permission to delete any message in the channel',
    { mayDeleteAnyInChannel: true, ageSeconds: 1000 },
    undefined,
  ],
  [
    'an account with the right to delete its own messages, on another’s message',
    { mayDeleteOwn: true },
    denied,
  ],
  ['the sender without the right', { isOwn: true }, denied],
  ['the sender with the right', { isOwn: true, mayDeleteOwn: true }, undefined],
  ['the sender with the right in the channel', { isOwn: true, mayDeleteOwnInChannel: true }, undefined],
  ['the sender at the limit', { isOwn: true, mayDeleteOwn: true, ageSeconds: 600 }, undefined],
  ['the sender after the limit', { isOwn: true, mayDeleteOwn: true, ageSeconds: 601 }, tooLate],
  [
    'the sender without a limit',
    { isOwn: true, mayDeleteOwn: true, ageSeconds: 9e9, limitSeconds: null },
    undefined,
  ],
];

for (const [client, facts, expectedError] of cases) {
  test(`${client}: ${expectedError ?? 'may delete it'}`, () => {
    const check = () => checkMayDelete({ ...noPermissions, ...facts });
    if (expectedError === undefined) check();
    else assert.throws(check, { message: expectedError });
  });
}
