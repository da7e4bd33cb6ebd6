// `organization create`: creates an organization and prints its owner's API key.

import { parseArgs } from 'node:util';
import { foundOrganization } from '../../actions/organizations/found.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { openDeploymentKeyring } from '../../server/deployment-keyring.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { DATABASE_HELP, databaseFlags, databaseLocation, withDatabase } from '../command-database.ts';
import { argumentError, firstLineOf } from '../flag-values.ts';
import { printHelp } from '../print-help.ts';
import { UsageError } from '../usage.ts';

const HELP = `Usage: npm run parley -- organization create --name NAME --owner-email E --owner-name N --password-file F

Creates an organization and prints its owner's API key.
  --name NAME          the organization's name
  --owner-email E      the owner's email address
  --owner-name N       the owner's name
  --password-file F    a file whose first line is the owner's password
  --host H             the organization's host (default: any host; required if there is another organization)
  --json               prints JSON for scripts
${DATABASE_HELP}`;

function options(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        name: text,
        'owner-email': text,
        'owner-name': text,
        'password-file': text,
        host: text,
        ...databaseFlags,
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw argumentError(error, 'organization create --help');
  }
}

/** Runs the command. @throws UsageError */
export async function createOrganizationCommand(args: readonly string[]): Promise<void> {
  const flags = options(args);
  if (flags.help) {
    printHelp(HELP);
    return;
  }
  const requiredFlag = (name: 'name' | 'owner-email' | 'owner-name' | 'password-file'): string => {
    const value = flags[name];
    if (!value) throw new UsageError(`--${name} is missing.\n${HELP}`, 2);
    return value;
  };
  const founding = {
    name: requiredFlag('name'),
    ownerEmail: requiredFlag('owner-email'),
    ownerName: requiredFlag('owner-name'),
    password: await firstLineOf(requiredFlag('password-file')),
    host: flags.host ?? '',
  };
  const location = databaseLocation(flags);
  await withDatabase(location, async (database) => {
    const { dataDirectory, url: databaseUrl } = location;
    const keyring = await openDeploymentKeyring(database, { dataDirectory, databaseUrl });
    const { organizationId, ownerId } = await foundOrganization(database, keyring, founding);
    const owner = await accountRowById(database.reader(organizationId), ownerId);
    const apiKey = unsealApiKey(keyring, owner?.api_key_sealed ?? '');
    const json = { id: organizationId, host: founding.host, owner_id: ownerId, api_key: apiKey };
    process.stdout.write(flags.json ? `${JSON.stringify(json, undefined, 2)}\n` : `${apiKey}\n`);
  });
}
