// The secret that a server works with: the one its database's keys were made under, or none at all. A server with
// another secret would refuse every key and say nothing of the reason.

import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Keyring } from '../model/accounts/credentials.ts';
import { beginDeployment, deploymentRow, withdrawSharedSecret } from '../model/deployment/store.ts';
import { allOrganizationRows } from '../model/organizations/store.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';
import { openKeyring, readKeyring } from './keyring.ts';

/** Says nothing about the secret, which has 256 random bits. */
const markOf = ({ secret }: Keyring): string =>
  createHmac('sha256', secret).update('deployment').digest('base64url');

export type DeploymentKind = 'demo' | 'real';

/**
 * The secret of a database. The first server makes it, in its data directory. Others bring the same file; those of a
 * demo need not, theirs is also in the database. `UnusableDatabase` when the directory holds another secret or none.
 */
export async function openDeploymentKeyring(
  database: ParleyDatabase,
  dataDirectory: string,
  kind: DeploymentKind,
): Promise<Keyring> {
  if (!(await deploymentRow(database.reader(0)))) {
    const made = await openKeyring(dataDirectory);
    const isNewDemo = kind === 'demo' && (await allOrganizationRows(database.reader(0))).length === 0;
    const shared = isNewDemo ? made.secret.toString('base64url') : null;
    await database.write(0, (writer) => beginDeployment(writer, markOf(made), shared));
  }
  const row = await deploymentRow(database.reader(0));
  const own = await readKeyring(dataDirectory);
  if (row && own && markOf(own) === row.secret_mark) {
    if (kind === 'real' && row.shared_secret) await database.write(0, withdrawSharedSecret);
    return own;
  }
  if (kind === 'demo' && row?.shared_secret) return { secret: Buffer.from(row.shared_secret, 'base64url') };
  const file = join(dataDirectory, 'secret');
  throw new UnusableDatabase(
    own
      ? `The secret in ${file} is not the one that this database is used with: put the file "secret" of the first server's data directory in its place.`
      : `The file ${file} is missing: bring it from the data directory of the server that uses this database already, or from a backup.`,
  );
}
