// POST /external/slack_incoming: takes what is meant for one of Slack's incoming webhooks, so that tools that know only
// those can write here.

import { anyJson, isRecord, messageText, shortText, text } from '../../contract/codec.ts';
import { ApiError, malformedJson } from '../../contract/error.ts';
import { parseJson } from '../../contract/json.ts';
import { limits } from '../../contract/limits.ts';
import { optionally, required } from '../../contract/parameter.ts';
import { slackMessageText, slackTopic, UnreadablePayload } from '../../model/incoming-webhooks/slack-text.ts';
import { publicOperation } from '../operation.ts';
import { postIncoming } from './post.ts';
import { accountByKey } from './sender.ts';

const CLIENT = 'ZulipSlackIncomingWebhook';
const NO_TOPIC = '(no topic)';

/** What the service sent: in a parameter of its own, or as the body. */
function payloadOf(inParameter: string | undefined, inBody: Readonly<Record<string, unknown>>) {
  if (inParameter === undefined) return inBody;
  const parsed = parseJson(inParameter);
  if (parsed === undefined) throw malformedJson();
  if (!isRecord(parsed)) throw new UnreadablePayload();
  return parsed;
}

export const slackIncoming = publicOperation({
  name: 'slack-incoming-webhook',
  method: 'POST',
  path: '/external/slack_incoming',
  summary: "Take a message in the format of Slack's incoming webhooks.",
  access: 'anyone',
  errors: [
    'INVALID_API_KEY',
    'USER_DEACTIVATED',
    'INVALID_JSON',
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  acceptsAnyParameter: true,
  parameters: {
    api_key: required(shortText, 'The key of the bot that sends the message.'),
    stream: optionally(
      shortText,
      "The channel, by id or name; by default the message goes to the bot's owner.",
    ),
    topic: optionally(shortText, 'The topic; by default the channel that the message names.'),
    payload: optionally(
      text({ maximum: limits.requestBodyBytes }),
      'The message as JSON; by default the body is it.',
    ),
    channel: optionally(shortText, 'A channel of the other service, which becomes the topic.'),
    text: optionally(messageText, 'The text.'),
    icon_emoji: optionally(shortText, 'Stands before the text.'),
    blocks: optionally(anyJson, 'What is shown in place of the text.', { encoding: 'either' }),
    attachments: optionally(anyJson, 'What is shown after the blocks.', { encoding: 'either' }),
  },
  result: {},
  async handle(context, { api_key: apiKey, stream, topic, payload: inParameter, ...inBody }) {
    const account = await accountByKey(context, apiKey);
    try {
      const payload = payloadOf(inParameter, inBody);
      const content = slackMessageText(payload);
      if (content.trim() === '') return {};
      const post = {
        account,
        client: CLIENT,
        channel: stream,
        topic: topic ?? slackTopic(payload, NO_TOPIC),
      };
      await postIncoming(context, { ...post, content });
    } catch (error) {
      if (!(error instanceof UnreadablePayload)) throw error;
      throw new ApiError(
        400,
        'ANOMALOUS_WEBHOOK_PAYLOAD',
        'Unable to parse request: Did SlackIncoming generate this event?',
      );
    }
    return {};
  },
});
