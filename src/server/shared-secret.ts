// The server's secret as it waits in a PostgreSQL database for further servers: sealed under a key made of the
// password that opens the database. Whoever has only a copy of the tables has no secret.

import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Keyring } from '../model/accounts/credentials.ts';
import { seal, unseal } from '../model/sealed.ts';

const SALT = 'parley deployment';
const BYTES = 32;
const derive = promisify<string, string, number, Buffer>(scrypt);

/** The key that was made last, by its password: a start asks for it more than once. */
let made: { readonly password: string; readonly key: Promise<Buffer> } | undefined;

/** The key that the servers of one database share; undefined with the embedded engine. */
async function wrappingKey(databaseUrl: string | undefined): Promise<Keyring | undefined> {
  if (databaseUrl === undefined) return undefined;
  const password = decodeURIComponent(new URL(databaseUrl).password) || process.env.PGPASSWORD || '';
  if (made?.password !== password) made = { password, key: derive(password, SALT, BYTES) };
  return { secret: await made.key };
}

/** The secret for the database; undefined with the embedded engine. */
export async function sealedForOthers(
  databaseUrl: string | undefined,
  { secret }: Keyring,
): Promise<string | undefined> {
  const key = await wrappingKey(databaseUrl);
  return key && seal(key, 'deployment', secret.toString('base64url'));
}

/** The secret that another server left; undefined where it was sealed under another password. */
export async function sharedSecret(
  databaseUrl: string | undefined,
  sealed: string,
): Promise<Keyring | undefined> {
  const key = await wrappingKey(databaseUrl);
  const secret = key && unseal(key, 'deployment', sealed);
  return secret === undefined ? undefined : { secret: Buffer.from(secret, 'base64url') };
}
