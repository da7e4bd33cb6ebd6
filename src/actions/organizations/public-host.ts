// Stores the host of the server's public address for organizations without a host of their own. Units of work
// and the state in memory use it for the addresses of bots and imported accounts, on every server.

import type { ParleyDatabase } from '../../storage/database.ts';
import { allOrganizationRows, updateOrganization } from '../../stores/organizations/organization-store.ts';

/** The host of an address without its port; empty without an address. */
function hostIn(url: string | undefined): string {
  return url === undefined ? '' : new URL(url).hostname.toLowerCase();
}

/** Stores the host if it changed. A server without a public address changes nothing. */
export async function storePublicHost(
  database: ParleyDatabase,
  publicUrl: string | undefined,
): Promise<void> {
  const host = hostIn(publicUrl);
  if (host === '') return;
  const rows = await allOrganizationRows(database.reader(0));
  for (const row of rows.filter((row) => row.host === '' && row.public_host !== host)) {
    await database.write(row.id, async (writer) => {
      await updateOrganization(writer, { public_host: host });
      const touches = { organization: true } as const;
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
    });
  }
}
