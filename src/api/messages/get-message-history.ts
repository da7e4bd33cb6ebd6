// GET /messages/{message_id}/history: the edits and moves of a message.

import { boolean, id, list, view } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { editHistoryOf, visibleEdits } from '../../model/messages/edit-history.ts';
import { messageVersionSchema } from '../../model/messages/message-schema.ts';
import { readableMessage } from '../../stores/message-access/message-access.ts';
import { editsByMessage } from '../../stores/messages/message-store.ts';
import { readOperation } from '../operation.ts';

export const getMessageHistory = readOperation({
  name: 'get-message-history',
  method: 'GET',
  path: '/messages/{message_id}/history',
  summary: 'List the edits and moves of a message, oldest version first.',
  access: 'account',
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    allow_empty_topic_name: withDefault(
      boolean,
      false,
      'Whether to send the empty topic as an empty string instead of a display name.',
      {
        since: 334,
      },
    ),
  },
  result: { message_history: view(list(messageVersionSchema)) },
  async handle({ requester, state, reader }, values) {
    const policy = state.organization.settings.message_edit_history_visibility_policy;
    if (policy === 'none') throw badRequest('Message edit history is disabled in this organization');
    const { row, conversation } = await readableMessage(await requester(), values.message_id);
    const edits = visibleEdits((await editsByMessage(reader, [row.id])).get(row.id) ?? [], policy);
    const history = await editHistoryOf(row, conversation.topic_name, edits, values.allow_empty_topic_name);
    return { message_history: history };
  },
});
