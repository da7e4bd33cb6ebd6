// Reads the configuration of one SCIM client, a program that provisions accounts and groups.

import { createHash } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { ScimClient } from '../../model/sign-in/sign-in-configuration.ts';
import type { Section } from './section.ts';
import { domainsIn, idIn, rolesIn, secretIn } from './section-values.ts';

/** Reads one client. Only a hash of its token remains in memory. */
export async function readScimClient(section: Section, folder: string): Promise<ScimClient> {
  const token = await secretIn(section, folder, 'token');
  const member = section.has('token') ? 'token' : 'token_file';
  if (token.length < limits.scimTokenCharacters)
    throw section.error(
      member,
      `the token must have at least ${limits.scimTokenCharacters} random characters`,
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw section.error(
      member,
      'the token must consist of ASCII letters, digits and symbols, without spaces',
    );
  const client: ScimClient = {
    id: idIn(section),
    tokenHash: createHash('sha256').update(token).digest(),
    organizations: domainsIn(section, 'organizations'),
    roles: rolesIn(section.section('roles'), ['roles']),
  };
  section.end();
  return client;
}

/** Refuses duplicate ids and tokens. */
export function checkScimUnique(sections: readonly Section[], clients: readonly ScimClient[]): void {
  for (const [index, { id, tokenHash }] of clients.entries()) {
    const before = clients.slice(0, index);
    if (before.some((other) => other.id === id))
      throw sections[index]?.error('id', `two members of "scim" have the id "${id}"`);
    if (before.some((other) => other.tokenHash.equals(tokenHash)))
      throw sections[index]?.error(undefined, 'two members of "scim" have the same token');
  }
}
