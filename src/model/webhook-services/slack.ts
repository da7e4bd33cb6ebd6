// Messages that people write in Slack: events of a Slack app, or the older outgoing webhooks.

import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { fromSlackMarkup } from '../incoming-webhooks/slack-markup.ts';
import { slackMessageText } from '../incoming-webhooks/slack-text.ts';
import { timestampedDigest } from '../incoming-webhooks/timestamped-signatures.ts';
import { bold, link, plainLine, truncate } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError, UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type {
  WebhookDelivery,
  WebhookMessage,
  WebhookService,
} from '../incoming-webhooks/webhook-service.ts';

const TOPIC = 'Message from Slack';

/** The Slack channel becomes the topic, the channel here, or neither, depending on the URL. */
function announcementFor({ query }: WebhookDelivery, channel: string, content: string): WebhookMessage {
  const mapping = query.get('channels_map_to_topics');
  const event = 'message';
  if (mapping === '1') return { event, topic: `channel: ${channel}`, content };
  if (mapping === '0') return { event, topic: TOPIC, content, channel };
  if (mapping === undefined) return { event, topic: TOPIC, content };
  throw new UnreadablePayloadError("The option 'channels_map_to_topics' in the URL must be 0 or 1.");
}

function fromOutgoingWebhook(delivery: WebhookDelivery): WebhookMessage {
  const { payload, query } = delivery;
  const text = fromSlackMarkup(payload.text('text'));
  const senderName = query.get('user_name') ?? payload.text('user_name');
  const channel = query.get('channel_name') ?? payload.text('channel_name');
  return announcementFor(delivery, channel, `${bold(senderName)}: ${truncate(text, 8000)}`);
}

function filesOf(event: PayloadField): string[] {
  return event
    .optionalList('files')
    .map(
      (file) => `\n${link(file.firstOf('title', 'name', 'id'), file.firstOf('permalink', 'url_private'))}`,
    );
}

function fromAppEvent(delivery: WebhookDelivery): WebhookMessage | undefined {
  const event = delivery.payload.at('event');
  const type = event.text('type');
  if (type !== 'message') throw new UnsupportedEventError(type);
  // Messages of bots of this kind are ignored, because they would be sent back and forth forever.
  const subtype = event.optionalText('subtype');
  const isMessage =
    subtype === '' || ['bot_message', 'file_share', 'thread_broadcast', 'me_message'].includes(subtype);
  if (
    !isMessage ||
    event.optionalText('username').toLowerCase() === 'zulip' ||
    event.optionalText('bot_profile.name').toLowerCase() === 'zulip'
  ) {
    return undefined;
  }
  const text = fromSlackMarkup(event.optionalText('text'));
  const rich = text === '' ? slackMessageText(event) : text;
  const body = [rich, ...filesOf(event)].join('');
  if (body.trim() === '') return undefined;
  const senderName = event.firstOf(
    'user_name',
    'username',
    'user_profile.real_name',
    'bot_profile.name',
    'user',
    'bot_id',
  );
  const channel = event.firstOf('channel_name', 'channel');
  return announcementFor(
    delivery,
    channel,
    `${bold(senderName) || plainLine(channel)}: ${truncate(body, 8000)}`,
  );
}

export const slack: WebhookService = {
  name: 'slack',
  displayName: 'Slack',
  events: ['message'],
  signature: timestampedDigest('X-Slack-Signature', {
    prefix: 'v0=',
    read: (value, headers) => {
      const time = headers.get('x-slack-request-timestamp') ?? '';
      return { time, at: Number(time), digests: [value] };
    },
    signed: (time, body) => [`v0:${time}:`, body],
  }),
  retry: ({ payload, headers }) => {
    const id = payload.optionalText('event_id');
    return id === '' ? undefined : { id, isRetry: Number(headers.get('x-slack-retry-num')) > 0 };
  },
  urlOptions: [
    {
      key: 'channels_map_to_topics',
      label: '1: a topic for each channel of Slack, 0: a channel for each (neither by default)',
    },
  ],
  read(delivery) {
    const { payload } = delivery;
    if (!payload.has('type')) return fromOutgoingWebhook(delivery);
    const type = payload.text('type');
    if (type === 'url_verification') return { challenge: payload.text('challenge') };
    if (type === 'event_callback') return fromAppEvent(delivery);
    throw new UnsupportedEventError(type);
  },
};
