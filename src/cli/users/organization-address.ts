// The server's address, for commands that print or mail links.

import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { webAddressIn } from '../flag-values.ts';
import { type CommandContext, textFlag } from '../organization-command.ts';
import { UsageError } from '../usage.ts';

/** The flag in the form of `parseArgs`. */
export const addressFlag = { url: { type: 'string' } } as const;

/** The help text for the flag. */
export const ADDRESS_HELP = `  --url U              the server's address, for the link (PARLEY_URL)
`;

/** The organization's address without a trailing slash; assumed from its host if it is unknown and not needed. */
export async function organizationAddress(context: CommandContext, isNeeded: boolean): Promise<string> {
  const url = textFlag(context, 'url') ?? process.env.PARLEY_URL;
  if (!url && isNeeded)
    throw new UsageError("--url is missing. Set it to the server's address, for the link.", 2);
  const { host } = await readOrganization(context.reader);
  return assumedUrl(url ? webAddressIn('--url', url) : undefined, host);
}
