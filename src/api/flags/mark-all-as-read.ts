// POST /mark_all_as_read: marks every message as read.

import { markAllRead } from '../../actions/read-state/mark-read.ts';
import { boolean } from '../../api-contract/codec.ts';
import { writeOperation } from '../operation.ts';

export const markAllAsRead = writeOperation({
  name: 'mark-all-as-read',
  method: 'POST',
  path: '/mark_all_as_read',
  summary: 'Mark all messages as read.',
  deprecated: true,
  access: 'account',
  parameters: {},
  result: { complete: boolean },
  async handle(context) {
    await context.write((writer) => markAllRead(writer, context.actor.account.id));
    return { complete: true };
  },
});
