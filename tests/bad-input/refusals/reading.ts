// Refusals about flags, finding messages, and files.

import { type Refusals, UNKNOWN_ID, unreachableChannels, unreachableMessages } from './refusal.ts';

export const flagRefusals: Refusals = {
  'update-message-flags': [
    ...unreachableMessages('messages'),
    { what: 'a flag that there is not', with: () => ({ flag: 'nothing' }), msg: "Invalid flag: 'nothing'" },
    {
      what: 'a flag that only the server sets',
      with: () => ({ flag: 'mentioned' }),
      msg: "Flag not editable: 'mentioned'",
    },
    {
      what: 'anything but adding and removing',
      with: () => ({ op: 'toggle' }),
      msg: "Invalid message flag operation: 'toggle'",
    },
  ],
  'update-message-flags-for-narrow': [
    {
      what: 'a flag that only the server sets',
      with: () => ({ flag: 'mentioned' }),
      msg: "Flag not editable: 'mentioned'",
    },
    {
      what: 'an operator that there is not',
      with: () => ({ narrow: [['nothing', 'x']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown operator nothing',
    },
  ],
  'get-messages': [
    {
      what: 'a channel that there is not',
      with: () => ({ narrow: [['channel', 'nowhere']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown channel nowhere',
    },
    {
      what: 'messages by number and by place at once',
      with: ({ ids }) => ({ message_ids: [ids.said] }),
      msg: 'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
    },
    { what: 'an anchor that is none', with: () => ({ anchor: 'nowhere' }), msg: 'Invalid anchor' },
    {
      what: 'more than a page',
      with: () => ({ num_before: 5001 }),
      msg: 'Too many messages requested (maximum 5000).',
    },
  ],
  'check-messages-match-narrow': [
    {
      what: 'an operator that there is not',
      with: () => ({ narrow: [['nothing', 'x']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown operator nothing',
    },
  ],
  'mark-stream-as-read': unreachableChannels(),
  'mark-topic-as-read': [
    ...unreachableChannels(),
    {
      what: 'a topic that there is not',
      with: () => ({ topic_name: 'nothing' }),
      msg: "No such topic 'nothing'",
    },
  ],
  'get-read-receipts': unreachableMessages(),
};

const NO_FILE = { status: 404, code: 'NOT_FOUND', msg: 'This file does not exist or has been deleted.' };
const NOT_YOURS = { status: 403, code: 'FORBIDDEN', msg: 'You are not authorized to view this file.' };

export const uploadRefusals: Refusals = {
  'get-file-temporary-url': [
    { what: 'a file that there is not', with: () => ({ filename: 'ab/cd/nothing.txt' }), ...NO_FILE },
    { what: 'a file as one of another organization', with: () => ({ realm_id_str: 2 }), ...NO_FILE },
    { what: 'a file that the caller has not met', by: 'mia', ...NOT_YOURS },
  ],
  'check-thumbnail-status': [
    { what: 'a file that there is not', with: () => ({ filename: 'ab/cd/nothing.png' }), ...NO_FILE },
    { what: 'a file as one of another organization', with: () => ({ realm_id_str: 2 }), ...NO_FILE },
    { what: 'a file that the caller has not met', by: 'mia', ...NOT_YOURS },
  ],
  'remove-attachment': [
    {
      what: 'a file that there is not',
      with: () => ({ attachment_id: UNKNOWN_ID }),
      msg: 'Invalid attachment',
    },
    {
      what: "the other organization's file",
      with: ({ foreignIds }) => ({ attachment_id: foreignIds.attachment }),
      msg: 'Invalid attachment',
    },
    { what: "somebody else's file", by: 'mia', msg: 'Invalid attachment' },
  ],
};
