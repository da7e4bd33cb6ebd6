// Errors about drafts, saved snippets, scheduled messages and reminders.

import { type ExpectedErrors, notOwn, UNKNOWN_ID, unreachableMessages } from './expected-error.ts';

const GONE = { status: 404 };
const DRAFT = { type: 'stream', to: [UNKNOWN_ID], topic: '', content: 'x' };
const PAST = 1;

const noChannel = {
  what: 'an unknown channel',
  with: () => ({ to: UNKNOWN_ID }),
  code: 'STREAM_DOES_NOT_EXIST',
  msg: `Channel with ID '${UNKNOWN_ID}' does not exist`,
};
const channelElsewhere = {
  what: "the other organization's channel",
  with: ({ foreignIds }: { foreignIds: { channel: number } }) => ({ to: foreignIds.channel }),
  code: 'STREAM_DOES_NOT_EXIST',
  msg: ({ foreignIds }: { foreignIds: { channel: number } }) =>
    `Channel with ID '${foreignIds.channel}' does not exist`,
};
const past = {
  what: 'a time in the past',
  with: () => ({ scheduled_delivery_timestamp: PAST }),
  msg: 'Scheduled delivery time must be in the future.',
};

export const writingErrors: ExpectedErrors = {
  'create-scheduled-message': [
    noChannel,
    channelElsewhere,
    past,
    {
      what: 'an unknown user',
      with: () => ({ type: 'direct', to: [UNKNOWN_ID] }),
      msg: `Invalid user ID ${UNKNOWN_ID}`,
    },
    { what: 'no text', with: () => ({ content: ' ' }), msg: 'Message must not be empty' },
  ],
  'update-scheduled-message': [
    ...notOwn('scheduled_message_id', 'scheduled', { ...GONE, msg: 'Scheduled message does not exist' }),
    noChannel,
    channelElsewhere,
    past,
    {
      what: 'another message type without recipients',
      with: () => ({ type: 'direct' }),
      msg: 'Recipient required when updating type of scheduled message.',
    },
    {
      what: 'a request that changes nothing',
      with: () => ({ content: undefined }),
      msg: 'Nothing to change',
    },
  ],
  'delete-scheduled-message': notOwn('scheduled_message_id', 'scheduled', {
    ...GONE,
    msg: 'Scheduled message does not exist',
  }),
  'create-message-reminder': [...unreachableMessages(), past],
  'delete-reminder': notOwn('reminder_id', 'reminder', { ...GONE, msg: 'Reminder does not exist' }),
  'create-drafts': [
    { what: 'an unknown channel', with: () => ({ drafts: [DRAFT] }), msg: 'Invalid channel ID' },
    {
      what: 'an unknown user',
      with: () => ({ drafts: [{ ...DRAFT, type: 'private' }] }),
      msg: `Invalid user ID ${UNKNOWN_ID}`,
    },
  ],
  'edit-draft': [
    ...notOwn('draft_id', 'draft', { ...GONE, msg: 'Draft does not exist' }),
    { what: 'an unknown channel', with: () => ({ draft: DRAFT }), msg: 'Invalid channel ID' },
  ],
  'delete-draft': notOwn('draft_id', 'draft', { ...GONE, msg: 'Draft does not exist' }),
  'create-saved-snippet': [
    { what: 'an empty title', with: () => ({ title: ' ' }), msg: 'Title cannot be empty.' },
    { what: 'empty content', with: () => ({ content: ' ' }), msg: 'Content cannot be empty.' },
    {
      what: 'a title that is too long',
      with: () => ({ title: 'x'.repeat(61) }),
      msg: 'title is too long (limit: 60 characters)',
    },
  ],
  'edit-saved-snippet': [
    ...notOwn('saved_snippet_id', 'snippet', { ...GONE, msg: 'Saved snippet does not exist.' }),
    { what: 'an empty title', with: () => ({ title: ' ' }), msg: 'Title cannot be empty.' },
  ],
  'delete-saved-snippet': notOwn('saved_snippet_id', 'snippet', {
    ...GONE,
    msg: 'Saved snippet does not exist.',
  }),
  'add-navigation-view': [
    {
      what: 'an existing view',
      with: () => ({ fragment: 'narrow/is/starred' }),
      msg: 'Navigation view already exists.',
    },
    {
      what: 'a name for a built-in view',
      with: () => ({ name: 'Mine' }),
      msg: 'Built-in views cannot have a custom name',
    },
  ],
  'edit-navigation-view': [
    {
      what: 'an unknown view',
      with: () => ({ fragment: 'narrow/is/nothing' }),
      status: 404,
      code: 'NOT_FOUND',
      msg: 'Navigation view does not exist.',
    },
    {
      what: "another account's view",
      by: 'mia',
      with: () => ({ fragment: 'narrow/is/alerted' }),
      status: 404,
      code: 'NOT_FOUND',
      msg: 'Navigation view does not exist.',
    },
  ],
  'remove-navigation-view': [
    {
      what: 'an unknown view',
      with: () => ({ fragment: 'narrow/is/nothing' }),
      status: 404,
      code: 'NOT_FOUND',
      msg: 'Navigation view does not exist.',
    },
    {
      what: "another account's view",
      by: 'mia',
      status: 404,
      code: 'NOT_FOUND',
      msg: 'Navigation view does not exist.',
    },
  ],
};
