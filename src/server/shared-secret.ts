// The server's secret as it waits in a PostgreSQL database for further servers: sealed under a key made of the
// password that opens the database. Whoever has only a copy of the tables has no secret.

import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Keyring } from '../model/accounts/credentials.ts';
import { seal, unseal } from '../model/sealed.ts';

const SALT = 'parley deployment';
const BYTES = 32;
const derive = promisify<string, string, number, Buffer>(scrypt);

/** The key that the servers of one database share; undefined with the embedded engine. */
async function wrappingKey(databaseUrl: string | undefined): Promise<Keyring | undefined> {
  if (databaseUrl === undefined) return undefined;
  const inAddress = decodeURIComponent(new URL(databaseUrl).password);
  return { secret: await derive(inAddress || process.env.PGPASSWORD || '', SALT, BYTES) };
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
