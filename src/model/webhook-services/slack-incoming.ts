// Accepts requests in the format of Slack's incoming webhooks, so that tools that support only those can post here.

import { isRecord } from '../../api-contract/codec.ts';
import type { Integration } from '../incoming-webhooks/integration.ts';
import { UnreadablePayload } from '../incoming-webhooks/refusals.ts';
import { slackMessageText, slackTopic } from '../incoming-webhooks/slack-text.ts';

const NO_TOPIC = '(no topic)';

export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  clientName: 'SlackIncoming',
  mayMention: true,
  silencesWildcardMentions: true,
  read({ payload }) {
    const { value } = payload;
    if (!isRecord(value)) throw new UnreadablePayload();
    const content = slackMessageText(value);
    if (content.trim() === '') return undefined;
    return { event: 'message', topic: slackTopic(value, NO_TOPIC), content };
  },
};
