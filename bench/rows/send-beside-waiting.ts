// POST /messages to a channel of ten people while people in other such channels have very many waiting polls. The
// figures should be the same as without waiting polls.

import { compare } from '../measure/compare.ts';
import type { RowResult } from '../measure/result.ts';
import { floorInsert, inTurn, post } from '../requests.ts';
import type { Row } from '../stage.ts';
import { allWait, registerQueues, waitingPolls } from './waiting.ts';

/** The number of people in each channel. Those of the first channel send and do not wait. */
export const PEOPLE_PER_CHANNEL = 10;
const VARIANTS = 100;

/** The row for `count` waiting polls and messages that none of them receives. */
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
      const comparison = { requests, floor: () => [floorInsert()] };
      const resultAlone = await compare(stage, comparison);
      const polls = await registerQueues(stage, data.people.slice(PEOPLE_PER_CHANNEL), count);
      await generator.do<'wait'>({ kind: 'wait', port: server.port, polls });
      await allWait(stage, count, () => waitingPolls(server.port));
      const resultBeside = await compare(stage, comparison);
      await generator.do<'leave'>({ kind: 'leave' });
      const result = (suffix: string, { server: ours, floor }: typeof resultAlone): RowResult => ({
        name: `${name}${suffix}`,
        budget: { p50: 2 },
        floorName,
        server: ours,
        floor,
      });
      return [result(': without waiting polls', resultAlone), result('', resultBeside)];
    },
  };
}
