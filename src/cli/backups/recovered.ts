// `database recovered`: prepares a database that was returned to an earlier state for servers.

import { deleteAllQueues } from '../../events/queue-store.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { printHelp } from '../print-help.ts';
import { parseBackupArguments } from './backup-arguments.ts';
import { claimDatabase } from './other-connections.ts';

const HELP = `Usage: npm run parley -- database recovered [FLAGS]

Run this after the database was returned to an earlier state by other programs than "restore", such as Litestream or
PostgreSQL's recovery, and before a server starts on it. Clients have seen events that no longer exist; later ones will have
the same numbers, and clients would miss them. The command ends all event queues, so that clients load everything again.

  --json               prints JSON for scripts
${DATABASE_HELP}`;

/** Runs the command. @throws UsageError */
export async function recoveredCommand(args: readonly string[]): Promise<void> {
  const { values } = parseBackupArguments('database recovered', args, [], {});
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const queues = await endQueues(databaseLocation(values));
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ended_queues: queues })}\n`
      : `Ended ${queues} event queues. Start the server, and run "check" to find files that are missing.\n`,
  );
}

async function endQueues(location: DatabaseLocation): Promise<number> {
  // Migrates the database first: the claim would prevent that.
  await withExistingDatabase(location, async () => undefined);
  const claim = await claimDatabase(location);
  try {
    return await withExistingDatabase(location, (database) =>
      database.write(0, (writer) => deleteAllQueues(writer)),
    );
  } finally {
    await claim?.release();
  }
}
