// What the key in a mailed link admits to: a confirmed address, and the terms on which it may join. A key counts only
// as long as what it rests on does: the invitation, its inviter's right to it, or the organization being open.

import {
  type InvitationLinkRow,
  type InvitationRow,
  InvitationStatus,
  maximumUses,
  type Terms,
  termsOf,
} from '../../model/invitations/invitation.ts';
import { stillMayInviteAs } from '../../model/invitations/invitation-rules.ts';
import { isMethodOn, offeredMethods } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/session.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { isSameMailbox } from '../../stores/accounts/email-rules.ts';
import { invitationByKey, invitationsTo } from '../../stores/invitations/invitation-store.ts';
import { linkById, linkByKey } from '../../stores/invitations/link-store.ts';
import { signUpByKey } from '../../stores/joining/sign-up-store.ts';
import { openTerms } from './join.ts';

export interface Admission {
  readonly email: string;
  readonly terms: Terms;
  /** Who offers the terms; undefined: whoever wants to may join. */
  readonly inviterId: number | undefined;
  /** Who is told that the address joined. */
  readonly notifiedInviterId: number | undefined;
  /** Whether it is known that the person reads the address: a mailed link or a provider says so. */
  readonly isEmailConfirmed: boolean;
  /** The link that lets the person in, of which each account takes one use. */
  readonly link: InvitationLinkRow | undefined;
}

/** Whether anybody joins at all: by a password, or with a provider. */
export type JoiningBy = 'password' | 'provider';

/** What the organization itself offers, where it is open; only to a confirmed address. */
const uninvited = {
  terms: openTerms,
  inviterId: undefined,
  notifiedInviterId: undefined,
  isEmailConfirmed: true,
  link: undefined,
} as const;

/** What a link offers to each who comes by it. */
function byLink(link: InvitationLinkRow) {
  return { terms: termsOf(link), inviterId: link.inviter_id, notifiedInviterId: undefined, link };
}

/** A key, and how its holder would join. */
interface KeyUsed {
  readonly key: string;
  readonly by: JoiningBy;
}

/** The key of an invitation link. */
interface LinkKeyUsed extends KeyUsed {
  /** Whether the server can ask by mail if an address is the person's. */
  readonly sendsMail: boolean;
}

/** Whether accounts can be made in a way. */
function takesNewAccounts(organization: Organization, by: JoiningBy): boolean {
  if (organization.isDeactivated) return false;
  const { authentication_methods: methods } = organization.settings;
  return by === 'provider' || isMethodOn(methods, offeredMethods(organization), 'Email');
}

/** Whether anybody whose address is allowed may join without an invitation. */
export function isOpen(organization: Organization, by: JoiningBy = 'password'): boolean {
  return takesNewAccounts(organization, by) && !organization.settings.invite_required;
}

async function isBacked(reader: Reader, row: { inviter_id: number }, terms: Terms): Promise<boolean> {
  return stillMayInviteAs(await accountById(reader, row.inviter_id), terms.role);
}

/** The link with a key, where somebody can join through it now. */
export async function openLink(
  reader: Reader,
  organization: Organization,
  { key, by, sendsMail }: LinkKeyUsed,
  now: number,
): Promise<InvitationLinkRow | undefined> {
  const link = await linkByKey(reader, key);
  if (!link || link.is_revoked === 1 || !takesNewAccounts(organization, by)) return undefined;
  if (link.expires_at !== null && link.expires_at <= now) return undefined;
  if (link.uses >= maximumUses(link, { isEmailConfirmed: sendsMail || by === 'provider' })) return undefined;
  return (await isBacked(reader, link, termsOf(link))) ? link : undefined;
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
    return isOpen(organization, by) ? { ...uninvited, email } : undefined;
  }
  // A link that has expired since is still good for who came by it in time; a revoked one is not.
  const link = await linkById(reader, linkId);
  if (!link || link.is_revoked === 1) return undefined;
  if (!(await isBacked(reader, link, termsOf(link)))) return undefined;
  return { ...byLink(link), email, isEmailConfirmed: true };
}

/** What a link admits an address to that was only typed, on a server that cannot mail it; undefined: it admits nobody now. */
export async function unconfirmedAdmission(
  reader: Reader,
  organization: Organization,
  { email, linkKey }: TypedAddress,
  now: number,
): Promise<Admission | undefined> {
  const used = { key: linkKey, by: 'password', sendsMail: false } as const;
  const link = await openLink(reader, organization, used, now);
  return link && { ...byLink(link), email, isEmailConfirmed: false };
}

/** What a key admits to at a moment; undefined where it is unknown, used, too old or no longer backed. */
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
  const terms = termsOf(row);
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

/** An address, and by which link its person comes. */
export interface TypedAddress {
  readonly email: string;
  readonly linkKey: string;
}

/** With what somebody comes whose address a provider vouches for. */
export interface VouchedFor {
  readonly email: string;
  /** The key of the invitation link that they came by; empty: none. */
  readonly linkKey: string;
}

/**
 * What an address admits to that a provider vouches for: an invitation to it, the link that it came by, or the
 * organization's being open; undefined for nothing of that.
 */
export async function providerAdmission(
  reader: Reader,
  organization: Organization,
  { email, linkKey }: VouchedFor,
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
      : await openLink(reader, organization, { key: linkKey, by: 'provider', sendsMail: true }, now);
  if (link) return { ...byLink(link), email, isEmailConfirmed: true };
  return isOpen(organization, 'provider') ? { ...uninvited, email } : undefined;
}
