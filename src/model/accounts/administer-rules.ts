// Who may change, deactivate and reactivate accounts.

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

/** Refuses everyone but administrators and, for a bot, its owner. @throws `Insufficient permission` */
export function checkMayAdminister(actor: Actor, target: Target): void {
  const isOwner = target.isBot && target.botOwnerId === actor.id;
  if (actor.role > Role.administrator && !isOwner) throw insufficientPermission();
}

/**
 * Only owners give and take the owner role; administrators change other roles. At least one owner must remain.
 * @param otherOwners the number of active people with the role, not counting the target
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
  // Specification E8: a guest must become a member first.
  if (target.role === Role.guest && role <= Role.administrator) {
    throw badRequest('Guests cannot be organization administrators');
  }
}

/** Only owners deactivate owners, and the last owner cannot be deactivated. */
export function checkDeactivation(actor: Actor, target: Target, otherOwners: number): void {
  checkMayAdminister(actor, target);
  if (target.role !== Role.owner) return;
  // Checked before the actor's role: specification E12 names no other error for the only owner.
  if (!target.isBot && otherOwners === 0) throw badRequest('Cannot deactivate the only organization owner');
  if (actor.role !== Role.owner) throw ownerRequired();
}

/**
 * An administrator with a second factor is demoted only by an owner or by themselves. Otherwise other
 * administrators could demote them and then remove the factor (`checkMayRemoveSecondFactor`).
 */
export function checkMayDemoteProtected(actor: Actor, target: Target, role: Role): void {
  const isDemoted = target.role === Role.administrator && role > Role.administrator;
  if (isDemoted && actor.role !== Role.owner && actor.id !== target.id) throw ownerRequired();
}

/**
 * Owners remove the factor of anyone else, administrators that of accounts below them: without it a password is
 * enough to take over the account. To remove their own, people enter a code, or ask the operator of the server.
 */
export function checkMayRemoveSecondFactor(actor: Actor, target: Target): void {
  if (actor.id === target.id)
    throw badRequest('Turn off your own two-factor authentication in your settings.');
  if (target.isBot) throw badRequest('Bots do not have two-factor authentication.');
  checkMayAdminister(actor, target);
  if (actor.role !== Role.owner && target.role <= Role.administrator) throw ownerRequired();
}
