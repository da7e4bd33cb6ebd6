// Which messages match the narrow of an event queue, one message and one term at a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { checkQueueNarrow, compileQueueNarrow } from '../../src/narrow/queue-narrow.ts';
import type { OrganizationState } from '../../src/queries/state/organization-state.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const make = async (name: string, more = {}): Promise<number> =>
  (await olive.ok('POST', '/channels/create', { name, subscribers: [olive.userId], ...more })).id;
const plain = await make('plain');
// Its name is the id of another channel.
await make(String(plain));
const hiddenChannel = await make('hidden', { invite_only: true });
const old = await make('old');
await olive.ok('DELETE', `/streams/${old}`);
const { state }: { state: OrganizationState } = await server.server.services.hubs.upToDate(1);
const square = [...state.channels.values()].find(({ isWebPublic }) => isWebPublic);
assert.ok(square);
const plainChannel = [...state.channels.values()].find(({ name }) => name === String(plain));
assert.ok(plainChannel);

interface QueuedMessage {
  readonly channel?: number;
  readonly topic?: string;
  readonly sender?: number;
  readonly mentions?: readonly number[];
  readonly alerts?: readonly number[];
}

/** Whether a message reaches Mel's queue. */
function passes(terms: readonly (readonly [string, unknown, true?])[], message: QueuedMessage): boolean {
  const test = compileQueueNarrow(
    terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
    state,
    mel.userId,
  );
  const row = { channel_id: message.channel ?? null, sender_id: message.sender ?? mia.userId };
  const extra = {
    row,
    topic: message.topic ?? '',
    mentionedIds: message.mentions ?? [],
    alertedIds: message.alerts ?? [],
  };
  return test({ extra } as unknown as LogEntry);
}

const inPlain = { channel: plain, topic: 'x' };
const cases: readonly [string, readonly (readonly [string, unknown, true?])[], QueuedMessage, boolean][] = [
  ['no terms', [], {}, true],
  ['a channel by its id', [['channel', plain]], inPlain, true],
  ['a channel by its name', [['channel', 'PLAIN']], inPlain, true],
  ['another channel', [['stream', hiddenChannel]], inPlain, false],
  ['a channel whose name is the id', [['channel', plain]], { channel: plainChannel.id }, false],
  [
    'a channel by its name, which is the id of another',
    [['channel', String(plain)]],
    { channel: plainChannel.id },
    true,
  ],
  ['not a channel', [['channel', plain, true]], inPlain, false],
  ['a direct message in a narrow to a channel', [['channel', plain]], {}, false],
  ['a direct message in a narrow that excludes a channel', [['channel', plain, true]], {}, true],
  ['a channel that is gone', [['channel', 'plain']], { channel: 987_654 }, false],
  ['public channels', [['channels', 'public']], inPlain, true],
  [
    'a message of a hidden channel in a narrow to public channels',
    [['channels', 'public']],
    { channel: hiddenChannel },
    false,
  ],
  ['a direct message in a narrow to public channels', [['streams', 'public']], {}, false],
  ['web-public channels', [['channels', 'web-public']], { channel: square.id }, true],
  [
    'a message of another channel in a narrow to web-public channels',
    [['channels', 'web-public']],
    inPlain,
    false,
  ],
  ['archived channels', [['channels', 'archived']], { channel: old }, true],
  [
    'a message of another channel in a narrow to archived channels',
    [['channels', 'archived']],
    inPlain,
    false,
  ],
  ['a topic', [['topic', 'X']], inPlain, true],
  ['another topic', [['topic', 'y']], inPlain, false],
  ['the empty topic', [['topic', '']], { channel: plain }, true],
  ['the empty topic by its name', [['topic', 'general chat']], { channel: plain }, true],
  ['a direct message in a narrow to the empty topic', [['topic', '']], {}, false],
  ['a sender by their id', [['sender', mia.userId]], {}, true],
  ['a sender by their address', [['sender', 'MIA@example.com']], {}, true],
  ['another sender', [['sender', mel.userId]], {}, false],
  ['an unknown sender', [['sender', 'mia@example.com']], { sender: 987_654 }, false],
  ['direct messages', [['is', 'dm']], {}, true],
  ['direct messages by their older name', [['is', 'private']], inPlain, false],
  ['a resolved topic', [['is', 'resolved']], { channel: plain, topic: '✔ x' }, true],
  ['a topic that is not resolved', [['is', 'resolved']], inPlain, false],
  ['a mention of the account', [['is', 'mentioned']], { mentions: [mia.userId, mel.userId] }, true],
  ['a mention of another account', [['is', 'mentioned']], { mentions: [mia.userId] }, false],
  ['an alert word', [['is', 'alerted']], { alerts: [mel.userId] }, true],
  ['an alert word of another account', [['is', 'alerted']], { alerts: [mia.userId] }, false],
  ['starred messages', [['is', 'starred']], {}, false],
  ['an unknown operand', [['is', 'whatever']], {}, true],
  ['a mentioned person', [['mentions', mia.userId]], { mentions: [mel.userId, mia.userId] }, true],
  ['a mentioned person by email', [['mentions', 'mia@example.com']], { mentions: [mia.userId] }, true],
  ['a person who is not mentioned', [['mentions', mia.userId]], { mentions: [mel.userId] }, false],
  [
    'two terms that hold',
    [
      ['channel', plain],
      ['topic', 'x'],
    ],
    inPlain,
    true,
  ],
  [
    'two terms of which one holds',
    [
      ['channel', plain],
      ['topic', 'y'],
    ],
    inPlain,
    false,
  ],
  [
    'a term that holds and an excluded one',
    [
      ['channel', plain],
      ['topic', 'y', true],
    ],
    inPlain,
    true,
  ],
];

for (const [what, terms, message, expected] of cases) {
  test(`${what}: ${expected ? 'the message reaches the queue' : 'the message does not'}`, () =>
    assert.equal(passes(terms, message), expected));
}

const terms: readonly [string, string, string | undefined][] = [
  ['channels', 'public', undefined],
  ['streams', 'archived', undefined],
  ['channels', 'private', 'Operand private not supported.'],
  ['streams', 'all', 'Operand all not supported.'],
  ['is', 'muted', 'Operand muted not supported.'],
  ['is', 'dm', undefined],
  ['topic', 'followed', undefined],
  ['near', '5', 'Operator near not supported.'],
];
for (const [operator, operand, message] of terms) {
  test(`${operator}:${operand} is ${message ? 'refused' : 'accepted'}`, () => {
    const check = () => checkQueueNarrow([{ operator, operand, negated: false }]);
    if (message === undefined) check();
    else assert.throws(check, { message });
  });
}
