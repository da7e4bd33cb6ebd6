// The server's secret as stored in a PostgreSQL database for its other servers. It is sealed with a key derived
// from the database password, so that a copy of the tables does not reveal it.

import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Keyring } from '../model/accounts/credentials.ts';
import { seal, unseal } from '../model/sealed.ts';

const SALT = 'parley deployment';
const BYTES = 32;
const derive = promisify<string, string, number, Buffer>(scrypt);

/** The most recently derived key, by password: a start needs it more than once. */
let derived: { readonly password: string; readonly key: Promise<Buffer> } | undefined;

/** The key shared by the servers of one database; undefined with the embedded engine. */
async function wrappingKey(databaseUrl: string | undefined): Promise<Keyring | undefined> {
  if (databaseUrl === undefined) return undefined;
  const password = decodeURIComponent(new URL(databaseUrl).password) || process.env.PGPASSWORD || '';
  if (derived?.password !== password) derived = { password, key: derive(password, SALT, BYTES) };
  return { secret: await derived.key };
}

/** Seals the secret for the database; undefined with the embedded engine. */
export async function sealForOtherServers(
  databaseUrl: string | undefined,
  { secret }: Keyring,
): Promise<string | undefined> {
  const key = await wrappingKey(databaseUrl);
  return key && seal(key, 'deployment', secret.toString('base64url'));
}

/** Unseals the secret that another server stored; undefined if it was sealed with another password. */
export async function unsealSharedSecret(
  databaseUrl: string | undefined,
  sealed: string,
): Promise<Keyring | undefined> {
  const key = await wrappingKey(databaseUrl);
  const secret = key && unseal(key, 'deployment', sealed);
  return secret === undefined ? undefined : { secret: Buffer.from(secret, 'base64url') };
}
