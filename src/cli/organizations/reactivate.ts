// `organization reactivate`: opens an organization again that its owner closed.

import { reactivateOrganization } from '../../actions/organizations/reactivate.ts';
import {
  organizationAt,
  PLACE_HELP,
  parsedCommand,
  placeOf,
  withPresentDatabase,
} from '../command-database.ts';
import { UsageError } from '../usage.ts';

const HELP = `Usage: npm run parley -- organization reactivate [--host H]
  opens an organization again that an owner deactivated; everything is as it was
  --host H             the organization's host (default: the only organization)
${PLACE_HELP}`;

/** Runs the command; refuses in one sentence. */
export async function reactivateOrganizationCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parsedCommand(args, 'organization reactivate --help');
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (positionals.length > 0) throw new UsageError('organization reactivate takes flags alone.', 2);
  const wasClosed = await withPresentDatabase(placeOf(values), async (database) =>
    database.write(await organizationAt(database, values.host), reactivateOrganization),
  );
  process.stdout.write(wasClosed ? 'The organization is open again.\n' : 'The organization is not closed.\n');
}
