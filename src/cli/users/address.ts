// The server's address, for commands that print or mail links.

import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { webAddressIn } from '../flag-values.ts';
import { type AtWork, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';

/** The flag, as `parseArgs` wants it. */
export const addressFlag = { url: { type: 'string' } } as const;

/** What the help of a command says of it. */
export const ADDRESS_HELP = `  --url U              the server's address, with which the link begins (PARLEY_URL)
`;

/** The organization's address, without a slash at its end; where none is needed and none is known, the one that is assumed. */
export async function addressOf(at: AtWork, isNeeded: boolean): Promise<string> {
  const given = textFlag(at, 'url') ?? process.env.PARLEY_URL;
  if (!given && isNeeded)
    throw new UsageError("Name the server's address with --url: the link begins with it.", 2);
  const { host } = await readOrganization(at.reader);
  return assumedUrl(given ? webAddressIn('--url', given) : undefined, host);
}
