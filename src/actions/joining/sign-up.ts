// Sign-up in two steps: an address is confirmed by mail, then the account is created. Only the mail reveals
// whether an address already has an account.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkUniqueName } from '../../model/accounts/account-names.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { type InvitationTerms, maximumUses } from '../../model/invitations/invitation.ts';
import { confirmationPath, newLinkKey } from '../../model/invitations/link-key.ts';
import { mailTexts, textMail, unconfirmedNotice } from '../../model/mail-texts/translated-mails.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  accountById,
  accountRowByEmail,
  readAccounts,
  updateAccount,
} from '../../stores/accounts/account-store.ts';
import {
  addressErrorKindNow,
  addressErrorTexts,
  addressPageError,
  isEmailAddress,
} from '../../stores/accounts/email-rules.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { termsStillOffered } from '../../stores/invitations/invitation-terms.ts';
import { countLinkUse } from '../../stores/invitations/link-store.ts';
import { inviterNotices } from '../../stores/joining/inviter-notices.ts';
import { insertSignUp } from '../../stores/joining/sign-up-store.ts';
import { joinNotices } from '../../stores/joining/welcome-notices.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { insertNotices, type PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';
import { PASSWORD_RESET_PATH } from '../accounts/password-reset.ts';
import { queueMail } from '../outbox/mail-store.ts';
import { type Admission, admissionOf, isOpenToJoin, unconfirmedAdmission, usableLink } from './admission.ts';
import { joinOrganization } from './join.ts';

export interface SignUpRequest {
  readonly email: string;
  readonly isDisposable: boolean;
  /** The key of the invitation link that was used; undefined without one. */
  readonly linkKey: string | undefined;
  /** Without a trailing slash. */
  readonly organizationUrl: string;
}

/** The error for every link that is not valid, regardless of the reason. */
function linkInvalid(): ApiError {
  return badRequest('This link is no longer valid.').onPages({ code: 'LINK_INVALID' });
}

async function checkAddress(
  writer: Writer,
  organization: Organization,
  email: string,
  isDisposable: boolean,
): Promise<void> {
  if (!isEmailAddress(email))
    throw badRequest('Enter a valid email address.').onPages({ code: 'INVALID_EMAIL' });
  const errorKind = await addressErrorKindNow(writer, organization, email, isDisposable);
  if (errorKind)
    throw badRequest(addressErrorTexts[errorKind]).onPages(addressPageError(errorKind, organization));
}

/** Mails an address that wants to join: a confirmation link, or a note that it has an account already. */
export async function startSignUp(writer: Writer, request: SignUpRequest): Promise<void> {
  const { email, linkKey, organizationUrl: url } = request;
  const organization = await readOrganization(writer);
  const by = 'password';
  const link =
    linkKey === undefined
      ? undefined
      : await usableLink(writer, organization, { key: linkKey, by, sendsMail: true }, writer.now);
  if (linkKey !== undefined && !link) throw linkInvalid();
  if (linkKey === undefined && !isOpenToJoin(organization)) {
    throw badRequest(`You need an invitation to join ${organization.name}.`).onPages({
      code: 'INVITATION_NEEDED',
      organization: organization.name,
    });
  }
  await checkAddress(writer, organization, email, request.isDisposable);
  const { default_language: language } = organization.settings;
  const texts = mailTexts(language).joining;
  const facts = { organizationName: organization.name, url };
  const existing = await accountRowByEmail(writer, email);
  if (existing && existing.bot_type !== null) return;
  if (existing && existing.is_email_confirmed === 0) {
    // The account and the mailbox may belong to different people: neither may gain access to the other's.
    return queueMail(writer, unconfirmedNotice(existing.email, texts.hasUnconfirmedAccount(facts), language));
  }
  if (existing) {
    const resetLink = `${url}${PASSWORD_RESET_PATH}/`;
    const text = existing.is_active ? texts.hasAccount({ ...facts, resetLink }) : texts.isDeactivated(facts);
    return queueMail(writer, textMail(existing.email, text, language));
  }
  const key = newLinkKey();
  await insertSignUp(writer, key, email, link?.id ?? null);
  const text = texts.confirm({ ...facts, link: url + confirmationPath(key) });
  await queueMail(writer, textMail(email, text, language));
}

/** The choices of the person who joins, and the data that the notices need. */
export interface NewPerson {
  /** Already validated. */
  readonly fullName: string;
  /** Null: they sign in with an identity provider. */
  readonly passwordHash: string | null;
  readonly isDisposable: boolean;
  /** Chosen default channel groups. */
  readonly groupIds: readonly number[];
  /**
   * The login address for the welcome mail, without a trailing slash; undefined: not known, so no mail is
   * sent.
   */
  readonly mailableUrl: string | undefined;
  /** The organization's address as the person reached it, for notices about them. */
  readonly organizationUrl: string;
}

export interface FinishedForm extends NewPerson {
  readonly key: string;
}

export interface Joined extends Admission {
  readonly account: Account;
  /** The stored notices about the new account. */
  readonly pendingNotices: readonly PendingNoticeRow[];
}

/** The channels of the chosen groups. */
async function chosenChannels(writer: Writer, groupIds: readonly number[]): Promise<number[]> {
  if (groupIds.length === 0) return [];
  const groups = await readDefaultGroups(writer);
  return groups.filter(({ id }) => groupIds.includes(id)).flatMap(({ channelIds }) => channelIds);
}

/** The terms of an admission that its inviter may still offer; all of them without an inviter. */
async function remainingTerms(
  writer: Writer,
  organization: Organization,
  { terms, inviterId }: Admission,
): Promise<InvitationTerms> {
  const inviter = inviterId === undefined ? undefined : await accountById(writer, inviterId);
  return inviter ? termsStillOffered({ writer, organization, account: inviter }, terms) : terms;
}

/** @throws if the address has an account, or the name is taken and names must be unique */
async function checkIsNew(
  writer: Writer,
  organization: Organization,
  email: string,
  fullName: string,
): Promise<void> {
  const existing = await accountRowByEmail(writer, email);
  if (existing) {
    throw existing.is_active
      ? badRequest('You already have an account. Log in with it.').onPages({ code: 'ACCOUNT_EXISTS' })
      : badRequest('Your account has been deactivated.').onPages({ code: 'ACCOUNT_DEACTIVATED' });
  }
  if (organization.settings.require_unique_names) {
    checkUniqueName(fullName, undefined, await readAccounts(writer));
  }
}

/**
 * Creates the account that a key admits. @throws for a key that is no longer valid, and an address that was
 * taken
 */
export async function finishSignUp(writer: Writer, keyring: Keyring, form: FinishedForm): Promise<Joined> {
  const organization = await readOrganization(writer);
  const admission = await admissionOf(writer, organization, { key: form.key, by: 'password' }, writer.now);
  if (!admission) throw linkInvalid();
  return joinAdmitted({ writer, keyring, organization }, admission, form);
}

/** Counts a use of the admission's link. @throws if the link has no uses left */
async function takeUse(writer: Writer, admission: Admission): Promise<void> {
  const { link } = admission;
  if (link && !(await countLinkUse(writer, link.id, maximumUses(link, admission)))) throw linkInvalid();
}

/** The sign-up form behind an invitation link on a server that sends no mail. */
export interface LinkForm extends NewPerson {
  readonly email: string;
  readonly linkKey: string;
}

/**
 * Creates an account with an unconfirmed address. An invitation link is enough, since the server sends no
 * mail.
 * @throws for a link that is no longer valid, and an address that is not allowed or was taken
 */
export async function joinUnconfirmed(writer: Writer, keyring: Keyring, form: LinkForm): Promise<Joined> {
  const organization = await readOrganization(writer);
  const admission = await unconfirmedAdmission(writer, organization, form, writer.now);
  if (!admission) throw linkInvalid();
  return joinAdmitted({ writer, keyring, organization }, admission, form);
}

/** Creates the account of an admitted person. @throws for an address that is not allowed or was taken */
export async function joinAdmitted(
  { writer, keyring, organization }: UnitContext & WithKeyring,
  admission: Admission,
  person: NewPerson,
): Promise<Joined> {
  const { email, terms, isEmailConfirmed } = admission;
  await checkAddress(writer, organization, email, person.isDisposable);
  await checkIsNew(writer, organization, email, person.fullName);
  await takeUse(writer, admission);
  const { fullName, passwordHash } = person;
  const remaining = await remainingTerms(writer, organization, admission);
  const offered = terms.includesDefaultChannels ? await chosenChannels(writer, person.groupIds) : [];
  const account = await joinOrganization(
    { writer, keyring, organization },
    { email, fullName, passwordHash, isEmailConfirmed },
    { ...remaining, channelIds: [...remaining.channelIds, ...offered] },
  );
  // People who create their own account are active at once, so their first login changes nothing.
  await updateAccount(writer, account.id, { last_login_at: writer.now });
  if (organization.settings.send_welcome_emails && isEmailConfirmed && person.mailableUrl !== undefined) {
    const facts = { organizationName: organization.name, url: person.mailableUrl, email };
    const { default_language: language } = organization.settings;
    await queueMail(writer, textMail(email, mailTexts(language).joining.joined(facts), language));
  }
  const notices = [
    ...(await joinNotices(writer, organization, account, terms.welcomeText)),
    ...(await inviterNotices(writer, organization, account, admission)),
  ];
  const cause = { actorId: account.id, organizationUrl: person.organizationUrl };
  const pendingNotices = await insertNotices(writer, cause, notices);
  return { ...admission, account, pendingNotices };
}
