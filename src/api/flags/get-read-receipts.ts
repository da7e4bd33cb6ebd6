// GET /messages/{message_id}/read_receipts: the people who have read a message, if they share that.

import { id, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { readableMessage } from '../../stores/message-access/message-access.ts';
import { mutedEitherWay } from '../../stores/muted-users/muted-user-store.ts';
import { accountsThatRead } from '../../stores/read-state/read-receipts.ts';
import { readOperation } from '../operation.ts';

export const getReadReceipts = readOperation({
  name: 'get-read-receipts',
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  summary: 'List the users who have read a message.',
  since: 137,
  access: 'account',
  parameters: { message_id: required(id, 'The ID of the message.') },
  result: { user_ids: list(id) },
  async handle({ requester, state, reader, actor }, { message_id: messageId }) {
    const { account: caller } = actor;
    const { row } = await readableMessage(await requester(), messageId);
    if (!state.organization.settings.enable_read_receipts) {
      throw badRequest('Read receipts are disabled in this organization.');
    }
    const muted = await mutedEitherWay(reader, caller.id);
    const readerIds: number[] = [];
    for (const readerId of await accountsThatRead(reader, messageId)) {
      const account = state.account(readerId);
      if (!account?.isActive || readerId === row.sender_id || muted.has(readerId)) continue;
      if (!account.settings.send_read_receipts) continue;
      if (maySeeAccount(state, caller, account)) readerIds.push(readerId);
    }
    return { user_ids: readerIds.sort((a, b) => a - b) };
  },
});
