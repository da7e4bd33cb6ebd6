// Limits of incoming mail, and of mail about messages.

import { MEBIBYTE } from './mebibyte.ts';

export const mailLimits = {
  incomingMailBytes: 40 * MEBIBYTE,
  /** Of a mail's header, and of the headers of all its parts together. */
  incomingMailHeaderBytes: 64 * 1024,
  incomingMailPartHeaderBytes: 256 * 1024,
  /** Separators in the header fields that contain addresses. */
  incomingMailAddresses: 5000,
  incomingMailParts: 200,
  /** Nesting of parts. */
  incomingMailDepth: 30,
  /** Of all texts of a mail, encoded; far more than a message holds. The rest is dropped. */
  incomingMailTextBytes: 512 * 1024,
  incomingMailTextLines: 20_000,
  /** Of one decoded text of a mail. */
  incomingMailTextCharacters: 200_000,
  /** Of the HTML of a mail that is converted to Markdown; the rest is added as plain text. */
  incomingMailHtmlCharacters: 200_000,
  incomingMailHtmlElements: 10_000,
  incomingMailHtmlDepth: 100,
  incomingMailFiles: 50,
  /** Of a calendar attached to a mail; the rest is not shown in the message. */
  incomingCalendarCharacters: 200_000,
  /** For parsing one mail and making its text. */
  incomingMailSeconds: 20,
  incomingMailMegabytes: 768,
  /** Concurrent connections; others are asked to retry later. */
  incomingMailConnections: 40,
  /** Of these; mail servers use only a few. */
  incomingMailConnectionsPerNetwork: 10,
  /** For a whole connection, however many mails it sends; enough for a large one over a slow line. */
  incomingMailConnectionSeconds: 900,
  /** Messages whose readers are looked up at a time, and missed messages of one person. */
  missedMessagesPerBatch: 200,
  missedMessagesPerPerson: 1000,
  /** Recipients of one message that are processed together, with their rows in one unit of work. */
  missedPeoplePerBatch: 1000,
  /** Messages of a conversation in one mail, and earlier ones of the topic above them. */
  messagesPerMail: 50,
  earlierMessagesPerMail: 10,
  earlierSecondsInMail: 900,
  /** HTML of the messages in one mail; a single message may use all of it. Further ones are only counted. */
  contentBytesPerMail: 200_000,
  /** Mails to one person written by one unit of work; the next unit continues. */
  mailBytesPerUnit: 2 * MEBIBYTE,
  mailReplyDays: 30,
  /**
   * The most recent messages that a digest searches for an organization's liveliest topics, and topics per channel.
   */
  digestMessages: 100_000,
  digestTopicsPerChannel: 20,
  /** What one digest shows: topics, messages of each, and new channels. */
  digestTopics: 4,
  digestMessagesPerTopic: 2,
  /** HTML of its messages; larger ones are only counted. */
  contentBytesPerDigest: 50_000,
  digestNewChannels: 10,
  /** People processed together for digests, and how many digests may wait to be sent before more are made. */
  digestPeoplePerUnit: 100,
  digestMailsWaiting: 200,
} as const;
