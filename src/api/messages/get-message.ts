// GET /messages/{message_id}: one message that the caller can see. Anonymous viewers can see those of
// web-public channels.

import { anyText, boolean, id } from '../../api-contract/codec.ts';
import { notLoggedIn } from '../../api-contract/error.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { anonymousFlags } from '../../model/messages/message-flags.ts';
import { messageSchema } from '../../model/messages/message-schema.ts';
import { messagesJson } from '../../queries/messages/page-json.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import { requesterOf } from '../../queries/requester.ts';
import { readableMessage } from '../../stores/message-access/message-access.ts';
import { messageById, messageHeads } from '../../stores/messages/message-store.ts';
import { personalViews } from '../../stores/read-state/personal-flags.ts';
import { PreparedResult, type PublicContext, publicOperation } from '../operation.ts';

export const getMessage = publicOperation({
  name: 'get-message',
  method: 'GET',
  path: '/messages/{message_id}',
  summary: 'Get a message.',
  access: 'spectator',
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    apply_markdown: withDefault(
      boolean,
      true,
      'Whether to send message content as HTML instead of Markdown source.',
      { since: 120 },
    ),
    allow_empty_topic_name: withDefault(
      boolean,
      false,
      'Whether to send the empty topic as an empty string instead of a display name.',
      {
        since: 334,
      },
    ),
  },
  result: { raw_content: anyText, message: messageSchema },
  async handle(context, values) {
    const { reader } = context;
    const rawContent = await contentFor(context, values.message_id);
    const heads = await messageHeads(reader, [values.message_id]);
    const requester = await context.requester();
    const { account, subscriptions } = requester;
    const views = account ? await personalViews(reader, account, subscriptions, heads) : undefined;
    const pieces = await messagesJson(
      {
        ...requester,
        format: {
          applyMarkdown: values.apply_markdown,
          clientGravatar: account !== undefined,
          emptyTopicName: values.allow_empty_topic_name,
        },
      },
      heads,
      (messageId) => (views ? (views.get(messageId)?.flags ?? []) : anonymousFlags),
    );
    return new PreparedResult([`"raw_content":${JSON.stringify(rawContent)},"message":`, ...pieces]);
  },
});

/** The Markdown source of a message that the caller may read. */
async function contentFor({ state, reader, actor }: PublicContext, messageId: number): Promise<string> {
  if (actor)
    return (await readableMessage(await requesterOf({ state, reader }, actor.account), messageId)).row
      .content;
  const row = allowsAnonymousViewers(state) ? await messageById(reader, messageId) : undefined;
  const channel = row?.channel_id == null ? undefined : state.channel(row.channel_id);
  if (!row || !channel?.isWebPublic) throw notLoggedIn();
  return row.content;
}
