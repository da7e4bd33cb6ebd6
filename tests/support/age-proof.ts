// Makes a browser's last proof of identity older.

import { nowSeconds } from '../../src/api-contract/time.ts';
import type { TestServer } from './server.ts';

/** Sets the last proof of identity of all browsers of an account to this many seconds ago. */
export async function ageProof({ server }: TestServer, accountId: number, seconds: number): Promise<void> {
  const hub = await server.directory.hubForHost('');
  await server.services.database.write(hub.id, async (writer) => {
    await writer.db
      .updateTable('session')
      .set({ proven_at: nowSeconds() - seconds })
      .where('account_id', '=', accountId)
      .execute();
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: [accountId] },
    });
  });
}
