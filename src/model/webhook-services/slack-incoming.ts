// Accepts requests in the format of Slack's incoming webhooks, so that tools that support only those can post here.

import { slackMessageText, slackTopic } from '../incoming-webhooks/slack-text.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const NO_TOPIC = '(no topic)';

export const slackIncoming: WebhookService = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  clientName: 'SlackIncoming',
  mayMention: true,
  silencesWildcardMentions: true,
  read({ payload }) {
    const content = slackMessageText(payload.asObject());
    if (content.trim() === '') return undefined;
    return { event: 'message', topic: slackTopic(payload, NO_TOPIC), content };
  },
};
