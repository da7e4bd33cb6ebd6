// The passwords of the demo are hashed with much work, of which tests that log in often would do a lot.

import { hashPassword } from '../../src/model/accounts/password-hash.ts';
import type { TestServer } from './server.ts';

/** What everybody of the demo logs in with. */
export const DEMO_PASSWORD = 'demo-password';

/** Has the password of everybody of the demo hashed with little work. */
export async function hashLightly({ server }: TestServer): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await server.services.database.write(0, async (writer) => {
    await writer.db.updateTable('account').set({ password_hash }).where('bot_type', 'is', null).execute();
  });
}
