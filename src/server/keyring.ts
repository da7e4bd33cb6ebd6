// The server's secret: made once, kept in the data directory and outside the database.

import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../api-contract/error-detail.ts';
import { syncFolder } from '../files/sync-folder.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';

export const SECRET_BYTES = 32;

const fileIn = (dataDirectory: string) => join(dataDirectory, 'secret');
/** A new secret, until everything is sealed under it. */
const nextFileIn = (dataDirectory: string) => join(dataDirectory, 'secret.next');

/** Reads the secret, or makes it when the directory is new. Refuses one that is damaged. */
export async function openKeyring(dataDirectory: string): Promise<Keyring> {
  const file = fileIn(dataDirectory);
  return (await readSecret(file)) ?? (await writeSecret(file, randomBytes(SECRET_BYTES)));
}

/** The secret of a directory; undefined where it has none. Refuses one that is damaged. */
export function readKeyring(dataDirectory: string): Promise<Keyring | undefined> {
  return readSecret(fileIn(dataDirectory));
}

async function readSecret(file: string): Promise<Keyring | undefined> {
  let written: string;
  try {
    written = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const secret = Buffer.from(written.trim(), 'base64url');
  // Keys made under another secret would be worth nothing, and with an empty one anybody could make them.
  if (secret.length !== SECRET_BYTES)
    throw new UnusableDatabase(`The secret in ${file} is damaged: restore it from a backup.`);
  return { secret };
}

/** Keeps a secret that came from elsewhere in a directory that has none. */
export async function keepSecret(dataDirectory: string, { secret }: Keyring): Promise<void> {
  await writeSecret(fileIn(dataDirectory), secret);
}

/** The secret that a rotation was about to take; undefined where none was under way. */
export function readNextKeyring(dataDirectory: string): Promise<Keyring | undefined> {
  return readSecret(nextFileIn(dataDirectory));
}

/** Writes a secret beside the present one, durably. One that an earlier rotation left there is replaced. */
export async function writeNextSecret(dataDirectory: string, { secret }: Keyring): Promise<void> {
  await rm(nextFileIn(dataDirectory), { force: true });
  await writeSecret(nextFileIn(dataDirectory), secret);
  await syncFolder(dataDirectory);
}

/** Puts the secret beside in the place of the present one. */
export async function takeNextSecret(dataDirectory: string): Promise<void> {
  await rename(nextFileIn(dataDirectory), fileIn(dataDirectory));
  await syncFolder(dataDirectory);
}

/** Written whole under another name first: a crash, or two processes at once, never leave half a secret. */
async function writeSecret(file: string, secret: Buffer): Promise<Keyring> {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(fresh, `${secret.toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(fresh, file);
    return { secret };
  } catch (error) {
    const present = codeOf(error) === 'EEXIST' ? await readSecret(file) : undefined;
    if (!present) throw error;
    return present;
  } finally {
    await rm(fresh, { force: true });
  }
}
