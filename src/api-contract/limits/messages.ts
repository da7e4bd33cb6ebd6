// Limits of the texts that people write, and of how much of them is stored and processed at a time.

import { MEBIBYTE } from './mebibyte.ts';

export const messageLimits = {
  /** The length of a name, topic, address or key; anything longer is invalid. */
  shortTextCodePoints: 1000,
  /** The length of a message's text as sent, and as stored: longer texts are cut. */
  sentContentCodePoints: 100_000,
  messageCodePoints: 10_000,
  topicCodePoints: 60,
  /** The time and memory for typesetting the formulas and code of one message, outside the event loop. */
  typesettingMilliseconds: 1000,
  typesettingMegabytes: 256,
  /** Messages waiting to be typeset, in total and of one author. */
  typesettingWaiting: 1000,
  typesettingWaitingPerAuthor: 10,
  localIdCodePoints: 100,
  /** How long a message sent again with the same local id is recognized and not sent twice. */
  localIdSeconds: 14 * 86_400,
  submessageTypeCodePoints: 100,
  /** The size of a poll or to-do list, which is sent whole to each reader: about 15,000 votes. */
  submessageCharactersPerMessage: 2 * MEBIBYTE,
  codeLanguageCodePoints: 50,
  reminderNoteCodePoints: 500,
  callNameCodePoints: 255,
  savedSnippetTitleCodePoints: 60,
  /** Earlier versions of a message, as text and as HTML, all of which are sent to every reader. */
  versionsPerMessage: 100,
  versionCharactersPerMessage: 256 * 1024,
  /** The size of the highlighted differences in one edit history; older versions are not highlighted. */
  historyDifferenceCharacters: 1024 * 1024,
  /** Different emoji in the reactions to a message, each with any number of people. */
  reactionEmojiPerMessage: 100,
  /**
   * The size of an account's drafts, which are sent as one list. The same limit applies to its saved snippets,
   * scheduled messages and reminders.
   */
  textBytesPerAccount: 4 * MEBIBYTE,
  draftsPerRequest: 1000,
  participantsInDirectMessage: 300,
  /** With more active subscribers (or topic participants), mentioning all of them needs a permission. */
  wildcardMentionThreshold: 15,
  flagEventIds: 1000,
  /** Messages of a topic deleted by one unit of work, and how long a request continues. */
  deleteTopicBatch: 100,
  deleteTopicMilliseconds: 5000,
  /** Conversations from which one unit of work deletes a person's messages. */
  eraseConversationsPerBatch: 20,
  /** Messages that one unit of work checks for an erased person, and how many of them it changes. */
  erasureMessagesPerUnit: 500,
  erasureChangesPerUnit: 50,
  /** Rows, uploads and log entries that one unit of work of an erasure processes. */
  erasedRowsPerUnit: 500,
  erasedUploadsPerUnit: 50,
  erasedEntriesPerUnit: 200,
  /** Moved messages that one unit of work indexes again for searches. */
  messagesReindexedPerUnit: 500,
  /** Messages of a muted account that one unit of work marks as read. */
  mutedMessagesPerUnit: 500,
  /** The most recent messages of a linked topic that are searched for one that the author received. */
  messagesCheckedForLink: 100,
  /** Topics linked in a text that are stored with their newest message; links to further ones do not follow moves. */
  topicsLookedUpPerText: 50,
} as const;
