// Bounds: mail that comes in, and mail that tells of messages.

import { MEBIBYTE } from './mebibyte.ts';

export const mailLimits = {
  incomingMailBytes: 40 * MEBIBYTE,
  /** Of the header of a mail, and of the headers of all its parts together. */
  incomingMailHeaderBytes: 64 * 1024,
  incomingMailPartHeaderBytes: 256 * 1024,
  /** Commas and the like in the fields of a header that hold addresses. */
  incomingMailAddresses: 5000,
  incomingMailParts: 200,
  /** Parts within parts. */
  incomingMailDepth: 30,
  /** Of all texts of a mail as they come; far more than a message holds. What comes after is left out. */
  incomingMailTextBytes: 512 * 1024,
  incomingMailTextLines: 20_000,
  /** Of a text of a mail when it is decoded. */
  incomingMailTextCharacters: 200_000,
  /** Of the HTML of a mail that is made Markdown; of what lies beyond, the text stays. */
  incomingMailHtmlCharacters: 200_000,
  incomingMailHtmlElements: 10_000,
  incomingMailHtmlDepth: 100,
  incomingMailFiles: 50,
  /** Of a calendar that comes with a mail; what lies beyond is not told in the message. */
  incomingCalendarCharacters: 200_000,
  /** To take one mail apart, and to make its text. */
  incomingMailSeconds: 20,
  incomingMailMegabytes: 768,
  /** Mail that is received at the same moment; what comes beyond is asked to come again. */
  incomingMailConnections: 40,
  /** Of them; mail servers bring their mail over a few. */
  incomingMailConnectionsPerNetwork: 10,
  /** From its beginning to its end, however many mails it brings; long enough for a large one over a slow line. */
  incomingMailConnectionSeconds: 900,
  /** Messages whose readers are looked up at once, and those that one look at a person's missed messages takes. */
  missedMessagesPerLook: 200,
  missedMessagesPerPerson: 1000,
  /** People of one message that are looked at together for mail, and whose rows one unit of work keeps. */
  missedPeoplePerBatch: 1000,
  /** Messages of a conversation that a mail shows, and earlier ones of the topic above them. */
  messagesPerMail: 50,
  earlierMessagesPerMail: 10,
  earlierSecondsInMail: 900,
  /** HTML of the messages that a mail shows; of a message alone as much as one may have. Further ones are counted. */
  contentBytesPerMail: 200_000,
  /** Mails to one person that one unit of work leaves; the next one goes on. */
  mailBytesPerUnit: 2 * MEBIBYTE,
  mailReplyDays: 30,
  /** Of a digest: the newest messages by which an organization's liveliest topics are found, and those kept of each channel. */
  digestMessages: 100_000,
  digestTopicsPerChannel: 20,
  /** What one digest shows: topics, messages of each, and new channels. */
  digestTopics: 4,
  digestMessagesPerTopic: 2,
  /** HTML of its messages; larger ones are counted. */
  contentBytesPerDigest: 50_000,
  digestNewChannels: 10,
  /** People who are looked at together for digests, and mails that may wait to be sent before more are made. */
  digestPeoplePerUnit: 100,
  digestMailsWaiting: 200,
} as const;
