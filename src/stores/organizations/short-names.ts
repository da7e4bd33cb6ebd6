// The short name of an organization, which is part of hosts: its format, and which names are free.

import type { Reader } from '../../storage/reader-writer.ts';
import { isShortNameTaken } from './organization-store.ts';

const MIN_LENGTH = 3;

/** Names that services commonly use for their own hosts. */
const reserved: ReadonlySet<string> = new Set(
  'about abuse account admin api app apps auth billing blog chat dev docs download email files help info mail media news parley root secure server signup staging static status support test users webmaster www'.split(
    ' ',
  ),
);

/** Why a name cannot be used; undefined if it can. The checks are in the reference server's order. */
export async function shortNameError(reader: Reader, name: string): Promise<string | undefined> {
  if (name.startsWith('-') || name.endsWith('-')) return "Subdomain cannot start or end with a '-'.";
  if (!/^[a-z0-9-]*$/.test(name)) return "Subdomain can only have lowercase letters, numbers, and '-'s.";
  if (name.length < MIN_LENGTH) return 'Subdomain needs to have length 3 or greater.';
  const isTaken = await isShortNameTaken(reader, name);
  if (isTaken) return 'Subdomain already in use. Please choose a different one.';
  return reserved.has(name) ? 'Subdomain reserved. Please choose a different one.' : undefined;
}
