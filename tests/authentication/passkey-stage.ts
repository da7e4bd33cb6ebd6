// A server at an address with a name, at which passkeys may be made, and what tests of them do again and again.

import type { ApiClient } from '../support/client.ts';
import { DEMO_PASSWORD, hashLightly } from '../support/demo-passwords.ts';
import { startTestServer } from '../support/server.ts';

export const FACTOR = '/users/me/second_factor';
export const PASSKEYS = `${FACTOR}/passkeys`;
export const ORIGIN = 'http://localhost:9991';
export const NOT_ACCEPTED = 'The passkey was not accepted. Try once more.';
export const proof = { password: DEMO_PASSWORD };

/** A server whose people can be brought back to having no second factor. */
export async function passkeyStage() {
  const server = await startTestServer({ publicUrl: ORIGIN });
  const { database } = server.server.services;
  const [mel, mia, olive] = (await Promise.all(
    (['mel', 'mia', 'olive'] as const).map((name) => server.as(name)),
  )) as [ApiClient, ApiClient, ApiClient];
  await hashLightly(server);
  return {
    server,
    database,
    mel,
    mia,
    olive,
    /** Takes every second factor away, and what waits for one. */
    async withoutFactors(): Promise<void> {
      await database.write(0, async (writer) => {
        for (const table of ['second_factor', 'passkey', 'passkey_challenge', 'recovery_code'] as const)
          await writer.db.deleteFrom(table).execute();
      });
    },
    /** Whether somebody has a second factor, and which passkeys. */
    state: (client = mel) => client.ok('GET', FACTOR),
    async namesOf(client = mel): Promise<string[]> {
      return (await client.ok('GET', FACTOR)).passkeys.map(({ name }: { name: string }) => name);
    },
    /** The question for a new passkey of somebody who has no second factor. */
    begin: async (client = mel) => (await client.ok('POST', `${PASSKEYS}/begin`, proof)).question,
    /** The question for a passkey. */
    ask: async (client = mel) => (await client.ok('POST', `${PASSKEYS}/question`)).question,
    /** Does something that takes a proof, with what a passkey answers. */
    show: (passkey: unknown, client = mel) =>
      client.request('POST', `${FACTOR}/recovery_codes`, { ...proof, passkey }),
  };
}

/** With which words such a thing was refused. */
export async function refusedAs(answer: ReturnType<ApiClient['request']>): Promise<string> {
  return (await answer).body.msg;
}
