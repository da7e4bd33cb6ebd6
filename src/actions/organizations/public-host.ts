// The host of the server's public address, noted for organizations that have no host of their own: units of work and
// memory alike make addresses of bots and stand-ins with it, at whichever server.

import type { ParleyDatabase } from '../../storage/database.ts';
import { allOrganizationRows, updateOrganization } from '../../stores/organizations/organization-store.ts';

/** The host of an address, without its port; empty where there is no address. */
function hostIn(url: string | undefined): string {
  return url === undefined ? '' : new URL(url).hostname.toLowerCase();
}

/** Notes it where it is another than before. A server that was told no public address changes nothing. */
export async function keepPublicHost(database: ParleyDatabase, publicUrl: string | undefined): Promise<void> {
  const host = hostIn(publicUrl);
  if (host === '') return;
  const rows = await allOrganizationRows(database.reader(0));
  for (const row of rows.filter((one) => one.host === '' && one.public_host !== host)) {
    await database.write(row.id, async (writer) => {
      await updateOrganization(writer, { public_host: host });
      const touches = { organization: true } as const;
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
    });
  }
}
