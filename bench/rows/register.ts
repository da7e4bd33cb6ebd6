// POST /register: everything a client shows at its start, with every part and modern capabilities.

import { compare } from '../measure/compare.ts';
import { capabilities, floorInsert, post } from '../requests.ts';
import { type Row, row } from '../stage.ts';

/** The clients that start at the same time; few, because each answer is large. */
const CONNECTIONS = 8;

function checkSnapshot(body: string): void {
  const { queue_id: queueId } = JSON.parse(body) as { queue_id?: unknown };
  if (typeof queueId !== 'string') throw new Error('no queue was registered');
}

/** The row for an organization of `people` people. */
export function registerRow(people: number): Row {
  const budget = { p50: people > 1000 ? 60 : 10 };
  return row(`POST /register, ${people.toLocaleString('en')} people`, 'insert', budget, (stage) =>
    compare(stage, {
      requests: stage.data.people.map((person) =>
        post(person, '/register', {
          apply_markdown: true,
          client_gravatar: true,
          slim_presence: true,
          include_subscribers: 'partial',
          client_capabilities: capabilities,
        }),
      ),
      floor: (bytes) => [floorInsert(bytes)],
      check: checkSnapshot,
      connections: CONNECTIONS,
    }),
  );
}
