// The secret that a server works with: the one its database's keys were made under, or none at all. A server with
// another secret would refuse every key and say nothing of the reason.

import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';
import { beginDeployment, deploymentRow, keepSharedSecret } from '../stores/deployment/deployment-store.ts';
import {
  keepSecret,
  openKeyring,
  readKeyring,
  readNextKeyring,
  takeNextSecret,
  writeNextSecret,
} from './keyring.ts';
import { sealedForOthers, sharedSecret } from './shared-secret.ts';

/** The mark of a secret in the database. It says nothing about the secret, which has 256 random bits. */
export const secretMark = ({ secret }: Keyring): string =>
  createHmac('sha256', secret).update('deployment').digest('base64url');

export interface DeploymentPlace {
  readonly dataDirectory: string;
  /** Undefined: the embedded engine, whose one server shares its secret with nobody. */
  readonly databaseUrl: string | undefined;
}

/** The secret of the directory, after a rotation that a crash may have stopped just before the file took its place. */
async function settledSecret(dataDirectory: string, mark: string | undefined): Promise<Keyring | undefined> {
  const own = await readKeyring(dataDirectory);
  if (own && secretMark(own) === mark) return own;
  const next = await readNextKeyring(dataDirectory);
  if (!next || secretMark(next) !== mark) return own;
  await takeNextSecret(dataDirectory);
  return next;
}

async function replaceSecret(dataDirectory: string, secret: Keyring): Promise<void> {
  await writeNextSecret(dataDirectory, secret);
  await takeNextSecret(dataDirectory);
}

/**
 * The secret of a database. The first server makes it, in its data directory, and leaves it in the database for the
 * others, sealed under the password that the database is opened with. `UnusableDatabase` when the directory holds
 * another secret, or none and the one in the database cannot be opened.
 */
export async function openDeploymentKeyring(
  database: ParleyDatabase,
  { dataDirectory, databaseUrl }: DeploymentPlace,
): Promise<Keyring> {
  if (!(await deploymentRow(database.reader(0)))) {
    const made = await openKeyring(dataDirectory);
    const sealed = (await sealedForOthers(databaseUrl, made)) ?? null;
    await database.write(0, (writer) => beginDeployment(writer, secretMark(made), sealed));
  }
  const row = await deploymentRow(database.reader(0));
  const own = await settledSecret(dataDirectory, row?.secret_mark);
  const shared = row?.shared_secret ? await sharedSecret(databaseUrl, row.shared_secret) : undefined;
  if (own && secretMark(own) === row?.secret_mark) {
    // Also after the database's password was changed.
    const sealed = shared ? undefined : await sealedForOthers(databaseUrl, own);
    if (sealed) await database.write(0, (writer) => keepSharedSecret(writer, sealed));
    return own;
  }
  if (shared && secretMark(shared) === row?.secret_mark) {
    // One that it had before was rotated at another server.
    if (own) await replaceSecret(dataDirectory, shared);
    else await keepSecret(dataDirectory, shared);
    return shared;
  }
  const file = join(dataDirectory, 'secret');
  throw new UnusableDatabase(
    own
      ? `The secret in ${file} is not the one that this database is used with: put the file "secret" of the first server's data directory in its place.`
      : `The file ${file} is missing: bring it from the data directory of the server that uses this database already, or from a backup.`,
  );
}
