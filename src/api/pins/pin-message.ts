// POST /messages/{message_id}/pin: pins a message for everyone in its conversation. When a message of a
// topic is pinned for the first time, Notification Bot posts a notice, which also people see whose clients do not show pins.

import { pinMessage } from '../../actions/pins/pin-message.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { pinNotices } from '../../model/pins/pin-notices.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { insertNotices } from '../../stores/pending-notices/pending-notice-store.ts';
import { writeOperation } from '../operation.ts';

export const pinMessageOperation = writeOperation({
  name: 'pin-message',
  method: 'POST',
  path: '/messages/{message_id}/pin',
  summary: 'Pin a message for everyone in its conversation.',
  access: 'account',
  parameters: { message_id: required(id, 'The ID of the message.') },
  result: {},
  async handle(context, values) {
    const { account } = context.actor;
    const pending = await context.write(async (writer) => {
      const pinned = await pinMessage(writer, account.id, values.message_id);
      const cause = { actorId: account.id, organizationUrl: context.organizationUrl };
      return insertNotices(writer, cause, pinned ? pinNotices(pinned, account) : []);
    });
    await sendPendingNotices(context, pending);
    return {};
  },
});
