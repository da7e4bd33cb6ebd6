// Who may invite whom, and who may manage whose invitations. (Reference behaviour.)

import { badRequest, ownerRequired } from '../../api-contract/error.ts';
import type { Account } from '../accounts/account.ts';
import { ageInDays } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';

type Actor = Pick<Account, 'id' | 'role'>;

function administratorNeeded() {
  return badRequest('Must be an organization administrator');
}

/** Refuses a role that the inviter may not hand out: owners by owners, what stands above members by administrators. */
export function checkMayInviteAs(actor: Pick<Account, 'role'>, role: Role): void {
  if (role === Role.owner && actor.role !== Role.owner) throw ownerRequired();
  if (role < Role.member && actor.role > Role.administrator) throw administratorNeeded();
}

/** Whether an invitation still counts: its inviter is here and may still hand out the role. */
export function stillMayInviteAs(
  inviter: Pick<Account, 'role' | 'isActive'> | undefined,
  role: Role,
): boolean {
  // Guests invite nobody: what they did before they became one counts no more.
  if (!inviter?.isActive || inviter.role === Role.guest) return false;
  if (role === Role.owner) return inviter.role === Role.owner;
  return role >= Role.member || inviter.role <= Role.administrator;
}

/** One's own, and for administrators all; but what makes owners is for owners. */
export function mayManage(
  actor: Actor,
  invitation: { readonly inviter_id: number; readonly role: number },
): boolean {
  if (invitation.inviter_id === actor.id) return true;
  return actor.role <= (invitation.role === Role.owner ? Role.owner : Role.administrator);
}

/** Refuses who may not manage an invitation. */
export function checkMayManage(
  actor: Actor,
  invitation: { readonly inviter_id: number; readonly role: number },
): void {
  if (mayManage(actor, invitation)) return;
  throw invitation.role === Role.owner ? ownerRequired() : administratorNeeded();
}

/** The welcome text is for administrators to choose. */
export function checkMayWelcome(actor: Actor, welcomeText: string | null): void {
  if (welcomeText !== null && actor.role > Role.administrator) throw administratorNeeded();
}

const MINIMUM_AGE_DAYS = 3;

/**
 * Whether somebody is too new to invite: where anybody can join, an account made for nothing else could send mail
 * to everybody in the organization's name.
 */
export function isTooNewToInvite(
  actor: Pick<Account, 'role' | 'dateJoined'>,
  { settings }: Pick<Organization, 'settings'>,
  now: number,
): boolean {
  if (settings.invite_required || settings.emails_restricted_to_domains) return false;
  return actor.role > Role.administrator && ageInDays(actor, now) < MINIMUM_AGE_DAYS;
}
