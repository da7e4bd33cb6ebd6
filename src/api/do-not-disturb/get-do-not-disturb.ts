// GET /users/me/do_not_disturb: returns the caller's pause, quiet hours and allowed senders.

import { nowSeconds } from '../../api-contract/time.ts';
import {
  asOf,
  ownDoNotDisturbFields,
  wireOwnDoNotDisturb,
} from '../../model/do-not-disturb/do-not-disturb.ts';
import { readDoNotDisturb } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import { readOperation } from '../operation.ts';

export const getDoNotDisturb = readOperation({
  name: 'get-do-not-disturb',
  method: 'GET',
  path: '/users/me/do_not_disturb',
  summary: 'Get when you do not want to be notified.',
  access: 'account',
  parameters: {},
  result: ownDoNotDisturbFields,
  async handle({ reader, actor }) {
    return wireOwnDoNotDisturb(asOf(await readDoNotDisturb(reader, actor.account.id), nowSeconds()));
  },
});
