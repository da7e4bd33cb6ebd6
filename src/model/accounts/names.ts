// What a person may be called.

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from './account.ts';

const MIN_LENGTH = 2;
/** They would end a mention early, or mean something in Markdown. */
const FORBIDDEN = /[*`\\>"@]|\p{C}/u;

/** The name without white space around it; refuses one that mentions could not hold. */
export function checkedFullName(sent: string): string {
  const name = sent.trim();
  if (isLongerThan(name, limits.fullNameCodePoints)) throw badRequest('Name too long!');
  if (name.length < MIN_LENGTH) throw badRequest('Name too short!');
  if (FORBIDDEN.test(name)) throw badRequest('Invalid characters in name!');
  // `Zoe|7` is how mentions tell people of one name apart.
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!');
  return name;
}

/** Names that differ only in case or in how characters are composed are the same name. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Refuses a name that another person of the organization has, where names must differ. */
export function checkUniqueName(name: string, ownId: number | undefined, accounts: Iterable<Account>): void {
  const key = nameKey(name);
  for (const account of accounts) {
    if (account.id !== ownId && nameKey(account.fullName) === key) {
      throw badRequest('Unique names required in this organization.');
    }
  }
}
