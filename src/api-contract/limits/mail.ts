// Limits of incoming mail, and of mail about messages.

import { MEBIBYTE } from './mebibyte.ts';

export const mailLimits = {
  incomingMailBytes: 40 * MEBIBYTE,
  /** The size of a mail's header, and the total size of the headers of its parts. */
  incomingMailHeaderBytes: 64 * 1024,
  incomingMailPartHeaderBytes: 256 * 1024,
  /** Separators in the header fields that contain addresses. */
  incomingMailAddresses: 5000,
  incomingMailParts: 200,
  /** Nesting of parts. */
  incomingMailDepth: 30,
  /** The total size of a mail's encoded texts; far more than a message holds. The rest is dropped. */
  incomingMailTextBytes: 512 * 1024,
  incomingMailTextLines: 20_000,
  /** The length of one decoded text of a mail. */
  incomingMailTextCharacters: 200_000,
  /** How much HTML of a mail is converted to Markdown; the rest is added as plain text. */
  incomingMailHtmlCharacters: 200_000,
  incomingMailHtmlElements: 10_000,
  incomingMailHtmlDepth: 100,
  incomingMailFiles: 50,
  /** How much of a calendar attached to a mail is read; the rest is not shown in the message. */
  incomingCalendarCharacters: 200_000,
  /** The time and memory for parsing one mail and composing its message. */
  incomingMailSeconds: 20,
  incomingMailMegabytes: 768,
  /** Concurrent connections; others are asked to retry later. */
  incomingMailConnections: 40,
  /** Concurrent connections from one network; mail servers use only a few. */
  incomingMailConnectionsPerNetwork: 10,
  /** How long a connection may last, however many mails it sends; enough for a large mail over a slow line. */
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
  /** The size of the messages' HTML in one mail, which a single message may use up. Further ones are only counted. */
  contentBytesPerMail: 200_000,
  /** The size of the mails to one person that one unit of work writes; the next unit continues. */
  mailBytesPerUnit: 2 * MEBIBYTE,
  mailReplyDays: 30,
  /**
   * The most recent messages that a digest searches for an organization's busiest topics, and topics per channel.
   */
  digestMessages: 100_000,
  digestTopicsPerChannel: 20,
  /** The contents of one digest: topics, messages of each, and new channels. */
  digestTopics: 4,
  digestMessagesPerTopic: 2,
  /** The size of the messages' HTML in one digest; further messages are only counted. */
  contentBytesPerDigest: 50_000,
  digestNewChannels: 10,
  /** People processed together for digests, and how many digests may wait to be sent before more are made. */
  digestPeoplePerUnit: 100,
  digestMailsWaiting: 200,
} as const;
