// What counts as read: messages that were continuously visible for long enough in a view that marks as read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { marksAsRead, VisibleMessages } from '../../web/message-list/visible-messages.ts';

const LONG_ENOUGH = 300;

const look = fc.record({
  /** Milliseconds since the previous check. */
  after: fc.integer({ min: 0, max: 250 }),
  /** Undefined if the page is not visible. */
  ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), { nil: undefined }),
});

test('a message is read if it was visible in all checks of the last 300 ms', () => {
  fc.assert(
    fc.property(fc.array(look, { maxLength: 30 }), (looks) => {
      const visibleMessages = new VisibleMessages();
      const past: { readonly at: number; readonly ids: readonly number[] }[] = [];
      let now = 0;
      for (const { after, ids } of looks) {
        now += after;
        past.unshift({ at: now, ids: ids ?? [] });
        if (!ids) {
          visibleMessages.forget();
          continue;
        }
        const since = (id: number) => {
          const gap = past.findIndex((one) => !one.ids.includes(id));
          return past[gap < 0 ? past.length - 1 : gap - 1]?.at ?? now;
        };
        assert.deepEqual(
          visibleMessages.update(ids, now),
          ids.filter((id) => now - since(id) >= LONG_ENOUGH),
        );
        assert.equal(
          visibleMessages.isWaiting(now),
          ids.some((id) => now - since(id) < LONG_ENOUGH),
        );
      }
    }),
  );
});

test('a view marks as read depending on the setting, and never in a search', () => {
  const ALWAYS = 1;
  const CONVERSATIONS = 2;
  const NEVER = 3;
  const inConversation = { isConversation: true, isLookup: false };
  const inFeed = { isConversation: false, isLookup: false };
  assert.equal(marksAsRead({ policy: ALWAYS, ...inFeed }), true);
  assert.equal(marksAsRead({ policy: CONVERSATIONS, ...inFeed }), false);
  assert.equal(marksAsRead({ policy: CONVERSATIONS, ...inConversation }), true);
  assert.equal(marksAsRead({ policy: NEVER, ...inConversation }), false);
  assert.equal(marksAsRead({ policy: undefined, ...inFeed }), true);
  for (const policy of [ALWAYS, CONVERSATIONS, NEVER]) {
    assert.equal(marksAsRead({ policy, isConversation: true, isLookup: true }), false);
  }
});
