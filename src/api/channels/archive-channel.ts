// DELETE /streams/{stream_id}: archives a channel and keeps its messages.

import { archiveChannel as archive } from '../../actions/channels/change.ts';
import { id } from '../../api-contract/codec.ts';
import { noSuchUser } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { activeAccounts } from '../../stores/accounts/active-accounts.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';

export const archiveChannel = writeOperation({
  name: 'archive-stream',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  summary: 'Archive a channel.',
  access: 'account',
  parameters: { stream_id: required(id, 'The ID of the channel.') },
  result: {},
  async handle(context, { stream_id }) {
    await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const [caller] = await activeAccounts(writer, [context.actor.account.id]);
      if (!caller) throw noSuchUser();
      const found = await visibleChannel(
        tableLookup({ writer, organization, account: caller }),
        stream_id,
        'metadata',
      );
      return archive(writer, organization, found);
    });
    return {};
  },
});
