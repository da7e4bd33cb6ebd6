// Makes logging in with the demo's password cheap, for tests that log in often.

import { hashPassword } from '../../src/model/accounts/password-hash.ts';
import type { TestServer } from './server.ts';

/** The password of every person in the demo. */
export const DEMO_PASSWORD = 'demo-password';

/** Rehashes the password of everyone in the demo at a low cost. */
export async function rehashCheaply({ server }: TestServer): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await server.services.database.write(0, async (writer) => {
    await writer.db.updateTable('account').set({ password_hash }).where('bot_type', 'is', null).execute();
  });
}
