// Bounds: what people write, and how much of it is kept and worked on at once.

import { MEBIBYTE } from './mebibyte.ts';

export const messageLimits = {
  /** Of a name, a topic, an address, a key: what is longer is none, whatever it should be. */
  shortTextCodePoints: 1000,
  /** Of a message's text as it is sent, which is cut to the bound of messages. */
  sentContentCodePoints: 100_000,
  messageCodePoints: 10_000,
  topicCodePoints: 60,
  /** To typeset the formulas and code of one message, beside the event loop. */
  typesettingMilliseconds: 1000,
  typesettingMegabytes: 256,
  /** Messages that wait to be typeset. */
  typesettingWaiting: 1000,
  /** Of one author. */
  typesettingWaitingOfEach: 10,
  localIdCodePoints: 100,
  /** For how long a message that is sent again under its sender's name for it is not sent twice. */
  localIdSeconds: 14 * 86_400,
  submessageTypeCodePoints: 100,
  /** Of a poll or a list, which each of its readers is sent whole: some 15,000 votes. */
  submessageCharactersPerMessage: 2 * MEBIBYTE,
  codeLanguageCodePoints: 50,
  reminderNoteCodePoints: 500,
  callNameCodePoints: 255,
  savedSnippetTitleCodePoints: 60,
  /** What a message was before it was edited, as text and as HTML: every reader is sent all of it. */
  versionsPerMessage: 100,
  versionCharactersPerMessage: 256 * 1024,
  /** Of the marked differences in one edit history; older versions are shown without marks. */
  historyDifferenceCharacters: 1024 * 1024,
  /** Different emoji that people react to a message with; each of them any number of people. */
  reactionEmojiPerMessage: 100,
  /** Of an account's drafts, of its saved snippets, of its scheduled messages and of its reminders: each is sent as one list. */
  textBytesPerAccount: 4 * MEBIBYTE,
  draftsPerRequest: 1000,
  participantsInDirectMessage: 300,
  /** More active subscribers (or topic participants) than this need a permission to be mentioned at once. */
  wildcardMentionThreshold: 15,
  flagEventIds: 1000,
  /** Messages that one unit of work deletes of a topic, and how long a request goes on with it. */
  deleteTopicBatch: 100,
  deleteTopicMilliseconds: 5000,
  /** Conversations out of which one unit of work deletes what somebody sent. */
  eraseConversationsPerBatch: 20,
  /** Messages that one unit of work looks over for a person who is erased, and how many of them it changes. */
  erasureMessagesPerUnit: 500,
  erasureChangesPerUnit: 50,
  /** Rows, uploads and entries of the log that one unit of work of an erasure takes. */
  erasedRowsPerUnit: 500,
  erasedUploadsPerUnit: 50,
  erasedEntriesPerUnit: 200,
  /** Moved messages that one unit of work indexes for the search anew. */
  messagesReindexedPerUnit: 500,
  /** Messages of somebody who is muted that one unit of work marks as read. */
  mutedMessagesPerUnit: 500,
  /** Of a topic that a text links, the newest that are looked at for one that its author received. */
  messagesLookedAtForLink: 100,
  /** Topics that a text links with their newest message; links to further ones do not follow when the topic is moved. */
  topicsLookedUpPerText: 50,
} as const;
