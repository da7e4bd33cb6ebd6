// POST /web_push/subscriptions: sends the caller's notifications to a browser or app through its own push
// service (RFC 8030), as browsers and UnifiedPush have one.

import { subscribeEndpoint } from '../../actions/push/web-subscriptions.ts';
import { boolean, id, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import { checkedEndpoint } from '../../model/web-push/push-subscription.ts';
import { sessionsOf } from '../../stores/sessions/session-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { requireUnchangedAccess } from '../users/acting-account.ts';

const NAME_CHARACTERS = 100;
/** Far more than either key needs in Base64. */
const KEY_CHARACTERS = 200;

/** The name of the browser; empty for an app that states none. */
async function deviceOf({ reader, actor }: WriteContext): Promise<string> {
  if (actor.sessionId === undefined) return '';
  const sessions = await sessionsOf(reader, actor.account.id);
  const device = sessions.find(({ id: sessionId }) => sessionId === actor.sessionId)?.device ?? '';
  return [...device].slice(0, NAME_CHARACTERS).join('');
}

export const createWebPushSubscription = writeOperation({
  name: 'create-web-push-subscription',
  method: 'POST',
  path: '/web_push/subscriptions',
  summary: 'Subscribe a browser or app to your notifications with Web Push.',
  access: 'human',
  parameters: {
    endpoint: required(
      text({ minimum: 1, maximum: limits.webPushEndpointCharacters }),
      'The HTTPS URL from the push service.',
    ),
    p256dh: required(text({ maximum: KEY_CHARACTERS }), 'The 65-byte public key of the receiver, in Base64.'),
    auth: required(
      text({ maximum: KEY_CHARACTERS }),
      'The 16-byte authentication secret of the receiver, in Base64.',
    ),
    name: optionally(
      text({ maximum: NAME_CHARACTERS }),
      'The display name. Defaults to the name of the browser.',
    ),
    takes_removals: withDefault(
      boolean,
      true,
      'Whether to also send messages that remove notifications. Set it to `false` for browsers, which must show a notification for every message.',
    ),
  },
  result: { id },
  async handle(context, values) {
    const { actor, services, organizationUrl, write } = context;
    const endpoint = checkedEndpoint(values, services.refusesPushService);
    const subscribing = {
      accountId: actor.account.id,
      sessionId: actor.sessionId ?? null,
      organizationUrl,
      name: values.name ?? (await deviceOf(context)),
      takesRemovals: values.takes_removals,
    };
    const subscriptionId = await write(async (writer) => {
      await requireUnchangedAccess(writer, actor.account);
      return subscribeEndpoint(writer, services.keyring, subscribing, endpoint);
    });
    return { id: subscriptionId };
  },
});
