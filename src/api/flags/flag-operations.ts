// Operations on message flags.

import { getReadReceipts } from './get-read-receipts.ts';
import { markAllAsRead } from './mark-all-as-read.ts';
import { markChannelAsRead } from './mark-channel-as-read.ts';
import { markTopicAsRead } from './mark-topic-as-read.ts';
import { updateFlags } from './update-flags.ts';
import { updateFlagsForNarrow } from './update-flags-for-narrow.ts';

export const flagOperations = [
  updateFlags,
  updateFlagsForNarrow,
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
  getReadReceipts,
];
