// Addresses of views: those of other clients are parsed, and written ones can be parsed again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { narrowAddress, type Term, type View, viewAt } from '../../web/lib/address.ts';
import { narrowTargetOf } from '../../web/store/narrow-targets.ts';

const term = (operator: string, operand: string, isNegated = false): Term => ({
  operator,
  operand,
  isNegated,
});
const narrow = (...terms: Term[]): View => ({ kind: 'narrow', terms });

const cases: readonly [string, View | undefined][] = [
  ['', { kind: 'inbox' }],
  ['#', { kind: 'inbox' }],
  ['#inbox', { kind: 'inbox' }],
  ['#recent', { kind: 'recent' }],
  ['#direct', { kind: 'direct' }],
  ['#feed', narrow()],
  ['#all_messages', narrow()],
  ['#narrow/channel/9-design', narrow(term('channel', '9'))],
  ['#narrow/stream/9', narrow(term('channel', '9'))],
  ['#narrow/stream/old-name', narrow(term('channel', 'old-name'))],
  [
    '#narrow/channel/9-design/topic/new.20logo/near/214',
    narrow(term('channel', '9'), term('topic', 'new logo'), term('near', '214')),
  ],
  ['#narrow/channel/9-x/subject/a.2Eb/', narrow(term('channel', '9'), term('topic', 'a.b'))],
  ['#narrow/channel/9-x/topic//near/5', narrow(term('channel', '9'), term('topic', ''), term('near', '5'))],
  ['#narrow/channel/9-x/topic/', narrow(term('channel', '9'), term('topic', ''))],
  ['#narrow/dm/3,8-group', narrow(term('dm', '3,8'))],
  ['#narrow/pm-with/8-mia', narrow(term('dm', '8'))],
  ['#narrow/from/8', narrow(term('sender', '8'))],
  ['#narrow/-is/starred', narrow(term('is', 'starred', true))],
  ['#narrow/search/a.20b.2Fc', narrow(term('search', 'a b/c'))],
  ['#narrow/is/private', narrow(term('is', 'dm'))],
  ['#narrow/group-pm-with/3,8-group', narrow(term('dm-including', '3,8'))],
  ['#narrow/pm-with/mia.40example.2Ecom', narrow(term('dm', 'mia@example.com'))],
  ['#narrow/streams/public', narrow(term('channels', 'public'))],
  ['#narrow/-in/home', narrow(term('in', 'home', true))],
  [
    '#narrow/channel/9-design/topic/new.20logo/with/214',
    narrow(term('channel', '9'), term('topic', 'new logo'), term('with', '214')),
  ],
  ['#narrow/channel/9-design/topic/new%20logo', narrow(term('channel', '9'), term('topic', 'new logo'))],
  ['#starred', narrow(term('is', 'starred'))],
  ['#mentions', narrow(term('is', 'mentioned'))],
  ['#drafts', { kind: 'drafts' }],
  ['#scheduled', { kind: 'scheduled' }],
  ['#reminders', { kind: 'reminders' }],
  ['#recent_topics', { kind: 'recent' }],
  ['#topics/channel/9-design', { kind: 'topics', channelId: 9 }],
  ['#subscriptions/all', { kind: 'channels', section: 'all' }],
  ['#groups/17/support/members', { kind: 'groups', section: '17/support/members' }],
  ['#user/8', { kind: 'person', id: 8 }],
  ['#settings/profile', { kind: 'settings', section: 'profile' }],
  ['#streams/all', { kind: 'channels', section: 'all' }],
  ['#organization/organization-profile', { kind: 'organization', section: 'organization-profile' }],
  ['#topics/stream/9', { kind: 'topics', channelId: 9 }],
  ['#topics/dm/9', undefined],
  ['#topics/channel/design', undefined],
  ['#topics/channel', undefined],
  ['#narrow/dm/3,8,9-group', narrow(term('dm', '3,8,9'))],
  ['#narrow/dm/38x', narrow(term('dm', '38x'))],
  ['#narrow/topic/9-design', narrow(term('topic', '9-design'))],
  ['#narrow/channel/9-design/topic', undefined],
  ['#narrow/channel/9-design//', undefined],
  ['#narrow//9', undefined],
  ['#user/', undefined],
  ['#narrow/channel', undefined],
  ['#narrow/search/', undefined],
  ['#narrow/topic/a.2', undefined],
  ['#user/mia', undefined],
  ['#constructor', undefined],
  ['#nothing-we-know', undefined],
];

for (const [fragment, expected] of cases) {
  test(`${fragment || '(none)'} is ${expected ? expected.kind : 'no view'}`, () => {
    assert.deepEqual(viewAt(fragment), expected);
  });
}

test('links contain channel names as a hint', () => {
  const terms = [term('channel', '9'), term('topic', 'new logo'), term('near', '214')];
  const nameOf = (id: number) => (id === 9 ? 'the design' : undefined);
  assert.equal(narrowAddress(terms, nameOf), '#narrow/channel/9-the-design/topic/new.20logo/near/214');
  assert.equal(narrowAddress([term('channel', '4')], nameOf), '#narrow/channel/4');
  assert.equal(narrowAddress([term('dm', '3,8')], nameOf), '#narrow/dm/3,8-dm');
  assert.equal(narrowAddress([term('dm', '3,8,9')], nameOf), '#narrow/dm/3,8,9-group');
  assert.equal(narrowAddress([term('dm', 'mia')], nameOf), '#narrow/dm/mia');
  assert.equal(narrowAddress([term('channel', 'design')], nameOf), '#narrow/channel/design');
  assert.equal(narrowAddress([term('channel', '9', true)], nameOf), '#narrow/-channel/9-the-design');
  assert.equal(narrowAddress([term('dm', '3', true)], nameOf), '#narrow/-dm/3-dm');
  assert.equal(narrowAddress([term('is', 'starred', true)], nameOf), '#narrow/-is/starred');
  assert.equal(narrowAddress([], nameOf), '#feed');
});

test('every written narrow can be parsed again', () => {
  const digits = fc.integer({ min: 1, max: 1_000_000 }).map(String);
  const terms = fc.oneof(
    fc.record({ operator: fc.constantFrom('channel', 'sender', 'near', 'with'), operand: digits }),
    fc.record({
      operator: fc.constant('dm'),
      operand: fc.array(digits, { minLength: 1, maxLength: 4 }).map((ids) => ids.join(',')),
    }),
    fc.record({ operator: fc.constant('topic'), operand: fc.string({ unit: 'grapheme' }) }),
    fc.record({ operator: fc.constant('search'), operand: fc.string({ unit: 'grapheme', minLength: 1 }) }),
  );
  const one = fc.tuple(terms, fc.boolean()).map(([two, isNegated]) => ({ ...two, isNegated }));
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (list) => {
      assert.deepEqual(viewAt(narrowAddress(list, (id) => `näme ${id}/x`)), { kind: 'narrow', terms: list });
    }),
  );
});

test('an unknown operator is treated as a search', () => {
  for (const operand of ['constructor', '__proto__', 'unknown'])
    assert.deepEqual(narrowTargetOf([term('is', operand)], 1), { kind: 'search' });
});
