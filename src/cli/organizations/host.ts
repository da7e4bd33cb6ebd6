// `organization host`: shows or changes an organization's host.

import { changeHost } from '../../actions/organizations/change-host.ts';
import { allHostAliases, deleteHostAliases } from '../../stores/organizations/host-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { organizationCommand } from '../organization-command.ts';
import { UsageError } from '../usage.ts';

export const organizationHostCommand = organizationCommand({
  name: 'organization host',
  parameters: ['[NEW]'],
  help: `Prints the host of an organization, or changes it to NEW. Choose the organization with --host, by its current host.
  --keep-former        keeps the former host as well: it redirects browsers, and apps with an API key keep working
  --forget-former      removes all former hosts
`,
  flags: { 'keep-former': { type: 'boolean' }, 'forget-former': { type: 'boolean' } },
  async run({ positionals: [typedHost], flags, reader, write, organizationId }) {
    const newHost = typedHost?.toLowerCase();
    const forgets = flags['forget-former'] === true;
    const keepsFormer = flags['keep-former'] === true;
    if (keepsFormer && forgets)
      throw new UsageError('Use either --keep-former or --forget-former, not both.', 2);
    if (keepsFormer && newHost === undefined) throw new UsageError('--keep-former needs a new host.', 2);
    if (newHost !== undefined || forgets)
      await write(async (writer) => {
        if (newHost !== undefined) await changeHost(writer, newHost, keepsFormer);
        if (forgets) await deleteHostAliases(writer);
      });
    const { host } = await readOrganization(reader);
    const former = (await allHostAliases(reader))
      .filter((alias) => alias.organizationId === organizationId)
      .map((alias) => alias.host);
    const lines = [host || '(any host)', ...former.map((host) => `${host} (former)`)];
    return { text: lines.map((line) => `${line}\n`).join(''), json: { host, former_hosts: former } };
  },
});
