// POST /messages: one sender at a time, then many under load. Another row does the same in a channel with very many
// subscribers.

import { compare } from '../measure/compare.ts';
import { floorInsert, inTurn, post } from '../requests.ts';
import { type Row, row } from '../stage.ts';

const VARIANTS = 500;
const BUDGET = { p50: 2, shareOfRate: 0.5 };

function checkSent(body: string): void {
  const { id } = JSON.parse(body) as { id?: unknown };
  if (typeof id !== 'number') throw new Error('nothing was sent');
}

function text(variant: number): string {
  return `Message ${variant}: the **release** is ready, see https://example.com/builds/${variant}\n\n* built\n* tested :smile:`;
}

export const sendRow: Row = row('POST /messages', 'insert', BUDGET, (stage) => {
  const { people, conversations, archiveChannelId } = stage.data;
  // Nothing is sent to the archive, because another row measures its unread messages.
  const topics = conversations.filter(
    ({ channelId }) => channelId !== null && channelId !== archiveChannelId,
  );
  const requests = Array.from({ length: VARIANTS }, (_, variant) => {
    const topic = inTurn(topics, variant);
    const members = people.filter(({ number }) => topic.people.includes(number));
    return post(inTurn(members, variant * 7), '/messages', {
      type: 'channel',
      to: topic.channelId,
      topic: topic.topic,
      content: text(variant),
    });
  });
  return compare(stage, { requests, floor: () => [floorInsert()], check: checkSent });
});

export const sendDirectRow: Row = row('POST /messages, direct', 'insert', BUDGET, (stage) => {
  const { people, conversations } = stage.data;
  const direct = conversations.filter(({ channelId }) => channelId === null);
  const requests = Array.from({ length: VARIANTS }, (_, variant) => {
    const members = people.filter(({ number }) => inTurn(direct, variant).people.includes(number));
    return post(inTurn(members, variant), '/messages', {
      type: 'direct',
      to: [inTurn(members, variant + 1).id],
      content: text(variant),
    });
  });
  return compare(stage, { requests, floor: () => [floorInsert()], check: checkSent });
});

/** The row for sending to a channel of `subscribers` people, which should cost no more than sending to a small one. */
export function sendToCrowdRow(subscribers: number): Row {
  return row(`POST /messages, channel of ${subscribers.toLocaleString('en')}`, 'insert', BUDGET, (stage) => {
    const requests = Array.from({ length: VARIANTS }, (_, variant) =>
      post(inTurn(stage.data.people, variant), '/messages', {
        type: 'channel',
        to: stage.data.everyoneChannelId,
        topic: `topic ${variant % 10}`,
        content: text(variant),
      }),
    );
    return compare(stage, { requests, floor: () => [floorInsert()], check: checkSent });
  });
}
