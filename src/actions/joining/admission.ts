// The admission that the key in a mailed link grants: a confirmed address and the terms on which it may join.
// A key is valid only as long as its basis is: the invitation, its inviter's permission, or the organization
// being open.

import {
  type InvitationLinkRow,
  type InvitationRow,
  InvitationStatus,
  type InvitationTerms,
  invitationTermsOf,
  maximumUses,
  notifiesCreator,
} from '../../model/invitations/invitation.ts';
import { isStillAllowedToInviteAs } from '../../model/invitations/invitation-rules.ts';
import { availableMethods, isMethodEnabled } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { isSameMailbox } from '../../stores/accounts/email-rules.ts';
import { invitationByKey, invitationsTo } from '../../stores/invitations/invitation-store.ts';
import { linkById, linkByKey } from '../../stores/invitations/link-store.ts';
import { signUpByKey } from '../../stores/joining/sign-up-store.ts';
import { openTerms } from './join.ts';

export interface Admission {
  readonly email: string;
  readonly terms: InvitationTerms;
  /** The account that offers the terms; undefined if the organization is open. */
  readonly inviterId: number | undefined;
  /** The account to notify when the address has joined. */
  readonly notifiedInviterId: number | undefined;
  /** Whether the person is known to receive mail at the address: through a mailed link or a provider. */
  readonly isEmailConfirmed: boolean;
  /** The invitation link that admits the person; each account takes one use of it. */
  readonly link: InvitationLinkRow | undefined;
}

/** How a person joins: with a password or an identity provider. */
export type JoiningMethod = 'password' | 'provider';

/** The terms of an open organization; only for a confirmed address. */
const uninvited = {
  terms: openTerms,
  inviterId: undefined,
  notifiedInviterId: undefined,
  isEmailConfirmed: true,
  link: undefined,
} as const;

/** The part of an admission that a link determines. */
function byLink(link: InvitationLinkRow) {
  const notifiedInviterId = notifiesCreator(link) ? link.inviter_id : undefined;
  return { terms: invitationTermsOf(link), inviterId: link.inviter_id, notifiedInviterId, link };
}

/** A key and how its holder would join. */
interface KeyUsed {
  readonly key: string;
  readonly by: JoiningMethod;
}

/** The key of an invitation link. */
interface LinkKeyUsed extends KeyUsed {
  /** Whether the server can confirm addresses by mail. */
  readonly sendsMail: boolean;
}

/** Whether accounts can be created this way. */
function takesNewAccounts(organization: Organization, by: JoiningMethod): boolean {
  if (organization.isDeactivated) return false;
  const { authentication_methods: methods } = organization.settings;
  return by === 'provider' || isMethodEnabled(methods, availableMethods(organization), 'Email');
}

/** Whether anyone with an allowed address may join without an invitation. */
export function isOpenToJoin(organization: Organization, by: JoiningMethod = 'password'): boolean {
  return takesNewAccounts(organization, by) && !organization.settings.invite_required;
}

async function isBacked(
  reader: Reader,
  row: { inviter_id: number },
  terms: InvitationTerms,
): Promise<boolean> {
  return isStillAllowedToInviteAs(await accountById(reader, row.inviter_id), terms.role);
}

/** The link with a key, if it admits people now. */
export async function usableLink(
  reader: Reader,
  organization: Organization,
  { key, by, sendsMail }: LinkKeyUsed,
  now: number,
): Promise<InvitationLinkRow | undefined> {
  const link = await linkByKey(reader, key);
  if (!link || link.is_revoked === 1 || !takesNewAccounts(organization, by)) return undefined;
  if (link.expires_at !== null && link.expires_at <= now) return undefined;
  if (link.uses >= maximumUses(link, { isEmailConfirmed: sendsMail || by === 'provider' })) return undefined;
  return (await isBacked(reader, link, invitationTermsOf(link))) ? link : undefined;
}

async function signUpAdmission(
  reader: Reader,
  organization: Organization,
  { key, by }: KeyUsed,
  now: number,
): Promise<Admission | undefined> {
  const signUp = await signUpByKey(reader, key, now);
  if (!signUp) return undefined;
  const { email, link_id: linkId } = signUp;
  if (linkId === null) {
    return isOpenToJoin(organization, by) ? { ...uninvited, email } : undefined;
  }
  // A link that has expired since still admits those who used it in time; a revoked one does not.
  const link = await linkById(reader, linkId);
  if (!link || link.is_revoked === 1) return undefined;
  if (!(await isBacked(reader, link, invitationTermsOf(link)))) return undefined;
  return { ...byLink(link), email, isEmailConfirmed: true };
}

/**
 * The admission of a link for a typed address on a server that cannot mail it; undefined if the link admits
 * no one now.
 */
export async function unconfirmedAdmission(
  reader: Reader,
  organization: Organization,
  { email, linkKey }: UnverifiedAddress,
  now: number,
): Promise<Admission | undefined> {
  const admissionKey = { key: linkKey, by: 'password', sendsMail: false } as const;
  const link = await usableLink(reader, organization, admissionKey, now);
  return link && { ...byLink(link), email, isEmailConfirmed: false };
}

/** The admission of a key at a given time; undefined if it is unknown, used, expired or no longer backed. */
export async function admissionOf(
  reader: Reader,
  organization: Organization,
  used: KeyUsed,
  now: number,
): Promise<Admission | undefined> {
  if (!takesNewAccounts(organization, used.by)) return undefined;
  const row = await invitationByKey(reader, used.key);
  return row ? invitationAdmission(reader, row, now) : signUpAdmission(reader, organization, used, now);
}

async function invitationAdmission(
  reader: Reader,
  row: InvitationRow,
  now: number,
): Promise<Admission | undefined> {
  if (row.status !== InvitationStatus.open) return undefined;
  if (row.expires_at !== null && row.expires_at <= now) return undefined;
  const terms = invitationTermsOf(row);
  if (!(await isBacked(reader, row, terms))) return undefined;
  const notifiedInviterId = row.notifies_inviter === 1 ? row.inviter_id : undefined;
  return {
    email: row.email,
    terms,
    inviterId: row.inviter_id,
    notifiedInviterId,
    isEmailConfirmed: row.is_mailed === 1,
    link: undefined,
  };
}

/** A typed address and the link that was used. */
export interface UnverifiedAddress {
  readonly email: string;
  readonly linkKey: string;
}

/** A person whose address a provider vouches for. */
export interface VerifiedAddress {
  readonly email: string;
  /** The key of the invitation link that was used; empty without one. */
  readonly linkKey: string;
}

/**
 * The admission of an address that a provider vouches for: by an invitation to it, by the link that was used,
 * or because the organization is open. Undefined without any of these.
 */
export async function providerAdmission(
  reader: Reader,
  organization: Organization,
  { email, linkKey }: VerifiedAddress,
  now: number,
): Promise<Admission | undefined> {
  if (!takesNewAccounts(organization, 'provider')) return undefined;
  for (const row of await invitationsTo(reader, email)) {
    const admission = await invitationAdmission(reader, row, now);
    if (admission && isSameMailbox(admission.email, email))
      return { ...admission, email, isEmailConfirmed: true };
  }
  const link =
    linkKey === ''
      ? undefined
      : await usableLink(reader, organization, { key: linkKey, by: 'provider', sendsMail: true }, now);
  if (link) return { ...byLink(link), email, isEmailConfirmed: true };
  return isOpenToJoin(organization, 'provider') ? { ...uninvited, email } : undefined;
}
