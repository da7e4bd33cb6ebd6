// Reads and writes the server's secret, which is created once and stored in the data directory, outside the database.

import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/error-detail.ts';
import { syncFolder } from '../files/sync-folder.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';

export const SECRET_BYTES = 32;

const fileIn = (dataDirectory: string) => join(dataDirectory, 'secret');
/** The new secret of a rotation, until everything has been sealed with it. */
const nextFileIn = (dataDirectory: string) => join(dataDirectory, 'secret.next');

/**
 * Reads the secret, or creates it if the directory has none.
 * @throws UnusableDatabaseError if the file is damaged
 */
export async function openKeyring(dataDirectory: string): Promise<Keyring> {
  const file = fileIn(dataDirectory);
  return (await readSecret(file)) ?? (await writeSecret(file, randomBytes(SECRET_BYTES)));
}

/**
 * Reads the secret of a directory; undefined if it has none.
 * @throws UnusableDatabaseError if the file is damaged
 */
export function readKeyring(dataDirectory: string): Promise<Keyring | undefined> {
  return readSecret(fileIn(dataDirectory));
}

async function readSecret(file: string): Promise<Keyring | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const secret = Buffer.from(text.trim(), 'base64url');
  // Keys made with another secret would be worthless, and with an empty secret anyone could make keys.
  if (secret.length !== SECRET_BYTES)
    throw new UnusableDatabaseError(`The secret in ${file} is damaged. Restore it from a backup.`);
  return { secret };
}

/** Stores a secret from elsewhere in a directory that has none. */
export async function storeSecret(dataDirectory: string, { secret }: Keyring): Promise<void> {
  await writeSecret(fileIn(dataDirectory), secret);
}

/** The secret that an unfinished rotation would have switched to; undefined if there was none. */
export function readNextKeyring(dataDirectory: string): Promise<Keyring | undefined> {
  return readSecret(nextFileIn(dataDirectory));
}

/** Durably writes the next secret next to the current one, replacing one left by an earlier rotation. */
export async function writeNextSecret(dataDirectory: string, { secret }: Keyring): Promise<void> {
  await rm(nextFileIn(dataDirectory), { force: true });
  await writeSecret(nextFileIn(dataDirectory), secret);
  await syncFolder(dataDirectory);
}

/** Replaces the current secret with the next one. */
export async function promoteNextSecret(dataDirectory: string): Promise<void> {
  await rename(nextFileIn(dataDirectory), fileIn(dataDirectory));
  await syncFolder(dataDirectory);
}

/**
 * Writes the file under a temporary name and links it, so that neither a crash nor a concurrent process
 * leaves a partial secret. Returns the secret that is in place, which may be one that another process wrote.
 */
async function writeSecret(file: string, secret: Buffer): Promise<Keyring> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, `${secret.toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(temporary, file);
    return { secret };
  } catch (error) {
    const existing = codeOf(error) === 'EEXIST' ? await readSecret(file) : undefined;
    if (!existing) throw error;
    return existing;
  } finally {
    await rm(temporary, { force: true });
  }
}
