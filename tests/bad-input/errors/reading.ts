// Errors about flags, finding messages, and files.

import {
  type ExpectedErrors,
  UNKNOWN_ID,
  unreachableChannels,
  unreachableMessages,
} from './expected-error.ts';

export const flagErrors: ExpectedErrors = {
  'update-message-flags': [
    ...unreachableMessages('messages'),
    { what: 'an unknown flag', with: () => ({ flag: 'nothing' }), msg: "Invalid flag: 'nothing'" },
    {
      what: 'a flag that only the server sets',
      with: () => ({ flag: 'mentioned' }),
      msg: "Flag not editable: 'mentioned'",
    },
    {
      what: 'an operation other than add and remove',
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
      what: 'an unknown operator',
      with: () => ({ narrow: [['nothing', 'x']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown operator nothing',
    },
  ],
  'get-messages': [
    {
      what: 'an unknown channel',
      with: () => ({ narrow: [['channel', 'nowhere']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown channel nowhere',
    },
    {
      what: 'both message ids and an anchor',
      with: ({ ids }) => ({ message_ids: [ids.message] }),
      msg: 'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
    },
    { what: 'an invalid anchor', with: () => ({ anchor: 'nowhere' }), msg: 'Invalid anchor' },
    {
      what: 'more than one page',
      with: () => ({ num_before: 5001 }),
      msg: 'Too many messages requested (maximum 5000).',
    },
  ],
  'check-messages-match-narrow': [
    {
      what: 'an unknown operator',
      with: () => ({ narrow: [['nothing', 'x']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown operator nothing',
    },
  ],
  'count-messages': [
    {
      what: 'an unknown operator',
      with: () => ({ narrow: [['nothing', 'x']] }),
      code: 'BAD_NARROW',
      msg: 'Invalid narrow operator: unknown operator nothing',
    },
  ],
  'mark-stream-as-read': unreachableChannels(),
  'mark-topic-as-read': [
    ...unreachableChannels(),
    {
      what: 'an unknown topic',
      with: () => ({ topic_name: 'nothing' }),
      msg: "No such topic 'nothing'",
    },
  ],
  'get-read-receipts': unreachableMessages(),
};

const NO_FILE = { status: 404, code: 'NOT_FOUND', msg: 'This file does not exist or has been deleted.' };
const NOT_YOURS = { status: 403, code: 'FORBIDDEN', msg: 'You are not authorized to view this file.' };

export const uploadErrors: ExpectedErrors = {
  'get-file-temporary-url': [
    { what: 'an unknown file', with: () => ({ filename: 'ab/cd/nothing.txt' }), ...NO_FILE },
    { what: 'a file with the path of another organization', with: () => ({ realm_id_str: 2 }), ...NO_FILE },
    { what: 'a file that the caller has no access to', by: 'mia', ...NOT_YOURS },
  ],
  'check-thumbnail-status': [
    { what: 'an unknown file', with: () => ({ filename: 'ab/cd/nothing.png' }), ...NO_FILE },
    { what: 'a file with the path of another organization', with: () => ({ realm_id_str: 2 }), ...NO_FILE },
    { what: 'a file that the caller has no access to', by: 'mia', ...NOT_YOURS },
  ],
  'remove-attachment': [
    {
      what: 'an unknown file',
      with: () => ({ attachment_id: UNKNOWN_ID }),
      msg: 'Invalid attachment',
    },
    {
      what: "the other organization's file",
      with: ({ foreignIds }) => ({ attachment_id: foreignIds.attachment }),
      msg: 'Invalid attachment',
    },
    { what: "another account's file", by: 'mia', msg: 'Invalid attachment' },
  ],
};
