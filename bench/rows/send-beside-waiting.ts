// POST /messages to a channel of ten while very many polls wait, all of them of people in other channels of ten: the
// figures should be the same as without waiting polls.

import { compare } from '../measure/compare.ts';
import type { RowResult } from '../measure/result.ts';
import { floorInsert, inTurn, post } from '../requests.ts';
import type { Row } from '../stage.ts';
import { allWait, registerQueues, waitingPolls } from './waiting.ts';

/** The people of each channel; those of the first send, and none of them waits. */
export const PEOPLE_PER_CHANNEL = 10;
const VARIANTS = 100;

/** `count` waiting polls, and messages that are for none of them. */
export function sendBesideWaitingRow(count: number): Row {
  const name = `POST /messages beside ${count.toLocaleString('en')} polls that wait in other channels`;
  const floorName = 'insert';
  return {
    name,
    budget: { p50: 2 },
    floorName,
    needsFreshProcesses: true,
    async run(stage) {
      const { server, generator, data } = stage;
      const senders = data.people.slice(0, PEOPLE_PER_CHANNEL);
      const requests = Array.from({ length: VARIANTS }, (_, variant) =>
        post(inTurn(senders, variant), '/messages', {
          type: 'channel',
          to: data.everyoneChannelId,
          topic: `topic ${variant % 10}`,
          content: `Message ${variant} for ten people.`,
        }),
      );
      const compared = { requests, floor: () => [floorInsert()] };
      const alone = await compare(stage, compared);
      const polls = await registerQueues(stage, data.people.slice(PEOPLE_PER_CHANNEL), count);
      await generator.do<'wait'>({ kind: 'wait', port: server.port, polls });
      await allWait(stage, count, () => waitingPolls(server.port));
      const beside = await compare(stage, compared);
      await generator.do<'leave'>({ kind: 'leave' });
      const result = (suffix: string, { server: ours, floor }: typeof alone): RowResult => ({
        name: `${name}${suffix}`,
        budget: { p50: 2 },
        floorName,
        server: ours,
        floor,
      });
      return [result(': while nobody waits', alone), result('', beside)];
    },
  };
}
