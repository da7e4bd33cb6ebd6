// The operations of this room.

import { slackIncoming } from './slack-incoming.ts';

export const incomingWebhookOperations = [slackIncoming];
