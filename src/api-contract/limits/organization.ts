// Limits of an organization's settings, channels, groups, invitations and people.

export const organizationLimits = {
  channelNameCodePoints: 60,
  channelDescriptionCodePoints: 1024,
  channelFolderNameCodePoints: 60,
  channelFolderDescriptionCodePoints: 1024,
  statusCodePoints: 60,
  /** How far ahead notifications can be paused: a year. */
  pauseDays: 366,
  /** For how long something can be muted until a time: a year. */
  muteDays: 366,
  /** Direct conversations that a person has muted. */
  mutedDirectConversations: 500,
  /** How far ahead a conversation can be put away: a year. */
  awayDays: 366,
  /** Conversations that a person has put away, with those that are back and not yet done. */
  laterConversations: 200,
  /** Messages that are pinned for everyone in one conversation, and in one answer about a whole channel. */
  pinnedMessages: 50,
  pinnedMessagesPerAnswer: 100,
  /** Topics that are pinned for everyone in one channel. */
  pinnedTopics: 20,
  /** People whose messages notify a person at any time. */
  allowedSenders: 20,
  /** The sections that a person makes in their sidebar, the length of a name, and the rows placed in all sections. */
  sidebarSections: 50,
  sidebarSectionNameCodePoints: 60,
  sidebarRows: 500,
  /** The sections in an order, including those of channel folders. */
  sidebarSectionsInOrder: 500,
  fullNameCodePoints: 100,
  groupNameCodePoints: 100,
  groupDescriptionCodePoints: 1024,
  profileFieldNameCodePoints: 40,
  profileFieldHintCodePoints: 80,
  profileFieldValueCodePoints: 500,
  profileFieldChoices: 1000,
  alertWordCodePoints: 100,
  reportDescriptionCodePoints: 1000,
  deactivationNoteCodePoints: 2000,
  emojiNameCodePoints: 100,
  emojiCodeCodePoints: 200,
  playgroundNameCodePoints: 100,
  linkifierPatternCodePoints: 1000,
  linkifierExampleCodePoints: 1000,
  linkifierAlternatives: 20,
  /** The length of an address that people enter: the target of a webhook, or a URL template. */
  webAddressCodePoints: 2000,
  alertWordsPerRequest: 1000,
  /**
   * The audit log: the default number of days, entries in one answer, old entries removed by one sweep, and the
   * size of an entry's details.
   */
  auditDays: 730,
  auditEntriesPerRequest: 1000,
  auditEntriesPerSweep: 5000,
  auditTextCodePoints: 200,
  auditListItems: 50,
  navigationViewNameCodePoints: 100,
  navigationViewFragmentCodePoints: 1000,
  organizationNameCodePoints: 40,
  organizationShortNameCodePoints: 40,
  organizationDescriptionCodePoints: 1000,
  channelsPerDefaultGroup: 500,
  /** Addresses invited by one request. */
  invitationsPerRequest: 200,
  /** The total length of those addresses, which are entered in one field. */
  inviteeAddressesCodePoints: 100_000,
  /** Mails for one invitation in 24 hours. */
  mailsPerInvitation: 5,
  /** The highest maximum of uses of an invitation link. */
  invitationLinkUses: 10_000,
  /** People with unconfirmed addresses who can join by a link without a maximum. */
  unconfirmedJoinsPerLink: 100,
  /** People who join with an invitation link before its creator is no longer notified. */
  joinNoticesPerLink: 100,
  /** People in an organization up to which its owners are notified of everyone who joins. */
  peopleForJoinNotices: 25,
  /** Time between two mails that ask to confirm an account's address. */
  confirmationMailSeconds: 900,
  channelsPerInvitation: 500,
  /** Channels created by one request. */
  newChannelsPerRequest: 100,
  groupsPerInvitation: 100,
  /** The longest validity of an invitation: a hundred years. */
  invitationMinutes: 52_560_000,
  welcomeMessageCodePoints: 8000,
  /** Accounts that have a button on the login page of a demo; the others log in with their address. */
  demoPeopleShown: 36,
} as const;
