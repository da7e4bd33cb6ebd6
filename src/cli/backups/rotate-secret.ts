// `secret rotate`: replaces the server's secret, while no server runs.

import { rotateSecret } from '../../server/rotate-secret.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { printHelp } from '../print-help.ts';
import { withProgress } from '../progress.ts';
import { parseBackupArguments } from './backup-arguments.ts';
import { claimDatabase } from './other-connections.ts';

const HELP = `Usage: npm run parley -- secret rotate [FLAGS]

Replaces the server's secret and encrypts API keys, second factors, tokens and other sealed data again with the new one.
Stop all servers first. Browser sessions, recovery codes, existing links to files and replies to earlier emails stop
working: see docs/guide/rotating-the-secret.md. If the command is interrupted, both secrets keep working, and you can
run it again.

  --json               prints JSON for scripts
${DATABASE_HELP}`;

/** Runs the command. @throws UsageError */
export async function rotateSecretCommand(args: readonly string[]): Promise<void> {
  const { values } = parseBackupArguments('secret rotate', args, [], {});
  if (values.help) {
    printHelp(HELP);
    return;
  }
  await withProgress(() => rotate(databaseLocation(values)));
  process.stdout.write(
    values.json
      ? '{ "is_rotated": true }\n'
      : 'The secret is replaced. Make a new backup: older ones contain the previous secret.\n',
  );
}

async function rotate(location: DatabaseLocation): Promise<void> {
  // Migrates the database first: the claim would prevent that.
  await withExistingDatabase(location, async () => undefined);
  const claim = await claimDatabase(location);
  try {
    await withExistingDatabase(location, (database) =>
      rotateSecret(database, { dataDirectory: location.dataDirectory, databaseUrl: location.url }),
    );
  } finally {
    await claim?.release();
  }
}
