// Bounds on numbers of things: with the bound lowered, calls are accepted up to it.

import { describe } from 'node:test';
import { makeWorld } from '../bad-input/world.ts';
import { type Expected, reachesByMany } from '../support/bounds.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import type { BoundName } from '../support/with-limit.ts';

const world = await makeWorld(await startTestServer());

function reachesByNumber(
  bound: BoundName,
  operation: string,
  parameters: (index: number) => Json,
  expected?: Expected & { readonly status?: number },
): void {
  reachesByMany(bound, world, operation, parameters, expected);
}

describe('of an account', () => {
  reachesByNumber('botStorageCharacters', 'update-bot-storage', (i) => ({ storage: { [`${i}`]: '' } }));
});

describe('of an organization', () => {
  reachesByNumber('mailsPerInvitation', 'resend-email-invite', () => ({}), { message: /./, status: 429 });
  reachesByNumber('exportsPerWeek', 'export-realm', () => ({}));
});
