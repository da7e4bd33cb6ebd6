// Who may change, deactivate and bring back accounts.

import {
  administratorRequired,
  badRequest,
  insufficientPermission,
  ownerRequired,
} from '../../api-contract/error.ts';
import type { Account } from './account.ts';
import { Role } from './roles.ts';

type Actor = Pick<Account, 'id' | 'role'>;
type Target = Pick<Account, 'id' | 'role' | 'isBot' | 'botOwnerId'>;

/** Administrators, and for a bot its owner. @throws `Insufficient permission` */
export function checkMayAdminister(actor: Actor, target: Target): void {
  const isOwner = target.isBot && target.botOwnerId === actor.id;
  if (actor.role > Role.administrator && !isOwner) throw insufficientPermission();
}

/**
 * The owner role is given and taken by owners, other roles by administrators; somebody must stay owner.
 * `otherOwners` counts active people besides the target who have the role.
 */
export function checkRoleChange(actor: Actor, target: Target, role: Role, otherOwners: number): void {
  if (role === Role.owner || target.role === Role.owner) {
    if (actor.role !== Role.owner) throw ownerRequired();
    if (target.role === Role.owner && otherOwners === 0) {
      throw badRequest('The owner permission cannot be removed from the only organization owner.');
    }
  } else if (actor.role > Role.administrator) {
    throw administratorRequired();
  }
  // Specification E8: a guest becomes a member first.
  if (target.role === Role.guest && role <= Role.administrator) {
    throw badRequest('Guests cannot be organization administrators');
  }
}

/** Owners are deactivated by owners, and the only one by nobody. */
export function checkDeactivation(actor: Actor, target: Target, otherOwners: number): void {
  checkMayAdminister(actor, target);
  if (target.role !== Role.owner) return;
  // Whoever asks: specification E12 names no other refusal for the only owner.
  if (!target.isBot && otherOwners === 0) throw badRequest('Cannot deactivate the only organization owner');
  if (actor.role !== Role.owner) throw ownerRequired();
}

/**
 * Administrators who have a second factor lose their role by owners or themselves: of those below them other administrators
 * may remove it (`checkMayRemoveSecondFactor`).
 */
export function checkMayDemoteProtected(actor: Actor, target: Target, role: Role): void {
  const isDemoted = target.role === Role.administrator && role > Role.administrator;
  if (isDemoted && actor.role !== Role.owner && actor.id !== target.id) throw ownerRequired();
}

/**
 * Owners for everybody else, administrators for those below them: with the factor gone a password is enough to act for an
 * account. One's own is ended with a code, or by whoever runs the server.
 */
export function checkMayRemoveSecondFactor(actor: Actor, target: Target): void {
  if (actor.id === target.id) throw badRequest('Switch your own two-factor log-in off in your settings.');
  if (target.isBot) throw badRequest('Programs have no two-factor log-in.');
  checkMayAdminister(actor, target);
  if (actor.role !== Role.owner && target.role <= Role.administrator) throw ownerRequired();
}
