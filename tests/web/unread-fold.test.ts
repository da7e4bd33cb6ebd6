// The fold of unread messages against a plain list of messages, with many of them in few conversations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ApiEvent } from '../../client/event-stream.ts';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';

const OWN = 1;
const empty = {
  unread_msgs: { streams: [], pms: [], huddles: [], mentions: [], count: 0 },
} as unknown as State;

const conversation = fc.record({
  channelId: fc.integer({ min: 1, max: 3 }),
  topic: fc.constantFrom('a', 'B', 'b', 'É', 'é'),
});
const ids = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('sent' as const), conversation, at: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('sent' as const), conversation, at: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constantFrom('read' as const, 'removed' as const), ids }),
);

test('groups are sorted and contain the unread messages', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const naive = new Map<number, string>();
      let state = empty;
      for (const current of steps) {
        const event: unknown =
          current.kind === 'sent'
            ? {
                type: 'message',
                flags: [],
                message: {
                  id: current.at,
                  type: 'stream',
                  stream_id: current.conversation.channelId,
                  subject: current.conversation.topic,
                },
              }
            : current.kind === 'read'
              ? { type: 'update_message_flags', flag: 'read', op: 'add', messages: current.ids, all: false }
              : { type: 'delete_message', message_ids: current.ids };
        if (current.kind === 'sent' && naive.has(current.at)) continue;
        if (current.kind === 'sent')
          naive.set(
            current.at,
            `${current.conversation.channelId} ${current.conversation.topic.toLowerCase()}`,
          );
        else for (const id of current.ids) naive.delete(id);
        state = fold(state, event as ApiEvent, OWN);
      }
      const groups = state.unread_msgs?.streams ?? [];
      const keys = groups.map((group) => `${group.stream_id} ${group.topic.toLowerCase()}`);
      assert.deepEqual(keys, [...new Set(naive.values())].sort());
      for (const [index, group] of groups.entries()) {
        const own = [...naive].filter(([, key]) => key === keys[index]).map(([id]) => id);
        assert.deepEqual(
          group.unread_message_ids,
          own.sort((a, b) => a - b),
        );
      }
    }),
    { numRuns: 500 },
  );
});
