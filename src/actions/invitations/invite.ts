// Invites addresses inside a unit of work. Addresses that already have accounts are skipped and the others invited;
// an invalid address stops all of them. Failures are returned, not thrown, so that the unit is committed.

import type { Account } from '../../model/accounts/account.ts';
import { sealApiKey } from '../../model/accounts/credentials.ts';
import {
  InvitationStatus,
  type InvitationTerms,
  invitationExpiry,
  invitationReminderTime,
} from '../../model/invitations/invitation.ts';
import {
  accountTooNew,
  dailyLimitReached,
  type InvitationFailure,
  noneInvitable,
  someHaveAccounts,
  someInvalid,
} from '../../model/invitations/invitation-failure.ts';
import { isTooNewToInvite } from '../../model/invitations/invitation-rules.ts';
import { type SkippedAddress, skippedAddress } from '../../model/invitations/invited-addresses.ts';
import { linkKeyHash, newLinkKey } from '../../model/invitations/link-key.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountsByEmail } from '../../stores/accounts/account-store.ts';
import { addressErrorKind, addressErrorTexts, isEmailAddress } from '../../stores/accounts/email-rules.ts';
import type { ActorContext, WithKeyring } from '../../stores/actor-context.ts';
import { readDomains } from '../../stores/domains/domain-store.ts';
import {
  deleteOldInvitations,
  insertInvitations,
  mailsOfLastDay,
} from '../../stores/invitations/invitation-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { audit } from '../audit/audit.ts';
import { invitationsPerDay } from './daily-limit.ts';
import { emitInvitationsChanged } from './invitation-events.ts';
import { mailInvitations } from './mail.ts';

export interface EmailInvitations {
  readonly emails: readonly string[];
  /** Those of them from disposable address services. */
  readonly disposable: ReadonlySet<string>;
  readonly terms: InvitationTerms;
  readonly notifiesInviter: boolean;
  /** In minutes; null: forever; undefined: the default. */
  readonly minutes: number | null | undefined;
  /** Without a trailing slash. */
  readonly organizationUrl: string;
  /** Whether the links are mailed; otherwise the inviter hands them out. */
  readonly isMailed: boolean;
}

export interface InvitationResult {
  /** The failure, for all or some addresses. */
  readonly failure: InvitationFailure | undefined;
  /** The invited addresses with the keys of their links. */
  readonly invitations: readonly { readonly email: string; readonly key: string }[];
}

function none(failure: InvitationFailure): InvitationResult {
  return { failure, invitations: [] };
}

/** The addresses that cannot join. */
async function invalidAmong(
  writer: Writer,
  organization: Organization,
  { emails, disposable }: EmailInvitations,
  accountsByAddress: ReadonlyMap<string, Account>,
): Promise<SkippedAddress[]> {
  const domains = organization.settings.emails_restricted_to_domains ? await readDomains(writer) : [];
  return emails.flatMap((email): SkippedAddress[] => {
    if (!isEmailAddress(email)) return [[email, 'Invalid address.', false]];
    const errorKind = addressErrorKind(organization, domains, email, disposable.has(email));
    if (errorKind) return [[email, addressErrorTexts[errorKind], false]];
    const isReserved = accountsByAddress.get(textKey(email))?.isSystemBot === true;
    return isReserved ? [[email, 'Reserved for system bots.', false]] : [];
  });
}

/** Stores the invitations and mails them if they are to be mailed. */
async function store(
  acting: ActorContext & WithKeyring,
  request: EmailInvitations,
): Promise<InvitationResult['invitations']> {
  const { writer, keyring, account: inviter } = acting;
  const { terms, organizationUrl, isMailed } = request;
  const expiresAt = invitationExpiry(writer.now, request.minutes);
  const keyed = request.emails.map((email) => ({ email, key: newLinkKey() }));
  await insertInvitations(
    writer,
    keyed.map(({ email, key }) => ({
      organization_id: writer.organizationId,
      inviter_id: inviter.id,
      email,
      email_key: textKey(email),
      role: terms.role,
      channel_ids: JSON.stringify(terms.channelIds),
      group_ids: JSON.stringify(terms.groupIds),
      includes_default_channels: terms.includesDefaultChannels ? 1 : 0,
      welcome_text: terms.welcomeText,
      notifies_inviter: request.notifiesInviter ? 1 : 0,
      key_hash: linkKeyHash(key),
      key_sealed: sealApiKey(keyring, key),
      invited_at: writer.now,
      expires_at: expiresAt,
      is_mailed: isMailed ? 1 : 0,
      // Only mailed invitations get a reminder.
      remind_at: isMailed ? invitationReminderTime(writer.now, expiresAt) : null,
      organization_url: organizationUrl,
      status: InvitationStatus.open,
      mails: 1,
    })),
  );
  const details = { emails: request.emails, role: terms.role };
  await audit(writer, { kind: 'invitation_sent', details });
  const mailed = keyed.map(({ email, key }) => ({ email, key, expiresAt, organizationUrl }));
  if (isMailed) await mailInvitations(acting, 'invitation', mailed);
  return keyed;
}

/**
 * Invites the addresses that can be invited. The caller has checked the inviter's permission and the terms.
 */
export async function inviteAddresses(
  { writer, keyring, organization, account: inviter }: ActorContext & WithKeyring,
  request: EmailInvitations,
): Promise<InvitationResult> {
  if (isTooNewToInvite(inviter, organization, writer.now)) return none(accountTooNew);
  if ((await mailsOfLastDay(writer, writer.now)) + request.emails.length > invitationsPerDay(organization)) {
    return none(dailyLimitReached);
  }
  await deleteOldInvitations(writer);
  const accountsByAddress = await accountsByEmail(writer, request.emails);
  const invalid = await invalidAmong(writer, organization, request, accountsByAddress);
  if (invalid.length > 0) return none(someInvalid(invalid));
  const skipped = request.emails.flatMap((email) => {
    const holder = accountsByAddress.get(textKey(email));
    // The inviter learns that an address has an account only if they may see that address. Otherwise it is
    // invited, and its owner learns of the account when joining.
    return holder && maySeeEmail(inviter, holder) ? [skippedAddress(email, holder)] : [];
  });
  const skippedEmails = new Set(skipped.map(([email]) => email));
  const emails = request.emails.filter((email) => !skippedEmails.has(email));
  if (emails.length === 0) return none(noneInvitable(skipped));
  await takeQuota({ writer, organization, account: inviter }, 'invitations', emails.length);
  const invitations = await store(
    { writer, keyring, organization, account: inviter },
    { ...request, emails },
  );
  await emitInvitationsChanged(writer, [inviter.id]);
  return { failure: skipped.length > 0 ? someHaveAccounts(skipped) : undefined, invitations };
}
