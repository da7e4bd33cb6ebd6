// Who may invite whom, and who may manage which invitations. (As in the reference server.)

import { badRequest, ownerRequired } from '../../api-contract/error.ts';
import type { Account } from '../accounts/account.ts';
import { ageInDays } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { Organization } from '../organizations/organization.ts';

type Actor = Pick<Account, 'id' | 'role'>;

function mustBeAdministrator() {
  return badRequest('Must be an organization administrator');
}

/**
 * Refuses a role that the inviter may not give: only owners invite owners, and only administrators invite roles
 * above member.
 */
export function checkMayInviteAs(actor: Pick<Account, 'role'>, role: Role): void {
  if (role === Role.owner && actor.role !== Role.owner) throw ownerRequired();
  if (role < Role.member && actor.role > Role.administrator) throw mustBeAdministrator();
}

/** Whether an invitation is still valid: its inviter is active and may still give the role. */
export function isStillAllowedToInviteAs(
  inviter: Pick<Account, 'role' | 'isActive'> | undefined,
  role: Role,
): boolean {
  // Guests cannot invite; invitations from before their demotion are no longer valid.
  if (!inviter?.isActive || inviter.role === Role.guest) return false;
  if (role === Role.owner) return inviter.role === Role.owner;
  return role >= Role.member || inviter.role <= Role.administrator;
}

/**
 * People manage their own invitations, administrators all of them, except that only owners manage invitations
 * of owners.
 */
export function mayManageInvitation(
  actor: Actor,
  invitation: { readonly inviter_id: number; readonly role: number },
): boolean {
  if (invitation.inviter_id === actor.id) return true;
  return actor.role <= (invitation.role === Role.owner ? Role.owner : Role.administrator);
}

/** Refuses an account that may not manage an invitation. */
export function checkMayManageInvitation(
  actor: Actor,
  invitation: { readonly inviter_id: number; readonly role: number },
): void {
  if (mayManageInvitation(actor, invitation)) return;
  throw invitation.role === Role.owner ? ownerRequired() : mustBeAdministrator();
}

/** Only administrators may set a welcome text. */
export function checkMaySetWelcomeText(actor: Actor, welcomeText: string | null): void {
  if (welcomeText !== null && actor.role > Role.administrator) throw mustBeAdministrator();
}

const MINIMUM_AGE_DAYS = 3;

/**
 * Whether an account is too new to invite. Otherwise, in an organization that anyone can join, an account
 * created for spam could send mail to anyone in the organization's name.
 */
export function isTooNewToInvite(
  actor: Pick<Account, 'role' | 'dateJoined'>,
  { settings }: Pick<Organization, 'settings'>,
  now: number,
): boolean {
  if (settings.invite_required || settings.emails_restricted_to_domains) return false;
  return actor.role > Role.administrator && ageInDays(actor, now) < MINIMUM_AGE_DAYS;
}
