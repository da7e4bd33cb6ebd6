// DELETE /default_streams: new accounts no longer start in a channel.

import { id } from '../../contract/codec.ts';
import { noSuchUser } from '../../contract/error.ts';
import { required } from '../../contract/parameter.ts';
import { setDefaultChannel } from '../../model/channels/default-channels.ts';
import { requireDefaultChannelsRight } from '../../model/channels/default-rules.ts';
import { activeChannelNow } from '../../model/channels/lookup.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { activePrincipals } from '../../model/subscriptions/principals.ts';
import { writeOperation } from '../operation.ts';

export const removeDefaultChannel = writeOperation({
  name: 'remove-default-stream',
  method: 'DELETE',
  path: '/default_streams',
  summary: 'No longer let new accounts start in a channel.',
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
      await setDefaultChannel(writer, channel, false);
    });
    return {};
  },
});
