// POST /users/me/subscriptions: subscribes the caller or others, creating channels that do not exist.

import { anyOf, anyText, boolean, id, list, mapOf, optional, shortText } from '../../api-contract/codec.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { principalIds } from '../../queries/subscriptions/principals.ts';
import { writeOperation } from '../operation.ts';
import { normalizedChannels, sentChannels } from './named-channels.ts';
import { newChannelParameters, requestedChannel } from './new-channel-parameters.ts';
import { subscribeByName } from './subscribe-by-name.ts';

export const principals = list(anyOf('is not an allowed_type', id, shortText));

function namesByPerson(
  lists: ReadonlyMap<number, readonly number[]>,
  names: ReadonlyMap<number, string>,
): Record<string, string[]> {
  return Object.fromEntries(
    [...lists].map(([person, ids]) => [String(person), ids.map((id) => names.get(id) ?? '')]),
  );
}

export const subscribeToChannels = writeOperation({
  name: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to channels, and create those that do not exist.',
  access: 'account',
  errors: ['UNAUTHORIZED_PRINCIPAL', 'SYSTEM_GROUP_REQUIRED', 'REQUEST_VARIABLE_INVALID'],
  parameters: {
    subscriptions: required(
      sentChannels,
      'The channels to subscribe to, by name. Descriptions are used for new channels.',
    ),
    principals: optionally(principals, 'Users to subscribe, by ID or email address. Defaults to the caller.'),
    authorization_errors_fatal: withDefault(
      boolean,
      true,
      'Whether to fail the whole request if one channel is not accessible.',
    ),
    send_new_subscription_messages: withDefault(
      boolean,
      true,
      'Whether to notify users who are subscribed by someone else.',
      {
        since: 397,
      },
    ),
    ...newChannelParameters,
  },
  result: {
    subscribed: mapOf(list(anyText)),
    already_subscribed: mapOf(list(anyText)),
    unauthorized: optional(list(anyText)),
    new_subscription_messages_sent: optional(boolean),
  },
  async handle(context, values) {
    const { actor, organizationUrl } = context;
    const namedChannels = await normalizedChannels(context, values.subscriptions);
    const principalParameters = values.principals ?? [];
    const principals =
      principalParameters.length > 0
        ? principalIds(await context.requester(), principalParameters)
        : undefined;
    const notifies = values.send_new_subscription_messages;
    const outcome = await context.write((writer) =>
      subscribeByName(writer, {
        callerId: actor.account.id,
        principalIds: principals,
        channelsByKey: namedChannels,
        newChannel: requestedChannel(values),
        areErrorsFatal: values.authorization_errors_fatal,
        announce: values.announce,
        notifies,
        organizationUrl,
      }),
    );
    await sendPendingNotices(context, outcome.pendingNotices);
    return {
      subscribed: namesByPerson(outcome.added, outcome.names),
      already_subscribed: namesByPerson(outcome.already, outcome.names),
      ...(!values.authorization_errors_fatal && { unauthorized: [...outcome.unauthorized] }),
      ...(notifies && { new_subscription_messages_sent: outcome.areNotified }),
    };
  },
});
