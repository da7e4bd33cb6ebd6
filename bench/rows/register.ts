// POST /register: everything a client shows at its start, with every part and modern capabilities.

import type { BenchPerson, Dataset } from '../fill/dataset.ts';
import { compare } from '../measure/compare.ts';
import type { Budget } from '../measure/result.ts';
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
  return rowOf(`POST /register, ${people.toLocaleString('en')} people`, budget, ({ people }) => people);
}

/** The row for people with at least `unread` unread messages. */
export function registerUnreadRow(unread: number): Row {
  const name = `POST /register, ${unread.toLocaleString('en')} unread`;
  return rowOf(name, {}, ({ fresh }) => fresh);
}

function rowOf(name: string, budget: Budget, peopleOf: (data: Dataset) => readonly BenchPerson[]): Row {
  return row(name, 'insert', budget, (stage) =>
    compare(stage, {
      requests: peopleOf(stage.data).map((person) =>
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
