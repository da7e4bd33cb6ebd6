// Operations on what is pinned for everyone.

import { getPinnedMessages } from './get-pinned-messages.ts';
import { pinMessageOperation } from './pin-message.ts';
import { pinTopicOperation } from './pin-topic.ts';
import { unpinMessageOperation } from './unpin-message.ts';
import { unpinTopicOperation } from './unpin-topic.ts';

export const pinOperations = [
  getPinnedMessages,
  pinMessageOperation,
  unpinMessageOperation,
  pinTopicOperation,
  unpinTopicOperation,
];
