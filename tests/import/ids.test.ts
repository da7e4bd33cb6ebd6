// Links and mentions whose ids change because ids of the archive are already in use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ids } from '../../src/imports/write/ids.ts';

const present = {
  account: new Set([7]),
  channel: new Set([9]),
  folder: new Set<number>(),
  group: new Set<number>(),
};
const shifts = {
  account: 100,
  channel: 20,
  folder: 0,
  group: 0,
  message: 5000,
  emoji: 0,
  linkifier: 0,
  profileField: 0,
};
const ids = new Ids({
  shifts,
  aliases: new Map(),
  organizationId: 2,
  archivedOrganizationId: 3,
  host: 'here.example',
  present,
});

const cases: readonly [string, string][] = [
  ['#narrow/channel/9-plans/topic/a/near/12', '#narrow/channel/29-plans/topic/a/near/5012'],
  ['(#narrow/channel/9-plans/topic/a/with/12)', '(#narrow/channel/29-plans/topic/a/with/5012)'],
  [
    '#narrow/stream/9-plans and #narrow/dm/7,8-dm/near/3.',
    '#narrow/stream/29-plans and #narrow/dm/7,8-dm/near/5003.',
  ],
  // The last operator counts, because a topic may have any name.
  ['#narrow/topic/near/1/near/2', '#narrow/topic/near/1/near/5002'],
  ['@**Ada|7** and @_**Ada|7**', '@**Ada|107** and @_**Ada|107**'],
  ['https://here.example/#narrow/channel/9-a/near/12', 'https://here.example/#narrow/channel/29-a/near/5012'],
  ['(/#narrow/channel/9-a)', '(/#narrow/channel/29-a)'],
  // Links to another server are not changed.
  [
    '[x](https://there.example/#narrow/channel/9-a/near/12) #narrow/channel/9-a',
    '[x](https://there.example/#narrow/channel/9-a/near/12) #narrow/channel/29-a',
  ],
  ['nothing/near/12 here', 'nothing/near/12 here'],
];
for (const [before, after] of cases) {
  test(`${before} becomes ${after}`, () => assert.equal(ids.text(before), after));
}
