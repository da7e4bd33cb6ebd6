// The interface of the emails in a language, with one entry per email, typed by the facts it contains.

/** An action for the recipient: a button, or in the text part a URL below the text. */
export interface MailAction {
  /** Above the URL in the text part. */
  readonly text: string;
  /** The label of the button. */
  readonly label: string;
  readonly link: string;
}

/** The text of a mail. In the text part, paragraphs are separated by empty lines. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly (string | MailAction)[];
}

/** The organization of a mail. `url` has no trailing slash. */
export interface MailOrganization {
  readonly name: string;
  readonly url: string;
}

export interface InvitationFacts {
  readonly inviter: { readonly name: string; readonly email?: string | undefined };
  readonly organization: MailOrganization;
  readonly link: string;
  /** Seconds since 1970; undefined if the link does not expire. */
  readonly expiresAt?: number | undefined;
  /** A personal message of the inviter. */
  readonly comment?: string | undefined;
}

/** Emails about an account and its organization, and invitations (`account-mails.ts`). */
export interface AccountMails {
  passwordReset(facts: { email: string; organization: MailOrganization; link: string }): MailText;
  /** The requested account does not exist. */
  passwordWithoutAccount(facts: { email: string; organization: MailOrganization }): MailText;
  /** The requested account was deactivated. */
  passwordForDeactivated(facts: { email: string; organization: MailOrganization }): MailText;
  /** The password of the requested account is managed by the organization's directory. */
  passwordInDirectory(facts: {
    email: string;
    organization: MailOrganization;
    directoryName: string;
  }): MailText;
  /** To the new address. */
  emailChange(facts: { organization: MailOrganization; link: string }): MailText;
  /** To the account's address, which is not confirmed yet. */
  emailConfirmation(facts: { organization: MailOrganization; link: string }): MailText;
  /** @param facts.comment a message of the administrator; empty if there is none */
  accountDeactivated(facts: { organizationName: string; comment: string }): MailText;
  organizationDeactivated(facts: { organization: MailOrganization }): MailText;
  invitation(facts: InvitationFacts): MailText;
  invitationReminder(facts: InvitationFacts): MailText;
}

export interface MailTexts extends AccountMails {
  /** The code of the language, for dates and lists. */
  readonly language: string;
  readonly security: SecurityTexts;
  readonly joining: JoiningTexts;
  readonly missed: MissedTexts;
  readonly digest: DigestTexts;
}

/** Changes to an account (`security-mails.ts`). */
export interface SecurityTexts {
  /** To the previous address. */
  emailChanged(facts: { organizationName: string; newEmail: string }): MailText;
  /** @param facts.hasBots whether the account owns bots, whose keys remain valid */
  passwordChanged(facts: { organizationName: string; email: string; hasBots: boolean }): MailText;
  newApiKey(facts: { organizationName: string; email: string }): MailText;
  /** @param facts.at in seconds since 1970 */
  newLogin(facts: {
    organizationName: string;
    email: string;
    program: string;
    address: string;
    at: number;
  }): MailText;
  /** A person at an identity provider can log in to the account from now on. */
  identityLinked(facts: { organizationName: string; email: string; providerName: string }): MailText;
  /** The code of an authenticator is required after the password. */
  secondFactorOn(facts: { organizationName: string; email: string }): MailText;
  secondFactorOff(facts: { organizationName: string; email: string }): MailText;
  passkeyAdded(facts: { organizationName: string; email: string; name: string }): MailText;
  passkeyRemoved(facts: { organizationName: string; email: string; name: string }): MailText;
  authenticatorRemoved(facts: { organizationName: string; email: string }): MailText;
  codesTried(facts: { organizationName: string; email: string }): MailText;
}

/** The organization that a person joins. */
interface JoiningFacts {
  readonly organizationName: string;
  /** Without a trailing slash. */
  readonly url: string;
}

/** The emails about joining (`joining-mails.ts`). */
export interface JoiningTexts {
  /** The link proves that the person who entered the address reads its mail. */
  confirm(facts: JoiningFacts & { link: string }): MailText;
  hasAccount(facts: JoiningFacts & { resetLink: string }): MailText;
  /** An account with the address exists, but the address is not confirmed, so the recipient may be someone else. */
  hasUnconfirmedAccount(facts: JoiningFacts): MailText;
  isDeactivated(facts: JoiningFacts): MailText;
  joined(facts: JoiningFacts & { email: string }): MailText;
}

/** Why an account gets a mail about messages; each reason can be switched off separately. */
export type MissedReason = 'direct' | 'mention' | 'followed' | 'channel';

/** The parts of a mail about missed messages (`message-mails.ts`). `names` are in the order in which they are shown. */
export interface MissedTexts {
  /** The subject if it may not reveal more. */
  readonly hiddenSubject: string;
  readonly resolved: string;
  directSubject(name: string): string;
  groupSubject(names: readonly string[], others: number): string;
  /** Above the earlier messages of the topic. */
  readonly earlier: string;
  /** Above the messages that the mail is about, if earlier ones are shown. */
  readonly newer: string;
  /** Replaces the messages where their content must not be mailed. */
  hidden(count: number, hiddenBy: 'organization' | 'person'): string;
  /** States how many messages were left out. */
  omitted(count: number): string;
  view(organizationName: string): string;
  readonly replyByMail: string;
  readonly noReply: string;
  reason(reason: MissedReason): string;
  /** Precedes the unsubscribe link. */
  readonly unsubscribe: string;
}

/** The parts of a weekly digest (`message-mails.ts`). */
export interface DigestTexts {
  subject(organizationName: string): string;
  /** Above the topics. */
  readonly topics: string;
  /** The people who wrote in a topic: some names, and the number of others. */
  senders(names: readonly string[], others: number): string;
  /** Above the new channels. */
  readonly channels: string;
  moreChannels(count: number): string;
  /** Replaces the content where it must not be mailed. */
  hidden(hiddenBy: 'organization' | 'person'): string;
  open(organizationName: string): string;
  readonly reason: string;
}

/** The mail that one link switches off: a kind of mail about messages, or the digests. */
export type MailReason = MissedReason | 'digest';
