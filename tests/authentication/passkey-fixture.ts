// A server at an address with a host name, where passkeys work, and common steps of their tests.

import type { ApiClient } from '../support/client.ts';
import { DEMO_PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { startTestServer } from '../support/server.ts';

export const FACTOR = '/users/me/second_factor';
export const PASSKEYS = `${FACTOR}/passkeys`;
export const ORIGIN = 'http://localhost:9991';
export const NOT_ACCEPTED = 'The passkey was not accepted. Try again.';
export const proof = { password: DEMO_PASSWORD };

/** A server whose people can be reset to having no second factor. */
export async function passkeyFixture() {
  const server = await startTestServer({ publicUrl: ORIGIN });
  const { database } = server.server.services;
  const [mel, mia, olive] = (await Promise.all(
    (['mel', 'mia', 'olive'] as const).map((name) => server.as(name)),
  )) as [ApiClient, ApiClient, ApiClient];
  await rehashCheaply(server);
  return {
    server,
    database,
    mel,
    mia,
    olive,
    /** Removes every second factor, and everything that waits for one. */
    async withoutFactors(): Promise<void> {
      await database.write(0, async (writer) => {
        for (const table of ['second_factor', 'passkey', 'passkey_challenge', 'recovery_code'] as const)
          await writer.db.deleteFrom(table).execute();
      });
    },
    /** Whether an account has a second factor, and its passkeys. */
    state: (client = mel) => client.ok('GET', FACTOR),
    async namesOf(client = mel): Promise<string[]> {
      return (await client.ok('GET', FACTOR)).passkeys.map(({ name }: { name: string }) => name);
    },
    /** The challenge for the first passkey of an account without a second factor. */
    addingChallenge: async (client = mel) => (await client.ok('POST', `${PASSKEYS}/begin`, proof)).question,
    /** The challenge for using a passkey. */
    useChallenge: async (client = mel) => (await client.ok('POST', `${PASSKEYS}/question`)).question,
    /** Performs an action that needs a second factor, with the answer of a passkey. */
    sendWithPasskey: (passkey: unknown, client = mel) =>
      client.request('POST', `${FACTOR}/recovery_codes`, { ...proof, passkey }),
  };
}

/** The error message of a refused request. */
export async function refusalMessage(answer: ReturnType<ApiClient['request']>): Promise<string> {
  return (await answer).body.msg;
}
