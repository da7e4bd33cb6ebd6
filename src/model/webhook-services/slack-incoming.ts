// Accepts requests in the format of Slack's incoming webhooks, so that tools that support only those can post here.

import { isRecord } from '../../api-contract/codec.ts';
import { slackMessageText, slackTopic } from '../incoming-webhooks/slack-text.ts';
import { UnreadablePayloadError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const NO_TOPIC = '(no topic)';

export const slackIncoming: WebhookService = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  clientName: 'SlackIncoming',
  mayMention: true,
  silencesWildcardMentions: true,
  read({ payload }) {
    const { value } = payload;
    if (!isRecord(value)) throw new UnreadablePayloadError();
    const content = slackMessageText(value);
    if (content.trim() === '') return undefined;
    return { event: 'message', topic: slackTopic(value, NO_TOPIC), content };
  },
};
