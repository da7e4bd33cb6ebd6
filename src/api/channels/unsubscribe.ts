// DELETE /users/me/subscriptions: unsubscribes the caller or others from channels.

import { anyText, list, shortText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { principalIds } from '../../queries/subscriptions/principals.ts';
import { writeOperation } from '../operation.ts';
import { principals } from './subscribe.ts';
import { unsubscribeByName } from './unsubscribe-by-name.ts';

export const unsubscribeFromChannels = writeOperation({
  name: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe from channels.',
  access: 'account',
  errors: ['STREAM_DOES_NOT_EXIST'],
  parameters: {
    subscriptions: required(list(shortText, limits.idsPerRequest), 'The names of the channels.'),
    principals: optionally(
      principals,
      'Users to unsubscribe, by ID or email address. Defaults to the caller.',
    ),
  },
  result: { removed: list(anyText), not_removed: list(anyText) },
  async handle(context, values) {
    const { actor } = context;
    const principalParameters = values.principals;
    const ids =
      principalParameters && principalParameters.length > 0
        ? principalIds(await context.requester(), principalParameters)
        : [actor.account.id];
    const names = values.subscriptions.map((name) => name.trim());
    const unsubscribeRequest = { callerId: actor.account.id, principalIds: ids, names };
    return context.write((writer) => unsubscribeByName(writer, unsubscribeRequest));
  },
});
