// Who may change, deactivate and bring back accounts.

import {
  administratorRequired,
  badRequest,
  insufficientPermission,
  ownerRequired,
} from '../../contract/error.ts';
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
