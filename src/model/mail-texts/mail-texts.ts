// What a catalogue of mail texts holds: one entry for each mail that the server sends, typed by the facts it tells.
// Every language has all of them, so that a missing translation is a type error and never an English word in a
// German mail.

/** What a person is to do: a button, or in the text part the address below the words. */
export interface MailAction {
  /** Above the address in the text part. */
  readonly text: string;
  /** On the button. */
  readonly label: string;
  readonly link: string;
}

/** A mail in words; paragraphs become the text part with an empty line between them. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly (string | MailAction)[];
}

/** The organization that a mail speaks of; `url` has no slash at its end. */
export interface OrganizationNamed {
  readonly name: string;
  readonly url: string;
}

export interface Invitation {
  readonly inviter: { readonly name: string; readonly email?: string | undefined };
  readonly organization: OrganizationNamed;
  readonly link: string;
  /** Seconds since 1970; undefined where the link works for ever. */
  readonly expiresAt?: number | undefined;
  /** What the inviter wrote to it. */
  readonly comment?: string | undefined;
}

export interface MailTexts {
  /** For dates and lists (BCP 47). */
  readonly locale: string;
  passwordReset(facts: { email: string; organization: OrganizationNamed; link: string }): MailText;
  /** Somebody asked for a new password for an address without an account. */
  passwordWithoutAccount(facts: { email: string; organization: OrganizationNamed }): MailText;
  /** The same for an account that was deactivated. */
  passwordOfDeactivated(facts: { email: string; organization: OrganizationNamed }): MailText;
  /** The same for an account whose password is kept by the organization's directory. */
  passwordInDirectory(facts: {
    email: string;
    organization: OrganizationNamed;
    directoryName: string;
  }): MailText;
  /** To the new address. */
  emailChange(facts: { organization: OrganizationNamed; link: string }): MailText;
  /** To the address that an account has and nobody has confirmed. */
  emailConfirmation(facts: { organization: OrganizationNamed; link: string }): MailText;
  /** `comment` is what an administrator wrote to it; empty: nothing. */
  accountDeactivated(facts: { organizationName: string; comment: string }): MailText;
  organizationDeactivated(facts: { organization: OrganizationNamed }): MailText;
  invitation(facts: Invitation): MailText;
  invitationReminder(facts: Invitation): MailText;
  readonly security: SecurityTexts;
  readonly joining: JoiningTexts;
  readonly missed: MissedTexts;
  readonly digest: DigestTexts;
  readonly unsubscribe: UnsubscribeTexts;
}

/** What happened to somebody's account (`security.ts`). */
export interface SecurityTexts {
  /** To the address that the account had. */
  emailChanged(facts: { organizationName: string; newEmail: string }): MailText;
  /** `hasBots`: the account owns bots, whose keys stay. */
  passwordChanged(facts: { organizationName: string; email: string; hasBots: boolean }): MailText;
  newApiKey(facts: { organizationName: string; email: string }): MailText;
  /** `at` in seconds since 1970. */
  newLogin(facts: {
    organizationName: string;
    email: string;
    program: string;
    address: string;
    at: number;
  }): MailText;
  /** A provider's person opens the account from now on. */
  providerBound(facts: { organizationName: string; email: string; providerName: string }): MailText;
  /** A code of an authenticator is asked for after the password. */
  secondFactorOn(facts: { organizationName: string; email: string }): MailText;
  secondFactorOff(facts: { organizationName: string; email: string }): MailText;
  passkeyAdded(facts: { organizationName: string; email: string; name: string }): MailText;
  passkeyRemoved(facts: { organizationName: string; email: string; name: string }): MailText;
  authenticatorRemoved(facts: { organizationName: string; email: string }): MailText;
  codesTried(facts: { organizationName: string; email: string }): MailText;
}

/** The organization that somebody joins. */
interface JoiningFacts {
  readonly organizationName: string;
  /** Without a slash at its end. */
  readonly url: string;
}

/** The mails of joining (`joining.ts`). */
export interface JoiningTexts {
  /** The link proves that the address is read by who typed it. */
  confirm(facts: JoiningFacts & { link: string }): MailText;
  hasAccount(facts: JoiningFacts & { resetLink: string }): MailText;
  /** Somebody joined with the address, which they have not confirmed: they need not be who reads it. */
  hasUnconfirmedAccount(facts: JoiningFacts): MailText;
  isDeactivated(facts: JoiningFacts): MailText;
  joined(facts: JoiningFacts & { email: string }): MailText;
}

/** Why somebody gets a mail about messages; each can be switched off by itself. */
export type MissedReason = 'direct' | 'mention' | 'followed' | 'channel';

/** The pieces of a mail about missed messages; `names` are already in the order in which they are shown. */
export interface MissedTexts {
  /** The subject where it may not say more. */
  readonly hiddenSubject: string;
  readonly resolved: string;
  directSubject(name: string): string;
  groupSubject(names: readonly string[], others: number): string;
  /** Above the earlier messages of the topic. */
  readonly earlier: string;
  /** Above the messages that the mail is about, where earlier ones are shown. */
  readonly newer: string;
  /** Instead of the messages. */
  hidden(count: number, hiddenBy: 'organization' | 'person'): string;
  /** What was cut off. */
  more(count: number): string;
  view(organizationName: string): string;
  readonly replyByMail: string;
  readonly noReply: string;
  because(reason: MissedReason): string;
  /** Stands before the unsubscribe link. */
  readonly stop: string;
}

/** The pieces of a weekly digest (`digest.ts`). */
export interface DigestTexts {
  subject(organizationName: string): string;
  /** Above the topics. */
  readonly topics: string;
  /** Who wrote in a topic: some by name, and how many more. */
  wrote(names: readonly string[], others: number): string;
  /** Above the channels that are new. */
  readonly channels: string;
  moreChannels(count: number): string;
  /** Instead of all that. */
  hidden(hiddenBy: 'organization' | 'person'): string;
  open(organizationName: string): string;
  readonly because: string;
}

/** What one link switches off: a kind of mail about messages, or the digests. */
export type MailReason = MissedReason | 'digest';

/** The page behind the unsubscribe link. */
export interface UnsubscribeTexts {
  readonly title: string;
  question(reasons: readonly MailReason[], organizationName: string): string;
  readonly button: string;
  readonly done: string;
  readonly invalid: string;
}
