// Operations on messages.

import { addReaction } from './add-reaction.ts';
import { checkMessagesMatchNarrow } from './check-messages-match-narrow.ts';
import { countMessages } from './count-messages.ts';
import { deleteMessage } from './delete-message.ts';
import { getMessage } from './get-message.ts';
import { getMessageContext } from './get-message-context.ts';
import { getMessageHistory } from './get-message-history.ts';
import { getMessages } from './get-messages.ts';
import { removeReaction } from './remove-reaction.ts';
import { renderMessage } from './render-message.ts';
import { reportMessage } from './report-message.ts';
import { sendMessage } from './send-message.ts';
import { sendSubmessage } from './send-submessage.ts';
import { updateMessage } from './update-message.ts';

export const messageOperations = [
  sendMessage,
  addReaction,
  deleteMessage,
  getMessageHistory,
  removeReaction,
  renderMessage,
  reportMessage,
  sendSubmessage,
  updateMessage,
  checkMessagesMatchNarrow,
  countMessages,
  getMessageContext,
  getMessage,
  getMessages,
];
