// Rules for the names of accounts.

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from './account.ts';

const MIN_LENGTH = 2;
/** Characters that would end a mention early or have a meaning in Markdown. */
const FORBIDDEN = /[*`\\>"@]|\p{C}/u;

/** Trims a name and checks that mentions can contain it. */
export function checkedFullName(text: string): string {
  const name = text.trim();
  const maximum = limits.fullNameCodePoints;
  if (isLongerThan(name, maximum))
    throw badRequest('Name too long!').onPages({ code: 'NAME_TOO_LONG', maximum });
  if (name.length < MIN_LENGTH)
    throw badRequest('Name too short!').onPages({ code: 'NAME_TOO_SHORT', minimum: MIN_LENGTH });
  if (FORBIDDEN.test(name)) throw badRequest('Invalid characters in name!').onPages({ code: 'NAME_INVALID' });
  // Mentions use `Zoe|7` to tell people with the same name apart.
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!').onPages({ code: 'NAME_INVALID' });
  return name;
}

/** Equal for names that differ only in case or in how characters are composed. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Refuses a name that another account has, in organizations that require unique names. */
export function checkUniqueName(name: string, ownId: number | undefined, accounts: Iterable<Account>): void {
  const key = nameKey(name);
  for (const account of accounts) {
    if (account.id !== ownId && nameKey(account.fullName) === key) {
      throw badRequest('Unique names required in this organization.').onPages({ code: 'NAME_TAKEN' });
    }
  }
}
