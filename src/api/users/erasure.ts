// Erases a person within a unit of work. Active people are deactivated first, with their bots.

import { beginErasure, type ErasureChoice } from '../../actions/erasure/begin.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { botIdsOf } from '../../stores/erasure/identifier-store.ts';
import { deactivateWithBots } from './deactivation.ts';

/**
 * Begins the erasure; a job does the rest.
 * @throws for bots, for the only owner, and for people who were erased before
 */
export async function erasePerson(
  { writer, organization, keyring }: UnitContext & WithKeyring,
  person: Account,
  choice: ErasureChoice,
): Promise<void> {
  if (person.isBot) throw badRequest('Only people can be erased. Deactivate the bot, or erase its owner.');
  if (person.isDeleted) throw badRequest('The account was already erased.');
  const isOwner = person.isActive && person.role === Role.owner;
  if (isOwner && (await countOtherOwners(writer, person.id)) === 0)
    throw badRequest('The only owner cannot be erased. Make someone else an owner first.');
  if (person.isActive) await deactivateWithBots(writer, organization, person);
  const bots = await readAccounts(writer, await botIdsOf(writer, person.id));
  for (const bot of bots) if (bot.isActive) await deactivateWithBots(writer, organization, bot);
  const now = (await accountById(writer, person.id)) ?? person;
  await beginErasure({ writer, organization, keyring }, [now, ...bots], choice);
}
