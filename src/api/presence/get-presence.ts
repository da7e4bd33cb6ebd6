// GET /realm/presence: the presence of all people, in the older format.

import { number } from '../../api-contract/codec.ts';
import { exactSeconds } from '../../api-contract/time.ts';
import { writeFields } from '../../api-contract/written-json.ts';
import { presencesSchema } from '../../model/presence/presence-schema.ts';
import { presencesFor } from '../../queries/presence/visible-presence.ts';
import { PreparedResult, readOperation } from '../operation.ts';

const HISTORY_DAYS = 14;

export const getPresence = readOperation({
  name: 'get-presence',
  method: 'GET',
  path: '/realm/presence',
  summary: 'Get the presence of all users.',
  access: 'account',
  parameters: {},
  result: { server_timestamp: number, presences: presencesSchema },
  async handle({ state, actor }) {
    const options = { isModern: false, after: undefined, historyDays: HISTORY_DAYS };
    const { presences } = presencesFor(state, actor.account, options);
    return new PreparedResult(await writeFields({ server_timestamp: exactSeconds(), presences }));
  },
});
