// GET /messages/context: the message before and the message after each of the given ones in its conversation. Clients
// show them around the results of a search.

import { described, id, list, nullable, record } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { messageSchema } from '../../model/messages/message-schema.ts';
import { neighborsOf } from '../../queries/messages/neighbors.ts';
import { pageJson } from '../../queries/messages/page-json.ts';
import { personalViews } from '../../stores/read-state/personal-flags.ts';
import { PreparedResult, readOperation } from '../operation.ts';

const format = { applyMarkdown: true, clientGravatar: false, emptyTopicName: true };

export const getMessageContext = readOperation({
  name: 'get-message-context',
  method: 'GET',
  path: '/messages/context',
  summary: 'Get the messages before and after messages in their conversations.',
  access: 'account',
  parameters: {
    message_ids: required(
      list(id, limits.messagesWithContext),
      'The IDs of the messages. Those that you cannot read are left out of the result.',
    ),
  },
  result: {
    contexts: list(
      record({
        message_id: described(id, 'The ID of a requested message.'),
        before: described(
          nullable(id),
          'The ID of the message before it in its conversation; null if there is none, or if you cannot read it.',
        ),
        after: described(nullable(id), 'The same for the message after it.'),
      }),
    ),
    messages: described(
      list(messageSchema),
      'These messages, except for requested ones, with rendered content, avatar URLs, and empty topics as empty strings. If they are too large for one response, the last ones are missing.',
    ),
  },
  async handle(context, { message_ids: ids }) {
    const requester = await context.requester();
    const { neighbors, heads } = await neighborsOf(requester, ids);
    const requested = new Set(ids);
    const others = heads.filter((head) => !requested.has(head.id));
    const { reader, account, subscriptions } = requester;
    const views = await personalViews(reader, account, subscriptions, others);
    const page = await pageJson(
      { ...requester, format },
      {
        heads: others,
        anchor: 0,
        flagsOf: (messageId) => views.get(messageId)?.flags ?? [],
        mayBeLarge: context.takeLargeResponseSlot,
      },
    );
    const contexts = neighbors.map(({ id: message_id, before, after }) => ({ message_id, before, after }));
    return new PreparedResult([`"contexts":${JSON.stringify(contexts)},"messages":[`, ...page.pieces, ']']);
  },
});
