// SCIM clients in the file of `--sign-in`: what is read, and the error and line for everything invalid.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { configurationFile } from './configuration-file.ts';

const source = configurationFile();
const token = 'very-secret-word'.padEnd(limits.scimTokenCharacters, 'x');
const hashOf = (text: string) => createHash('sha256').update(text).digest();

async function readConfiguration(...scim: readonly unknown[]) {
  return (await source.read({ scim })).scim;
}

test('clients are read with their tokens, which are stored as hashes', async () => {
  await source.put('token', `${token}y\nand more\n`);
  const roles = { values: { boss: 'administrator' }, otherwise: 'member' };
  assert.deepEqual(
    await readConfiguration(
      { id: 'entra', token },
      { id: 'okta', token_file: 'token', organizations: ['Chat.example.com'], roles },
    ),
    [
      { id: 'entra', tokenHash: hashOf(token), organizations: [], roles: undefined },
      {
        id: 'okta',
        tokenHash: hashOf(`${token}y`),
        organizations: ['chat.example.com'],
        roles: { attribute: 'roles', values: [['boss', Role.administrator]], otherwise: Role.member },
      },
    ],
  );
});

for (const [what, scim, line, reason] of [
  ['nothing', [], 2, /list of 1 to 200/],
  ['no token', [{ id: 'a' }], 3, /"token" or "token_file" is missing/],
  ['a token with spaces', [{ id: 'a', token: `${token} ${token}` }], 5, /without spaces/],
  [
    'two of one name',
    [
      { id: 'a', token },
      { id: 'a', token: `${token}y` },
    ],
    8,
    /have the id "a"/,
  ],
  [
    'two with one token',
    [
      { id: 'a', token },
      { id: 'b', token },
    ],
    7,
    /have the same token/,
  ],
  ['an owner', [{ id: 'a', token, roles: { values: { x: 'owner' } } }], 8, /"owner" is not a role/],
  ['another attribute', [{ id: 'a', token, roles: { attribute: 'x', values: {} } }], 7, /must be "roles"/],
  ['an unknown key', [{ id: 'a', token, tokens: 1 }], 6, /"tokens" is unknown/],
] as const) {
  test(`${what} stops the start, with the line`, async () => {
    await source.refused(readConfiguration(...scim), line, reason);
  });
}

test('bound scimTokenCharacters: a token has a minimum length', async () => {
  await assert.rejects(
    readConfiguration({ id: 'a', token: token.slice(1) }),
    /at least 32 random characters/,
  );
  assert.equal((await readConfiguration({ id: 'a', token }))?.length, 1);
});
