// POST /users/me/presence: the most frequent request. All people send it in turn; in one row each receives the changes
// since the previous one, in the other no one asks for them.

import { compare, once } from '../measure/compare.ts';
import { bare, inTurn, post } from '../requests.ts';
import { row } from '../stage.ts';

export const presenceRow = row('POST /users/me/presence', 'answer', { p50: 1 }, async (stage) => {
  const { people } = stage.data;
  const ping = (number: number, since: number) =>
    post(inTurn(people, number), '/users/me/presence', {
      status: 'active',
      new_user_input: true,
      last_update_id: since,
    });
  // All people are online before anything is measured.
  const { bodies } = await once(
    stage,
    stage.server,
    people.map((_, number) => ping(number, -1)),
  );
  const { presence_last_update_id: since } = JSON.parse(bodies.at(-1) ?? '{}') as {
    presence_last_update_id?: number;
  };
  return compare(stage, {
    requests: people.map((_, number) => ping(number, since ?? -1)),
    floor: () => [bare('POST', '/nothing', 'x'.repeat(60))],
  });
});

export const presencePingRow = row('POST /users/me/presence, ping only', 'answer', {}, (stage) =>
  compare(stage, {
    requests: stage.data.people.map((person) =>
      post(person, '/users/me/presence', { status: 'active', new_user_input: true, ping_only: true }),
    ),
    floor: () => [bare('POST', '/nothing', 'x'.repeat(60))],
  }),
);
