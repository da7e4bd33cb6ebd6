// Accepts requests in the format of Mattermost's incoming webhooks. The text is Markdown; attachments are Slack's.

import { attachmentsText } from '../incoming-webhooks/slack-text.ts';
import { bold, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const NO_TOPIC = '(no topic)';

export const mattermostIncoming: WebhookService = {
  name: 'mattermost_incoming',
  displayName: 'Mattermost-compatible webhook',
  clientName: 'MattermostIncoming',
  mayMention: true,
  read({ payload }) {
    const text = payload.optionalText('text').replace(/<(https?:[^|<>\s]+)\|([^<>]+)>/g, '[$2]($1)');
    const attached = attachmentsText(payload);
    const card = payload.optionalText('props.card');
    const pieces = [text, attached, card].filter((piece) => piece.trim() !== '');
    if (pieces.length === 0) return undefined;
    const username = bold(payload.optionalText('username'));
    const icon = plainLine(payload.optionalText('icon_emoji'));
    const mark = /^:?[\w+-]{1,50}:?$/.test(icon) ? `:${icon.replaceAll(':', '')}: ` : '';
    const channel = payload.optionalText('channel').replace(/^[@#]/, '').trim();
    const body = pieces.join('\n\n');
    const content = username === '' ? `${mark}${body}` : `${mark}${username}: ${body}`;
    if (channel === '') return { event: 'message', topic: NO_TOPIC, content };
    return {
      event: 'message',
      topic: channel,
      content,
      defaultChannel: { name: channel, topic: NO_TOPIC },
    };
  },
};
