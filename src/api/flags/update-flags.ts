// POST /messages/flags: adds or removes a flag on messages.

import { changeFlags } from '../../actions/messages/change-flags.ts';
import { id, list, optional } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { flagChange, flagParameters } from './flag-parameters.ts';

export const updateFlags = writeOperation({
  name: 'update-message-flags',
  method: 'POST',
  path: '/messages/flags',
  summary: 'Add or remove one of your flags on messages.',
  access: 'account',
  parameters: { messages: required(list(id), 'The IDs of the messages.'), ...flagParameters },
  result: {
    messages: list(id),
    ignored_because_not_subscribed_channels: optional(list(id)),
  },
  async handle(context, values) {
    const change = flagChange(values.op, values.flag);
    const { account } = context.actor;
    const { changedIds, skippedChannelIds } = await context.write((writer) =>
      changeFlags(writer, account, change, values.messages),
    );
    const marksUnread = change.flag === 'read' && change.op === 'remove';
    return {
      messages: [...changedIds],
      ...(marksUnread && { ignored_because_not_subscribed_channels: [...skippedChannelIds] }),
    };
  },
});
