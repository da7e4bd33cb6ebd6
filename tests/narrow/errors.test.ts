// The exact errors of invalid narrows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { narrow as narrowCodec } from '../../src/narrow/wire-term.ts';
import { startTestServer } from '../support/server.ts';
import { not, term } from './message-history.ts';

const server = await startTestServer();
const mel = await server.as('mel');

const range = { anchor: 'newest', num_before: 1, num_after: 0 };

const malformedNarrows: readonly [unknown[], string][] = [
  [['x'], 'Invalid narrow[0]: Value error, dict or list required'],
  [[5], 'Invalid narrow[0]: Value error, dict or list required'],
  [[term('is', 'dm'), ['a', 'b', 'c']], 'Invalid narrow[1]: Value error, element is not a string pair'],
  [[['id', 5]], 'Invalid narrow[0]: Value error, element is not a string pair'],
  [[{ operand: 'x' }], 'Invalid narrow[0]: Value error, operator is missing'],
  [[{ operator: null, operand: 'x' }], 'Invalid narrow[0]: Value error, operator is missing'],
  [[{ operator: 5, operand: 'x' }], 'Invalid narrow[0]: Value error, operator is not a string'],
  [[[5, 'x']], 'Invalid narrow[0]: Value error, element is not a string pair'],
  [[['is']], 'Invalid narrow[0]: Value error, element is not a string pair'],
  [
    [[`${'x'.repeat(limits.narrowOperatorCodePoints)}x`, 'y']],
    `narrow[0] is too long (limit: ${limits.narrowOperatorCodePoints} characters)`,
  ],
  [
    [term('x'.repeat(limits.narrowOperatorCodePoints + 1), 'y')],
    `narrow[0] is too long (limit: ${limits.narrowOperatorCodePoints} characters)`,
  ],
  [[{ operator: 'is' }], 'Invalid narrow[0]: Value error, operand is missing'],
  [[{ operator: 'is', operand: null }], 'Invalid narrow[0]: Value error, operand is missing'],
  [
    [{ operator: 'is', operand: 'dm', negated: 'yes' }],
    'Invalid narrow[0]: Value error, negated is not a boolean',
  ],
  [[term('channel', [1])], 'operand is not a string or integer'],
  [[term('sender', 1.5)], 'operand is not a string or integer'],
  [[term('dm-including', 'x'), term('dm-including', 1.5)], 'operand is not a string or integer'],
  [[term('dm-including', ['x'])], 'operand[0] is not an integer'],
  [[term('with', {})], 'operand is not a string or integer'],
  [[term('dm', 5)], 'operand is not a string or an integer list'],
  [[term('dm', [5, 'x'])], 'operand[1] is not an integer'],
  [[term('pm-with', ['x'])], 'operand[0] is not an integer'],
  [[term('is', 5)], 'operand is not a string'],
  [[term('near', 5)], 'operand is not a string'],
  [[term('nonsense', 5)], 'operand is not a string'],
  [[term('search', 5)], 'operand is not a string'],
  [[term('search', '  ')], 'operand cannot be blank.'],
];

for (const [narrow, message] of malformedNarrows) {
  test(`a narrow of the wrong form is refused: ${JSON.stringify(narrow)}`, async () => {
    await mel.refused('GET', '/messages', { ...range, narrow }, 'BAD_REQUEST', message);
  });
}

const channelAndDirect = 'No message can be both a channel message and direct message';
const badTerms: readonly [unknown[], string][] = [
  [[term('nonsense', 'x')], 'unknown operator nonsense'],
  [[term('from', 'x')], 'unknown operator from'],
  [[term('channel', 'nowhere')], 'unknown channel nowhere'],
  [[term('channel', 987654)], 'unknown channel 987654'],
  [[term('channel', 'leadership')], 'unknown channel leadership'],
  [[not('channel', '42')], 'unknown channel 42'],
  [[term('channels', 'private')], 'unknown channels operand private'],
  [[term('sender', 'nobody@example.com')], 'unknown user nobody@example.com'],
  [[term('sender', 987654)], 'unknown user 987654'],
  [[term('dm-including', 987654)], 'unknown user 987654'],
  [[term('group-pm-with', 987654)], 'unknown user 987654'],
  [[term('mentions', 987654)], 'unknown user 987654'],
  [[term('dm', [987654, 987655])], 'unknown user in [987654, 987655]'],
  [[term('dm', 'x@example.com,y@example.com')], 'unknown user in x@example.com,y@example.com'],
  [[term('is', 'nonsense')], "unknown 'is' operand nonsense"],
  [[term('in', 'nonsense')], "unknown 'in' operand nonsense"],
  [[term('has', 'images')], "unknown 'has' operand images"],
  [[term('since', 'yesterday')], 'invalid date yesterday'],
  [[term('before', '2026-02-30')], 'invalid date 2026-02-30'],
  [[not('since', '')], 'invalid date '],
  [[term('id', 'x')], 'Invalid message ID'],
  [[term('id', -1)], 'Invalid message ID'],
  [[term('id', 2_147_483_648)], 'Invalid message ID'],
  [[term('id', '12345678901234567890')], 'Invalid message ID'],
  [[term('with', 'x')], "Invalid 'with' operator"],
  [
    [term('with', '1234567890123456'), term('channel', 'general'), term('topic', 'x')],
    "Invalid 'with' operator",
  ],
  [[term('with', 987_654)], "Invalid 'with' operator"],
  [[term('with', 987_654), term('channel', 'general')], "Invalid 'with' operator"],
  [[term('channel', 'general'), term('is', 'dm')], channelAndDirect],
  [[term('topic', 'x'), term('dm', [mel.userId])], channelAndDirect],
  [[term('dm-including', mel.userId), term('channels', 'public')], channelAndDirect],
  [[not('is', 'dm'), term('dm', [mel.userId])], channelAndDirect],
  [[term('group-pm-with', mel.userId), term('stream', 'general')], channelAndDirect],
];

for (const [narrow, description] of badTerms) {
  test(`a narrow with an invalid term is refused: ${JSON.stringify(narrow)}`, async () => {
    const message = `Invalid narrow operator: ${description}`;
    const body = await mel.refused('GET', '/messages', { ...range, narrow }, 'BAD_NARROW', message);
    assert.equal(body.desc, description);
  });
}

test('two `with` terms have a specific error', async () => {
  const narrow = [term('with', 1), term('with', 2)];
  const message = "Invalid narrow operator combination: Duplicate 'with' operators.";
  const body = await mel.refused('GET', '/messages', { ...range, narrow }, 'BAD_NARROW', message);
  assert.equal(body.desc, "Duplicate 'with' operators.");
});

test('an id may be of a future message, up to the highest possible one', async () => {
  const found = async (id: number | string) =>
    (await mel.ok('GET', '/messages', { ...range, narrow: [term('id', id)] })).messages;
  assert.deepEqual(await found(0), []);
  assert.deepEqual(await found(2_147_483_647), []);
  assert.deepEqual(await found(' 7 '), await found(7));
});

test('negated terms do not contradict each other', async () => {
  await mel.ok('GET', '/messages', { ...range, narrow: [not('channel', 'general'), term('is', 'dm')] });
  await mel.ok('GET', '/messages', {
    ...range,
    narrow: [term('channel', 'general'), not('is', 'private'), not('dm', [mel.userId])],
  });
});

test('a narrow that is not a list, or not JSON, is refused', async () => {
  await mel.refused(
    'GET',
    '/messages',
    { ...range, narrow: { a: 1 } },
    'BAD_REQUEST',
    'narrow is not a list',
  );
  await mel.refused(
    'GET',
    '/messages',
    { ...range, narrow: 'is:dm' },
    'BAD_REQUEST',
    'narrow is not valid JSON',
  );
  await mel.ok('GET', '/messages', { ...range, narrow: 'null' });
});

const rangeErrors: readonly [Record<string, unknown>, string][] = [
  [{ num_before: 1, num_after: 0 }, "Missing 'anchor' argument."],
  [{ anchor: 'yesterday', num_before: 1, num_after: 0 }, 'Invalid anchor'],
  [{ anchor: '1.5', num_before: 1, num_after: 0 }, 'Invalid anchor'],
  [{ anchor: 'date', num_before: 1, num_after: 0 }, "Missing 'anchor_date' argument."],
  [{ anchor: 'date', anchor_date: 'soon', num_before: 1, num_after: 0 }, 'Invalid anchor_date'],
  [{ anchor: 'date', anchor_date: '2026-02-30', num_before: 1, num_after: 0 }, 'Invalid anchor_date'],
  [{ anchor: 5, num_before: 2500, num_after: 2501 }, 'Too many messages requested (maximum 5000).'],
  [
    { anchor: 5, num_before: 1, num_after: 1, include_anchor: false },
    'The anchor can only be excluded at an end of the range',
  ],
  [
    { message_ids: Array.from({ length: 5001 }, (_, index) => index) },
    'Too many messages requested (maximum 5000).',
  ],
];

for (const [parameters, message] of rangeErrors) {
  test(`a range is refused: ${message} (${Object.keys(parameters).join(', ')})`, async () => {
    // 5001 ids do not fit into a URL.
    const { status, body } =
      'message_ids' in parameters
        ? await mel.request('GET', '/messages', { message_ids: Array(5001).fill(1) })
        : await mel.request('GET', '/messages', parameters);
    assert.equal(status, 400);
    assert.equal(body.code, 'BAD_REQUEST');
    assert.equal(body.msg, message);
  });
}

test('the numbers of a range must not be negative', async () => {
  await mel.refused('GET', '/messages', { anchor: 5, num_after: 1, num_before: -1 }, 'BAD_REQUEST');
});

test('ids and a range exclude each other', async () => {
  const names = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
  for (const extra of [
    { anchor: 5 },
    { num_before: 1 },
    { num_after: 1 },
    { include_anchor: true },
    { use_first_unread_anchor: false },
  ]) {
    const parameters = { message_ids: [1], ...extra };
    const body = await mel.refused(
      'GET',
      '/messages',
      parameters,
      'BAD_REQUEST',
      `Unsupported parameter combination: ${names}`,
    );
    assert.equal(body.parameters, names);
  }
});

test('a term as a pair consists of two texts, as declared', () => {
  const [list] = (
    narrowCodec.schema as { anyOf: { items: { anyOf: { minItems: number; maxItems: number }[] } }[] }
  ).anyOf;
  const pair = list?.items.anyOf[0];
  const isAccepted = (count: number) => {
    try {
      return narrowCodec.decode([Array(count).fill('topic')], 'narrow').length === 1;
    } catch {
      return false;
    }
  };
  const accepted = [0, 1, 2, 3, 4].filter(isAccepted);
  assert.deepEqual([pair?.minItems, pair?.maxItems], [Math.min(...accepted), Math.max(...accepted)]);
});

test('the id of a future message may have one to fifteen digits', async () => {
  const found = async (operand: number | string) =>
    mel.request('GET', '/messages', {
      ...range,
      narrow: [term('channel', 'general'), term('topic', 'x'), term('with', operand)],
    });
  for (const operand of ['123456789012345', '-5', 0, 9, ' 7 ']) {
    assert.equal((await found(operand)).status, 200, `${operand}`);
  }
});
