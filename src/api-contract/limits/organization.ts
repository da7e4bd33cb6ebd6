// Bounds: what an organization has: its settings, channels, groups, invitations and people.

export const organizationLimits = {
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
  deactivationNoteCodePoints: 2000,
  emojiNameCodePoints: 100,
  emojiCodeCodePoints: 200,
  playgroundNameCodePoints: 100,
  linkifierPatternCodePoints: 1000,
  linkifierExampleCodePoints: 1000,
  linkifierAlternatives: 20,
  /** Of addresses that people write down: where webhooks post, templates of links. */
  webAddressCodePoints: 2000,
  alertWordsPerRequest: 1000,
  /**
   * Of the audit log: days that it goes back unless another number is chosen, entries in one answer, old ones that one sweep
   * removes, and what the details of one may hold.
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
  /** Addresses that one request invites. */
  invitationsPerRequest: 200,
  /** Of all addresses together, as they are typed into one field. */
  inviteeAddressesCodePoints: 100_000,
  /** Mails for one invitation in 24 hours. */
  mailsPerInvitation: 5,
  /** The largest maximum of uses that a link can have. */
  invitationLinkUses: 10_000,
  /** People whom a link without a maximum lets in with addresses that they cannot confirm. */
  unconfirmedJoinsPerLink: 100,
  /** Between two mails that ask to confirm the address of an account. */
  confirmationMailSeconds: 900,
  channelsPerInvitation: 500,
  /** Made by one request. */
  newChannelsPerRequest: 100,
  groupsPerInvitation: 100,
  /** A hundred years. */
  invitationMinutes: 52_560_000,
  welcomeMessageCodePoints: 8000,
  /** Whom the log-in page of a demo has a button for; the others log in with their address, as anywhere. */
  demoPeopleShown: 36,
} as const;
