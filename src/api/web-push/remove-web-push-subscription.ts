// DELETE /web_push/subscriptions/{subscription_id}: ends a push subscription.

import { endWebSubscription } from '../../actions/push/web-subscriptions.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { subscriptionNotFound } from '../../model/web-push/push-subscription.ts';
import { writeOperation } from '../operation.ts';

export const removeWebPushSubscription = writeOperation({
  name: 'remove-web-push-subscription',
  method: 'DELETE',
  path: '/web_push/subscriptions/{subscription_id}',
  summary: 'Remove a push subscription.',
  access: 'human',
  parameters: { subscription_id: required(id, 'The ID of the push subscription.') },
  result: {},
  async handle({ actor, write }, { subscription_id }) {
    await write(async (writer) => {
      const isEnded = await endWebSubscription(writer, actor.account.id, subscription_id);
      if (!isEnded) throw subscriptionNotFound();
    });
    return {};
  },
});
