// POST /messages/flags: marks ten messages as unread and read again, by many people in turn.

import { compare } from '../measure/compare.ts';
import { floorInsert, inTurn, post } from '../requests.ts';
import { row } from '../stage.ts';

const VARIANTS = 400;
const MESSAGES = 10;

function checkChanged(body: string): void {
  const { messages } = JSON.parse(body) as { messages?: unknown[] };
  if (!Array.isArray(messages)) throw new Error('the response has no list of changed messages');
}

export const flagsRow = row('POST /messages/flags, 10 messages', 'insert', { p50: 1 }, (stage) => {
  const { people, conversations } = stage.data;
  const topics = conversations.filter(({ channelId }) => channelId === stage.data.everyoneChannelId);
  const requests = Array.from({ length: VARIANTS }, (_, variant) => {
    // Every second request reverts the one before it.
    const pair = variant >> 1;
    const { messageIds } = inTurn(topics, pair);
    const from = (pair * 7919) % Math.max(1, messageIds.length - MESSAGES);
    return post(inTurn(people, pair * 31), '/messages/flags', {
      messages: messageIds.slice(from, from + MESSAGES),
      op: variant % 2 === 0 ? 'remove' : 'add',
      flag: 'read',
    });
  });
  return compare(stage, { requests, floor: () => [floorInsert()], check: checkChanged });
});
