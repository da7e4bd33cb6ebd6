// `user grant` and `user revoke`: permissions that no operation of the API gives.

import { changeGrants, type Grant, grantOf, grants } from '../../actions/accounts/grants.ts';
import { accountByEmail } from '../../stores/accounts/store.ts';
import {
  organizationAt,
  PLACE_HELP,
  parsedCommand,
  placeOf,
  withPresentDatabase,
} from '../command-database.ts';
import { UsageError } from '../usage.ts';

const HELP = `Usage: npm run parley -- user grant EMAIL PERMISSION...    lets an account do more than its role does
       npm run parley -- user revoke EMAIL PERMISSION...   takes that back

${Object.entries(grants)
  .map(([name, meaning]) => `  ${name.padEnd(24)} ${meaning}`)
  .join('\n')}

  --host H             the organization's host (default: the only organization)
${PLACE_HELP}
A server that runs takes it in within seconds.
`;

/** Runs the command; refuses in one sentence. */
export async function userCommand(change: 'grant' | 'revoke', args: readonly string[]): Promise<void> {
  const { values, positionals } = parsedCommand(args, `user ${change} --help`);
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const [email, ...words] = positionals;
  if (email === undefined || words.length === 0) {
    throw new UsageError(`Usage: user ${change} EMAIL PERMISSION...; see user ${change} --help.`, 2);
  }
  const names = words.map(grantNamed);
  await withPresentDatabase(placeOf(values), async (database) => {
    const organizationId = await organizationAt(database, values.host);
    await database.write(organizationId, async (writer) => {
      const account = await accountByEmail(writer, email);
      if (!account) throw new UsageError(`There is no account with the address ${email}.`);
      await changeGrants(writer, account.id, names, change);
    });
  });
  process.stdout.write(`${email} ${change === 'grant' ? 'has' : 'no longer has'} ${names.join(', ')}\n`);
}

function grantNamed(word: string): Grant {
  const grant = grantOf(word);
  if (grant) return grant;
  const known = Object.keys(grants).join(', ');
  throw new UsageError(`There is no permission "${word}". There are: ${known}.`, 2);
}
