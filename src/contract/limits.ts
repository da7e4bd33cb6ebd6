// The bounds of the server in one place. Where the API has a field for a bound, the register response sends it. Those of
// the relay and of the Markdown renderer, which know nothing of the server around them, stand beside what they bound.

/** In bytes; what the API calls a megabyte is one. */
export const MEBIBYTE = 1024 * 1024;

/** Lengths in code points, times and sizes in the units of their names; each the most that is taken. */
export const limits = {
  messageCodePoints: 10_000,
  topicCodePoints: 60,
  channelNameCodePoints: 60,
  channelDescriptionCodePoints: 1024,
  channelFolderNameCodePoints: 60,
  channelFolderDescriptionCodePoints: 1024,
  statusCodePoints: 60,
  fullNameCodePoints: 100,
  groupNameCodePoints: 100,
  groupDescriptionCodePoints: 1024,
  profileFieldNameCodePoints: 40,
  profileFieldHintCodePoints: 80,
  profileFieldValueCodePoints: 500,
  alertWordCodePoints: 100,
  reportDescriptionCodePoints: 1000,
  reminderNoteCodePoints: 500,
  callNameCodePoints: 255,
  deactivationNoteCodePoints: 2000,
  codeLanguageCodePoints: 50,
  emojiNameCodePoints: 100,
  emojiCodeCodePoints: 200,
  localIdCodePoints: 100,
  submessageTypeCodePoints: 100,
  botServiceNameCodePoints: 100,
  botConfigurationValueCodePoints: 10_000,
  playgroundNameCodePoints: 100,
  linkifierPatternCodePoints: 1000,
  linkifierExampleCodePoints: 1000,
  linkifierAlternatives: 20,
  /** Of addresses that people write down: where webhooks post, templates of links. */
  webAddressCodePoints: 2000,
  alertWordsPerAccount: 1000,
  /** Of the names and values that a bot keeps for itself, together. */
  botStorageCharacters: 10_000_000,
  savedSnippetTitleCodePoints: 60,
  navigationViewNameCodePoints: 100,
  navigationViewFragmentCodePoints: 1000,
  scheduledMessagesPerAccount: 1000,
  remindersPerAccount: 1000,
  draftsPerAccount: 1000,
  savedSnippetsPerAccount: 1000,
  navigationViewsPerAccount: 500,
  organizationNameCodePoints: 40,
  organizationShortNameCodePoints: 40,
  organizationDescriptionCodePoints: 1000,
  passwordCharacters: 100,
  linkifiersPerOrganization: 200,
  playgroundsPerOrganization: 100,
  profileFieldsPerOrganization: 100,
  domainsPerOrganization: 1000,
  defaultChannelGroupsPerOrganization: 100,
  channelsPerDefaultGroup: 500,
  /** Addresses that one request invites, and that an organization invites in 24 hours. */
  invitationsPerRequest: 200,
  invitationsPerDay: 3000,
  /** Mails for one invitation in 24 hours. */
  mailsPerInvitation: 5,
  invitationLinksPerOrganization: 1000,
  channelsPerInvitation: 500,
  groupsPerInvitation: 100,
  /** A hundred years. */
  invitationMinutes: 52_560_000,
  welcomeMessageCodePoints: 8000,
  customEmojiPerOrganization: 5000,
  /** Messages that one request looks at before it gives what it has found, if it has found any. */
  messagesPerWalk: 50_000,
  messagesPerPage: 5000,
  narrowTerms: 100,
  /** Of a parameter that is a list and states no bound of its own. */
  itemsPerList: 50_000,
  /** Messages whose columns a server keeps in memory for an organization, and bytes of their prepared JSON. */
  messageHeadsInMemory: 30_000,
  preparedMessageBytes: 24 * MEBIBYTE,
  /** Accounts of an organization whose subscriptions are held in memory. */
  subscriptionListsInMemory: 20_000,
  /** An organization that nobody used for so long, and that has no queue, leaves memory; sooner where there are many. */
  organizationIdleSeconds: 1800,
  organizationIdleSecondsOfMany: 120,
  organizationsInMemory: 500,
  idsPerRequest: 5000,
  fileMegabytes: 25,
  fileNameCodePoints: 150,
  /** Files that arrive in the bodies of requests at the same moment, and of them from one account. */
  filesArriving: 200,
  filesArrivingPerAccount: 10,
  /** An upload in parts is given up when it is not complete after so long. */
  unfinishedUploadHours: 24,
  unfinishedUploadsPerAccount: 20,
  unfinishedUploads: 1000,
  /** A file whose request ended with its server is cleared away after so long. */
  abandonedFileHours: 1,
  /** An upload that no message links is removed after so long. */
  unclaimedUploadDays: 35,
  /** How long an address holds that leads to an upload without credentials. */
  temporaryLinkSeconds: 60,
  /** How often visitors may load one upload a day. */
  visitsPerUploadAndDay: 1000,
  /** Pictures with more are kept but not scaled, so that nothing fills the memory. */
  imagePixels: 90_000_000,
  exportsPerWeek: 5,
  messagesPerExportFile: 1000,
  /** An organization whose uploads take more is copied on the server itself. */
  exportedUploadBytes: 20 * 1024 * MEBIBYTE,
  requestBodyBytes: 4 * MEBIBYTE,
  /** Of the address and the headers together: narrows and lists of ids travel in addresses. */
  requestHeaderBytes: 64 * 1024,
  /** Of a query, a form or a multipart body. */
  fieldsPerRequest: 1000,
  filesPerRequest: 10,
  /** Of the forms of pages outside the API: far more than any of their fields may hold. */
  pageFormBytes: 16 * 1024,
  incomingMailBytes: 40 * MEBIBYTE,
  /** Mail that is received at the same moment; what comes beyond is asked to come again. */
  incomingMailConnections: 10,
  avatarMegabytes: 5,
  emojiMegabytes: 5,
  iconMegabytes: 5,
  unreadMessagesInSnapshot: 50_000,
  directConversationsInSnapshot: 1000,
  starredMessagesInSnapshot: 10_000,
  participantsInDirectMessage: 300,
  /** More active subscribers (or topic participants) than this need a permission to be mentioned at once. */
  wildcardMentionThreshold: 15,
  eventBatch: 1000,
  flagEventIds: 1000,
  /** Messages that one unit of work deletes of a topic, and how long a request goes on with it. */
  deleteTopicBatch: 100,
  deleteTopicMilliseconds: 5000,
  /** Conversations out of which one unit of work deletes what somebody sent. */
  eraseConversationsPerBatch: 20,
  /** Moved messages that one unit of work indexes for the search anew. */
  messagesReindexedPerUnit: 500,
  /** Messages whose readers are looked up at once, and those that one look at a person's missed messages takes. */
  missedMessagesPerLook: 200,
  missedMessagesPerPerson: 1000,
  /** People of one message that are looked at together for mail, and whose rows one unit of work keeps. */
  missedPeoplePerBatch: 1000,
  /** Messages of a conversation that a mail shows, and earlier ones of the topic above them. */
  messagesPerMail: 50,
  earlierMessagesPerMail: 10,
  earlierSecondsInMail: 900,
  mailReplyDays: 30,
  devicesPerAccount: 100,
  queuesPerAccount: 200,
  queueIdleSeconds: 600,
  queueIdleSecondsMobile: 43_200,
  queueIdleSecondsMaximum: 604_800,
  heartbeatSeconds: 50,
  longPollTimeoutSeconds: 90,
  logEntriesPerOrganization: 200_000,
  /** Entries of an organization's log in memory, and characters of their texts; beyond either the older half goes. */
  logEntriesInMemory: 4000,
  logCharactersInMemory: 4_000_000,
  typingSeconds: 60,
  /** In channels with more subscribers nobody is told of typing. */
  typingSubscribers: 1000,
  presenceSeconds: 140,
  presencePushMaximumPeople: 5000,
  unitsPerCommit: 200,
  millisecondsPerCommit: 25,
  /** Of the embedded engine; a further one waits. */
  snapshotsAtOnce: 4,
  /** To PostgreSQL, of one server. */
  databaseConnections: 20,
  /** Kept by each connection. There are a few hundred; a bound all the same, for queries that are put together. */
  preparedStatements: 1000,
  requestsPerMinute: 200,
  loginAttemptsPerMinute: 10,
  /** Accounts and addresses whose requests are counted at a time. */
  rateLimitBuckets: 100_000,
  /** Credentials that were checked and need not be checked again until their account changes. */
  credentialsInMemory: 50_000,
} as const;
