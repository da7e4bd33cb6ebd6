// POST /default_streams: new accounts start in a channel.

import { id } from '../../contract/codec.ts';
import { badRequest, noSuchUser } from '../../contract/error.ts';
import { required } from '../../contract/parameter.ts';
import { setDefaultChannel } from '../../model/channels/default-channels.ts';
import { requireDefaultChannelsRight } from '../../model/channels/default-rules.ts';
import { activeChannelNow } from '../../model/channels/lookup.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { activePrincipals } from '../../model/subscriptions/principals.ts';
import { writeOperation } from '../operation.ts';

export const addDefaultChannel = writeOperation({
  name: 'add-default-stream',
  method: 'POST',
  path: '/default_streams',
  summary: 'Let new accounts start in a channel.',
  access: 'account',
  parameters: { stream_id: required(id, 'The channel.') },
  result: {},
  async handle(context, { stream_id }) {
    await context.write(async (writer) => {
      const [caller] = await activePrincipals(writer, [context.actor.account.id]);
      if (!caller) throw noSuchUser();
      requireDefaultChannelsRight(caller);
      const organization = await readOrganization(writer);
      const { channel } = await activeChannelNow(
        writer,
        organization,
        caller,
        stream_id,
        'metadata',
        writer.now,
      );
      if (channel.isPrivate) throw badRequest('Private channels cannot be made default.');
      await setDefaultChannel(writer, channel, true);
    });
    return {};
  },
});
