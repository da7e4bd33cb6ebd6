// The bounds of the server in one place. Where the API has a field for a bound, the register response sends it. Those of
// the relay and of the Markdown renderer, which know nothing of the server around them, stand beside what they bound.

/** In bytes; what the API calls a megabyte is one. */
export const MEBIBYTE = 1024 * 1024;

/** Lengths in code points, times and sizes in the units of their names; each the most that is taken. */
export const limits = {
  /** Of a name, a topic, an address, a key: what is longer is none, whatever it should be. */
  shortTextCodePoints: 1000,
  /** Of a message's text as it is sent, which is cut to the bound of messages. */
  sentContentCodePoints: 100_000,
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
  profileFieldChoices: 1000,
  alertWordCodePoints: 100,
  reportDescriptionCodePoints: 1000,
  reminderNoteCodePoints: 500,
  callNameCodePoints: 255,
  deactivationNoteCodePoints: 2000,
  codeLanguageCodePoints: 50,
  emojiNameCodePoints: 100,
  emojiCodeCodePoints: 200,
  localIdCodePoints: 100,
  /** For how long a message that is sent again under its sender's name for it is not sent twice. */
  localIdSeconds: 14 * 86_400,
  submessageTypeCodePoints: 100,
  /** Of a poll or a list, which each of its readers is sent whole: some 15,000 votes. */
  submessageCharactersPerMessage: 2 * MEBIBYTE,
  botServiceNameCodePoints: 100,
  botConfigurationValueCodePoints: 10_000,
  botConfigurationValues: 100,
  playgroundNameCodePoints: 100,
  linkifierPatternCodePoints: 1000,
  linkifierExampleCodePoints: 1000,
  linkifierAlternatives: 20,
  /** Of addresses that people write down: where webhooks post, templates of links. */
  webAddressCodePoints: 2000,
  alertWordsPerAccount: 1000,
  /** Of the names and values that a bot keeps for itself, together. */
  botStorageCharacters: 10_000_000,
  /** Of one value, which is sent in one body; and values that one request keeps, reads or forgets. */
  botStorageValueCodePoints: 4_000_000,
  botStorageValuesPerRequest: 10_000,
  /** Of what other services sent to the address of a bot, the newest that its owner can look at; as many signed ones apart. */
  webhookDeliveriesPerBot: 200,
  /** Calls of outgoing webhooks that are under way at the same moment, and of them those to one bot, which may be slow. */
  webhookCallsAtOnce: 20,
  webhookCallsPerBot: 4,
  /** Messages that one request of another service becomes. */
  messagesPerWebhook: 100,
  /** Fields that one template of a webhook names. */
  webhookTemplateFields: 100,
  /** Patterns of events in an address, and the characters of one. */
  webhookEventPatterns: 100,
  savedSnippetTitleCodePoints: 60,
  navigationViewNameCodePoints: 100,
  navigationViewFragmentCodePoints: 1000,
  /** What a message was before it was edited, as text and as HTML: every reader is sent all of it. */
  versionsPerMessage: 100,
  versionCharactersPerMessage: 256 * 1024,
  /** Different emoji that people react to a message with; each of them any number of people. */
  reactionEmojiPerMessage: 100,
  scheduledMessagesPerAccount: 1000,
  remindersPerAccount: 1000,
  draftsPerAccount: 1000,
  savedSnippetsPerAccount: 1000,
  navigationViewsPerAccount: 500,
  organizationNameCodePoints: 40,
  organizationShortNameCodePoints: 40,
  organizationDescriptionCodePoints: 1000,
  passwordCharacters: 100,
  /** Each takes 16 MB and one of the four threads that also serve files. */
  passwordsHashedAtOnce: 2,
  passwordsWaiting: 200,
  authenticationMethods: 50,
  jsonWebTokenCharacters: 12_000,
  deviceTokenCharacters: 10_000,
  linkifiersPerOrganization: 200,
  playgroundsPerOrganization: 100,
  profileFieldsPerOrganization: 100,
  domainsPerOrganization: 1000,
  defaultChannelGroupsPerOrganization: 100,
  channelsPerDefaultGroup: 500,
  /** Addresses that one request invites, and that an organization invites in 24 hours. */
  invitationsPerRequest: 200,
  invitationsPerDay: 3000,
  /** Of all addresses together, as they are typed into one field. */
  inviteeAddressesCodePoints: 100_000,
  /** Mails for one invitation in 24 hours. */
  mailsPerInvitation: 5,
  invitationLinksPerOrganization: 1000,
  channelsPerInvitation: 500,
  /** Made by one request. */
  newChannelsPerRequest: 100,
  groupsPerInvitation: 100,
  /** A hundred years. */
  invitationMinutes: 52_560_000,
  welcomeMessageCodePoints: 8000,
  customEmojiPerOrganization: 5000,
  /**
   * Messages that a search looks at in one index before it walks all that fit, and at once while it walks; and how long
   * it may walk: until it gives what it has found, or until it says that it has found nothing yet.
   */
  messagesBeforeWalk: 500,
  messagesPerStretch: 10_000,
  walkMilliseconds: 1000,
  fruitlessWalkMilliseconds: 5000,
  /** Walks of one server at the same moment; of one person there is one, and so many more that wait. */
  walksAtOnce: 4,
  walksWaitingPerPerson: 20,
  messagesPerPage: 5000,
  /** Of a topic that a text links, the newest that are looked at for one that its author received. */
  messagesLookedAtForLink: 100,
  narrowTerms: 100,
  narrowOperatorCodePoints: 100,
  narrowOperandCodePoints: 1000,
  narrowOperandIds: 1000,
  /** Of a parameter that is a list and states no bound of its own. */
  itemsPerList: 50_000,
  /** Messages whose columns a server keeps in memory for an organization, and bytes of their prepared JSON. */
  messageHeadsInMemory: 30_000,
  preparedMessageBytes: 24 * MEBIBYTE,
  /**
   * Of an organization's lists of people, in all their forms; what does not fit is made for each answer. What is kept
   * compressed of them, about an eighth, comes to it.
   */
  preparedPeopleBytes: 64 * MEBIBYTE,
  /** The same of its channels' lists of subscribers. */
  preparedSubscriberBytes: 48 * MEBIBYTE,
  /** Of an organization, with one for each account that they are of; each takes about 150 bytes. */
  subscriptionPeriodsInMemory: 1_000_000,
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
  /** Pictures with more are refused, or kept as files of any kind; the cameras of phones have 50 million. */
  imagePixels: 52_000_000,
  /** Of a picture that moves. */
  imageFrames: 1000,
  /** To read and scale one picture, beside the event loop. */
  imageSeconds: 20,
  imageMegabytes: 640,
  /** Pictures that are scaled at the same moment, and that wait for it: all that may arrive. */
  imagesAtOnce: 2,
  imagesWaiting: 200,
  /** Pictures and films from elsewhere that messages show: of each, and to fetch it. */
  externalMediaBytes: 10 * MEBIBYTE,
  externalMediaSeconds: 10,
  externalMediaRedirects: 4,
  /** That are fetched at the same moment, of them of one host, and with those of the host that wait for these. */
  externalMediaAtOnce: 16,
  externalMediaPerHostAtOnce: 4,
  externalMediaPerHost: 16,
  /** Of all that are kept on the server's disk, and how long one is. */
  externalMediaKeptBytes: 256 * MEBIBYTE,
  externalMediaKeptSeconds: 7 * 86_400,
  /** How long an address is left alone that gave nothing, and how many such are remembered. */
  externalMediaFailedSeconds: 60,
  externalMediaFailures: 10_000,

  /** Of a linked page; its head stands within so many of its first characters. */
  linkPreviewBytes: 2 * MEBIBYTE,
  linkPreviewCharacters: 256 * 1024,
  /** Of what a page leads to that describes it (oEmbed). */
  oembedBytes: 64 * 1024,
  /** For each of the two. */
  linkPreviewFetchSeconds: 10,
  linkPreviewTitleCharacters: 200,
  linkPreviewDescriptionCharacters: 500,
  linkPreviewAddressCharacters: 2000,
  /** For how long what was found is shown without another look, and that there was nothing is believed. */
  linkPreviewSeconds: 7 * 86_400,
  linkPreviewMissingSeconds: 3600,
  exportsPerWeek: 5,
  messagesPerExportFile: 1000,
  /** An organization whose uploads take more is copied on the server itself. */
  exportedUploadBytes: 20 * 1024 * MEBIBYTE,
  /** Of archives that are imported: files and folders, folders around a file, its path, and a ZIP file's directory. */
  importFiles: 5_000_000,
  importFolderDepth: 20,
  importPathCharacters: 1000,
  importDirectoryBytes: 1024 * MEBIBYTE,
  /** What an archive may unpack to: so much, and so many times its own size. */
  importExpandableBytes: 256 * MEBIBYTE,
  importExpansion: 400,
  /** Of one row of a table, and how deeply JSON may be nested in it. */
  importRowBytes: 16 * MEBIBYTE,
  importJsonDepth: 64,
  /** Of a file that an archive names by its address: its bytes, how long it may take, and the bytes of all of them. */
  importFetchedFileBytes: 64 * MEBIBYTE,
  importFetchSeconds: 60,
  importFetchedBytes: 100 * 1024 * MEBIBYTE,
  /** Of what is held in memory of a backup at once: rows, or what it says of itself. */
  backupPartBytes: 64 * MEBIBYTE,
  /** Ids that are kept leave room for all that are given out after them. */
  importedId: 2 ** 48,
  requestBodyBytes: 4 * MEBIBYTE,
  /** Of those who have shown no credentials. */
  strangerBodyBytes: 64 * 1024,
  /** A body that is held in memory must have arrived after so long; files have as long as a whole request. */
  bodySeconds: 120,
  strangerBodySeconds: 30,
  /** Of all bodies in memory at the same moment, and of those of strangers. */
  bodyBytesInFlight: 64 * MEBIBYTE,
  strangerBodyBytesInFlight: 16 * MEBIBYTE,
  /** Of them, so that nobody takes the room of all others by sending slowly. */
  bodyBytesInFlightPerAccount: 16 * MEBIBYTE,
  strangerBodyBytesInFlightPerNetwork: 4 * MEBIBYTE,
  /** From one address (IPv6: one /64): a thousand people with several clients each that wait for events. */
  connectionsPerAddress: 10_000,
  /** Of the address and the headers together: narrows and lists of ids travel in addresses. */
  requestHeaderBytes: 64 * 1024,
  /** Connections at a time to the port for metrics; further ones are closed. */
  metricsConnections: 20,
  /** Of query and body together, declared or not; and how many that nobody declared are named in the answer. */
  fieldsPerRequest: 1000,
  ignoredFieldsNamed: 100,
  /** Of JSON from outside: lists and objects in each other, names and values over all of them. */
  jsonDepth: 64,
  jsonNames: 20_000,
  jsonValues: 60_000,
  /** Of what was sent, in a refusal that repeats it. */
  repeatedCharacters: 200,
  filesPerRequest: 10,
  /** Of one part of a multipart body: it says a name, the name of a file and a type. */
  headersPerPart: 20,
  partHeaderBytes: 16 * 1024,
  /** Of the forms of pages outside the API: far more than any of their fields may hold. */
  pageFormBytes: 16 * 1024,
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
  /** To take one mail apart, and to make its text. */
  incomingMailSeconds: 20,
  incomingMailMegabytes: 768,
  /** Mail that is received at the same moment; what comes beyond is asked to come again. */
  incomingMailConnections: 40,
  /** Of them; mail servers bring their mail over a few. */
  incomingMailConnectionsPerNetwork: 10,
  /** From its beginning to its end, however many mails it brings; long enough for a large one over a slow line. */
  incomingMailConnectionSeconds: 900,
  /** Files of the browser client that are held in memory; what is beyond is read each time. */
  webFileBytesInMemory: 2 * MEBIBYTE,
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
  /** Kinds of events, and parts of the snapshot, that a client names. */
  eventTypesPerRequest: 500,
  flagEventIds: 1000,
  /** Messages that one unit of work deletes of a topic, and how long a request goes on with it. */
  deleteTopicBatch: 100,
  deleteTopicMilliseconds: 5000,
  /** Conversations out of which one unit of work deletes what somebody sent. */
  eraseConversationsPerBatch: 20,
  /** Moved messages that one unit of work indexes for the search anew. */
  messagesReindexedPerUnit: 500,
  /** Messages of somebody who is muted that one unit of work marks as read. */
  mutedMessagesPerUnit: 500,
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
  /** Messages that stand on somebody's devices as far as the server knows; the oldest beyond are forgotten. */
  messagesShownPerAccount: 500,
  queuesPerAccount: 200,
  queueIdleSeconds: 600,
  queueIdleSecondsMobile: 43_200,
  queueIdleSecondsMaximum: 604_800,
  heartbeatSeconds: 50,
  longPollTimeoutSeconds: 90,
  /** What queues that nobody reads keep of an organization's log: entries, and their bytes; beyond either they end. */
  logEntriesPerOrganization: 200_000,
  logBytesPerOrganization: 256 * MEBIBYTE,
  /** Entries of an organization's log in memory, and about how many bytes they take; beyond either the older half goes. */
  logEntriesInMemory: 4000,
  logBytesInMemory: 6 * MEBIBYTE,
  typingSeconds: 60,
  /** In channels with more subscribers nobody is told of typing. */
  typingSubscribers: 1000,
  presenceSeconds: 140,
  presencePushMaximumPeople: 5000,
  unitsPerCommit: 200,
  millisecondsPerCommit: 25,
  /** Of the embedded engine; a further one waits. */
  snapshotsAtOnce: 4,
  /** Of the embedded engine: what was committed and is not in the database file yet. */
  writeAheadLogBytes: 64 * MEBIBYTE,
  /** A snapshot that has been open for longer is ended when the write-ahead log must start over. */
  snapshotMilliseconds: 5000,
  /** Of them, and of the connections to PostgreSQL, those that begin between two groups of writes. */
  restingSnapshotsAtOnce: 3,
  /** Requests that share one of them. */
  visitorsPerSnapshot: 25,
  /** By how much a server's clock may differ from the database's before it says so and leaves work to others. */
  clockDifferenceSeconds: 30,
  /** To PostgreSQL, of one server. */
  databaseConnections: 20,
  /** Kept by each connection. There are a few hundred; a bound all the same, for queries that are put together. */
  preparedStatements: 1000,
  /** Browsers that somebody is logged in with, and how long one may rest before it must log in again. */
  sessionsPerAccount: 100,
  sessionIdleSeconds: 1_209_600,
  /** What a browser holds of a session is replaced this often; what it held before counts this long beside it. */
  sessionRenewSeconds: 86_400,
  sessionOverlapSeconds: 60,
  /** Sessions that ended lately, which no poll may begin to wait for, of one organization. */
  endedSessionsInMemory: 1000,
  /** How often it is noted that a session is in use. */
  sessionSeenSeconds: 3600,
  /** Of the file that says how people sign in, of a secret and of a picture that it names. */
  signInFileBytes: 256 * 1024,
  signInSecretBytes: 4096,
  signInIconBytes: 64 * 1024,
  /** Of one answer of a provider that people sign in with, and of the subject by which it names somebody. */
  signInAnswerBytes: 256 * 1024,
  signInSubjectCharacters: 255,
  /** Asked of a directory for one log-in: how long and how much, by how many at once, and of how many groups. */
  directorySeconds: 10,
  directoryAnswerBytes: 4 * 1024 * 1024,
  directoryConnections: 8,
  directoryGroups: 1000,
  /** Within which an app on a desk begins its session with what a browser shows. */
  loginTokenSeconds: 300,
  /** Ways by which a browser is sent to such a provider and back, of one network. */
  signInVisitsPerMinute: 300,
  requestsPerMinute: 200,
  /** From one network, whatever comes of them: each takes the processor some tenths of a second. */
  loginAttemptsPerMinute: 60,
  /** Failures of one account in so many seconds, after which it waits until the oldest of them is that old. */
  failedLoginsPerAccount: 10,
  failedLoginSeconds: 1800,
  /** The same from one network, where many may mistype, and in each minute of that time. */
  failedLoginsPerNetwork: 100,
  failedLoginsPerNetworkAndMinute: 20,
  /** Whom the log-in page of a demo has a button for; the others log in with their address, as anywhere. */
  demoPeopleShown: 36,
  /** Of what somebody typed, where it stands in the log. */
  loggedCharacters: 200,
  /** Programs in networks that somebody has logged in from; a log-in from another one is told by mail. */
  knownLoginsPerAccount: 50,
  /** Wrong credentials that are known to be counted already. */
  wrongKeysInMemory: 10_000,
  /** Beyond so many the oldest failures of the whole deployment are forgotten. */
  failedLoginsKept: 100_000,
  /** Accounts and addresses whose requests are counted at a time. */
  rateLimitBuckets: 100_000,
  /** Credentials that were checked and need not be checked again until their account changes. */
  credentialsInMemory: 50_000,
} as const;
