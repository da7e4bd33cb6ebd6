// The server's secret: made once, kept in the data directory and outside the database.

import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keyring } from '../model/accounts/credentials.ts';

const BYTES = 32;

/** Reads the secret, or makes it when the directory is new. */
export async function openKeyring(dataDirectory: string): Promise<Keyring> {
  const file = join(dataDirectory, 'secret');
  const present = await readFile(file, 'utf8').catch(() => undefined);
  if (present !== undefined) return { secret: Buffer.from(present.trim(), 'base64url') };
  const secret = randomBytes(BYTES);
  const handle = await open(file, 'wx', 0o600);
  await handle.writeFile(`${secret.toString('base64url')}\n`);
  await handle.sync();
  await handle.close();
  return { secret };
}
