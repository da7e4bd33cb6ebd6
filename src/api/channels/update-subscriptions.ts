// PATCH /users/me/subscriptions: unsubscribes from channels and subscribes to others in one request, as older
// clients do.

import { anyText, list, mapOf, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { writeOperation } from '../operation.ts';
import { normalizedChannels, sentChannels } from './named-channels.ts';
import { defaultChannelProperties } from './new-channel-parameters.ts';
import { subscribeByName } from './subscribe-by-name.ts';
import { unsubscribeByName } from './unsubscribe-by-name.ts';

export const updateSubscriptions = writeOperation({
  name: 'update-subscriptions',
  method: 'PATCH',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe from channels and subscribe to others, and create those that do not exist.',
  access: 'account',
  errors: ['STREAM_DOES_NOT_EXIST'],
  parameters: {
    delete: withDefault(
      list(shortText, limits.idsPerRequest),
      [],
      'The channels to unsubscribe from, by name.',
    ),
    add: withDefault(sentChannels, [], 'The channels to subscribe to, by name.'),
  },
  result: {
    subscribed: mapOf(list(anyText)),
    already_subscribed: mapOf(list(anyText)),
    removed: list(anyText),
    not_removed: list(anyText),
  },
  async handle(context, values) {
    if (values.add.length + values.delete.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    const { state, actor, organizationUrl } = context;
    const callerId = actor.account.id;
    const channelsToAdd = await normalizedChannels(context, values.add);
    const names = values.delete.map((name) => name.trim());
    const { removal, addition } = await context.write(async (writer) => ({
      removal: await unsubscribeByName(writer, { callerId, principalIds: [callerId], names }),
      addition: await subscribeByName(writer, {
        callerId,
        principalIds: undefined,
        channelsByKey: channelsToAdd,
        newChannel: defaultChannelProperties,
        areErrorsFatal: true,
        announce: false,
        notifies: false,
        organizationUrl,
      }),
    }));
    await sendPendingNotices(context, addition.pendingNotices);
    const email = apiEmail(actor.account, state.organization);
    const namesOf = (lists: ReadonlyMap<number, readonly number[]>): Record<string, string[]> => {
      const ids = lists.get(callerId);
      return ids ? { [email]: ids.map((id) => addition.names.get(id) ?? '') } : {};
    };
    return { ...removal, subscribed: namesOf(addition.added), already_subscribed: namesOf(addition.already) };
  },
});
