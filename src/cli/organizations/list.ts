// `organization list`: lists the organizations of the database.

import { parseArgs } from 'node:util';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { allOrganizationRows } from '../../stores/organizations/organization-store.ts';
import { DATABASE_HELP, databaseFlags, databaseLocation, withExistingDatabase } from '../command-database.ts';
import { argumentError } from '../flag-values.ts';
import { table } from '../organization-command.ts';
import { printHelp } from '../print-help.ts';

const HELP = `Usage: npm run parley -- organization list [FLAGS]

Lists the organizations.
  --json               prints JSON for scripts
${DATABASE_HELP}`;

function parseArguments(args: readonly string[]) {
  try {
    const options = { ...databaseFlags, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw argumentError(error, 'organization list --help');
  }
}

/** Runs the command. @throws UsageError */
export async function listOrganizations(args: readonly string[]): Promise<void> {
  const values = parseArguments(args);
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const found = await withExistingDatabase(databaseLocation(values), async (database) => {
    const rows = await allOrganizationRows(database.reader(0));
    return Promise.all(
      rows.map(async ({ id, name, host, is_deactivated }) => {
        const accounts = await readAccounts(database.reader(id));
        const people = accounts.filter(({ isBot, isActive }) => isActive && !isBot).length;
        return { id, name, host, is_deactivated: is_deactivated === 1, people };
      }),
    );
  });
  const rows = found.map((organization) => [
    organization.id,
    organization.name,
    organization.host,
    organization.people,
    organization.is_deactivated ? 'deactivated' : 'active',
  ]);
  process.stdout.write(
    values.json
      ? `${JSON.stringify(found, undefined, 2)}\n`
      : table(['ID', 'NAME', 'HOST', 'PEOPLE', 'STATE'], rows),
  );
}
