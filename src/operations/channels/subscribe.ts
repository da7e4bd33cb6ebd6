// POST /users/me/subscriptions: subscribe oneself or others, making the channels that do not exist yet.

import { anyOf, boolean, id, list, mapOf, optional, record, text } from '../../contract/codec.ts';
import { limits } from '../../contract/limits.ts';
import { optionally, required, withDefault } from '../../contract/parameter.ts';
import { normalChannelName, normalDescription } from '../../model/channels/names.ts';
import { renderDescription } from '../../model/channels/render-description.ts';
import { sendKeptNotices } from '../../model/pending-notices/deliver.ts';
import { principalIds } from '../../model/subscriptions/principals.ts';
import { textKey } from '../../model/text-key.ts';
import { writeOperation } from '../operation.ts';
import { newChannelParameters, wantedChannel } from './new-channel-parameters.ts';
import { type NamedChannel, subscribeByName } from './subscribe-by-name.ts';
import { hexColor } from './subscription-settings.ts';

export const principals = list(anyOf('is not an allowed_type', id, text()));

function namesByPerson(
  lists: ReadonlyMap<number, readonly number[]>,
  names: ReadonlyMap<number, string>,
): Record<string, string[]> {
  return Object.fromEntries(
    [...lists].map(([person, ids]) => [String(person), ids.map((one) => names.get(one) ?? '')]),
  );
}

export const subscribeToChannels = writeOperation({
  name: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to channels, making those that do not exist.',
  access: 'account',
  errors: ['UNAUTHORIZED_PRINCIPAL', 'SYSTEM_GROUP_REQUIRED', 'REQUEST_VARIABLE_INVALID'],
  parameters: {
    subscriptions: required(
      list(
        record({
          name: text(),
          description: optional(text({ maximum: limits.channelDescriptionCodePoints })),
          color: optional(hexColor),
        }),
        limits.idsPerRequest,
      ),
      'The channels by name; descriptions are for those that are made.',
    ),
    principals: optionally(principals, 'Whom to subscribe, by ids or addresses; the caller by default.'),
    authorization_errors_fatal: withDefault(
      boolean,
      true,
      'Refuse the whole request for one channel that cannot be had.',
    ),
    send_new_subscription_messages: withDefault(boolean, true, 'Tell those whom somebody else subscribes.', {
      since: 397,
    }),
    ...newChannelParameters,
  },
  result: {
    subscribed: mapOf(list(text())),
    already_subscribed: mapOf(list(text())),
    unauthorized: optional(list(text())),
    new_subscription_messages_sent: optional(boolean),
  },
  async handle(context, values) {
    const { state, reader, actor, organizationUrl } = context;
    const named = new Map<string, NamedChannel>();
    for (const { name, description = '', color } of values.subscriptions) {
      const normal = normalChannelName(name);
      if (named.has(textKey(normal))) continue;
      const source = normalDescription(description);
      const renderedDescription = await renderDescription(state, reader, source, organizationUrl);
      named.set(textKey(normal), { name: normal, description: source, renderedDescription, color });
    }
    const given = values.principals;
    const isTold = values.send_new_subscription_messages;
    const outcome = await context.write((writer) =>
      subscribeByName(writer, {
        callerId: actor.account.id,
        principalIds: given && given.length > 0 ? principalIds(state, given) : undefined,
        named,
        wanted: wantedChannel(values),
        areRefusalsFatal: values.authorization_errors_fatal,
        announce: values.announce,
        tells: isTold,
        organizationUrl,
      }),
    );
    await sendKeptNotices(context, outcome.kept);
    return {
      subscribed: namesByPerson(outcome.added, outcome.names),
      already_subscribed: namesByPerson(outcome.already, outcome.names),
      ...(!values.authorization_errors_fatal && { unauthorized: [...outcome.unauthorized] }),
      ...(isTold && { new_subscription_messages_sent: outcome.areTold }),
    };
  },
});
