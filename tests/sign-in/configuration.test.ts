// The file of `--sign-in`: what is read from it, and the error and line for everything invalid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { readSignInConfiguration } from '../../src/integrations/sign-in/sign-in-configuration.ts';
import { readSignInFile } from '../../src/integrations/sign-in/sign-in-file.ts';
import { configurationFile } from './configuration-file.ts';

const { folder, put, read, refused } = configurationFile();

const keycloak = {
  id: 'keycloak',
  name: 'Company account',
  issuer: 'https://id.example.com/realms/staff',
  client_id: 'parley',
  client_secret: 'very-secret-word',
};
const gitHub = { kind: 'github', name: 'GitHub', client_id: 'one', client_secret: 'very-secret-word' };

const readProviders = (...providers: unknown[]) => read({ providers });

test('without a file only passwords are available', async () => {
  assert.equal(await readSignInFile(undefined), undefined);
});

test('the flag and the variable name the file', () => {
  const url = ['--url', 'https://chat.example.com'];
  assert.equal(parseServeOptions(['--sign-in', '/etc/in.json', ...url], {})?.signInFile, '/etc/in.json');
  assert.equal(parseServeOptions(url, { PARLEY_SIGN_IN: '/etc/in.json' })?.signInFile, '/etc/in.json');
});

test('the server does not start without the public address that providers redirect to', () => {
  assert.throws(() => parseServeOptions([], { PARLEY_SIGN_IN: '/etc/in.json' }), /--sign-in needs --url/);
});

test('providers are read with their secrets, icons and defaults', async () => {
  const picture = Buffer.from('iVBORw0KGgo=', 'base64');
  await put('secret', 'of the file\nand more\n');
  await put('icon.png', picture);
  const { client_secret: _here, ...withoutSecret } = keycloak;
  const configuration = await readProviders(
    {
      ...withoutSecret,
      client_secret_file: 'secret',
      icon: 'icon.png',
      organizations: ['Chat.example.com'],
      domains: ['EXAMPLE.com'],
      sign_up: false,
      addresses: 'trusted',
      scopes: ['openid', 'email', 'groups'],
      name_attribute: 'display_name',
      roles: { attribute: 'roles', values: { boss: 'administrator' }, otherwise: 'guest' },
      groups: { attribute: 'groups', values: { '/a': 'makers' } },
      profile_fields: { Team: 'department' },
    },
    gitHub,
  );
  assert.deepEqual(configuration?.providers, [
    {
      kind: 'openid',
      id: 'keycloak',
      name: 'Company account',
      icon: { bytes: picture, type: 'image/png' },
      issuer: 'https://id.example.com/realms/staff',
      clientId: 'parley',
      clientSecret: 'of the file',
      organizations: ['chat.example.com'],
      domains: ['example.com'],
      signUp: false,
      addresses: 'trusted',
      scopes: ['openid', 'email', 'groups'],
      nameAttribute: 'display_name',
      logsOut: false,
      roles: { attribute: 'roles', values: [['boss', 200]], otherwise: 600 },
      groups: { attribute: 'groups', values: [['/a', 'makers']] },
      profileFields: [['Team', 'department']],
    },
    {
      kind: 'github',
      id: 'github',
      name: 'GitHub',
      icon: undefined,
      issuer: 'https://github.com',
      apiUrl: 'https://api.github.com',
      clientId: 'one',
      clientSecret: 'very-secret-word',
      organizations: [],
      domains: [],
      signUp: true,
    },
  ]);
});

test('invalid JSON is refused with its line, without quoting the text', async () => {
  await refused(read('{\n "providers": [\n  {"client_secret": very-secret-word}]}'), 3, /expected a value/);
  await refused(read('{\n "client_secret": "very-secret-word\n'), 2, /expected a value/);
  await refused(read('{"a": 1\n\n "very-secret-word": 2}'), 3, /expected a comma or }/);
  await refused(read('{"a": 1,\n}'), 2, /a name in double quotes/);
  await refused(read('{"a"\n1}'), 2, /a colon/);
  await refused(read('{}\n{}'), 2, /after the end/);
  await refused(read(''), 1, /expected a value/);
  await refused(read(`${'['.repeat(50_000)}`), 1, /nested too deeply/);
  await refused(read('{\n "providers": 1,\n "providers": 2}'), 3, /"providers" appears twice/);
});

test('unknown, missing and mistyped values are refused with their line', async () => {
  await refused(read('[]'), 1, /expected an object/);
  await refused(read('{}'), 1, /"providers" must be a list/);
  await refused(read('{"providers": []}'), 1, /"providers" must be a list/);
  await refused(read('{"providers": [\n"x"]}'), 2, /expected an object/);
  await refused(
    read(`{"providers": [${JSON.stringify(gitHub)}],\n"provider": 1}`),
    2,
    /expected one of providers/,
  );
  await refused(readProviders({ ...keycloak, issuers: 'x' }), 9, /"issuers" is unknown; expected one of /);
  await refused(
    readProviders({ ...keycloak, __proto__: undefined, toString: 'x' }),
    9,
    /"toString" is unknown/,
  );
  await refused(readProviders({ ...gitHub, issuer: 'https://github.com' }), 8, /"issuer" is unknown/);
  await refused(readProviders({ ...gitHub, addresses: 'trusted' }), 8, /"addresses" is unknown/);
  for (const name of ['id', 'name', 'issuer', 'client_id'])
    await refused(readProviders({ ...keycloak, [name]: undefined }), 3, new RegExp(`"${name}" is missing`));
  await refused(readProviders({ ...keycloak, kind: 'ldap' }), 9, /"kind" must be "openid" or/);
  await refused(readProviders({ ...keycloak, name: 5 }), 5, /"name" must be a non-empty string/);
  await refused(readProviders({ ...keycloak, name: 'x'.repeat(1001) }), 5, /"name" is too long/);
  await refused(readProviders({ ...keycloak, sign_up: 'yes' }), 9, /"sign_up" must be true or false/);
  await refused(readProviders({ ...keycloak, domains: 'example.com' }), 9, /"domains" must be a list/);
  await refused(readProviders({ ...keycloak, domains: ['a@b'] }), 9, /"a@b" is not a host or domain name/);
  await refused(readProviders({ ...keycloak, id: 'Key/../cloak' }), 4, /"id" must consist of/);
  await refused(readProviders({ ...keycloak, issuer: 'http://id.example.com' }), 6, /starts with https/);
  await refused(readProviders({ ...keycloak, issuer: 'https://id.example.com?a' }), 6, /no credentials/);
  await refused(readProviders({ ...keycloak, scopes: ['email'] }), 9, /must contain "openid"/);
  await refused(readProviders({ ...keycloak, scopes: ['openid', 'a b'] }), 9, /"a b" is not a scope/);
});

test('impossible roles, groups and profile fields are refused', async () => {
  const values = { boss: 'owner' };
  await refused(
    readProviders({ ...keycloak, roles: { attribute: 'a', values } }),
    12,
    /"owner" is not a role/,
  );
  await refused(readProviders({ ...keycloak, roles: { attribute: 'a' } }), 9, /"values" is missing/);
  await refused(readProviders({ ...keycloak, groups: { values: { a: 'b' } } }), 9, /"attribute" is missing/);
  await refused(
    readProviders({ ...keycloak, groups: { attribute: 'a', values: {} } }),
    11,
    /1 to 200 members/,
  );
  await refused(
    readProviders({ ...keycloak, profile_fields: { Team: 7 } }),
    10,
    /"Team" must be a non-empty string/,
  );
  await refused(readProviders({ ...gitHub, roles: {} }), 8, /"roles" is unknown/);
});

test('addresses are trusted only of named domains, and not from issuers open to anyone', async () => {
  await refused(readProviders({ ...keycloak, addresses: 'trusted' }), 9, /"trusted" requires "domains"/);
  for (const tenant of ['common', 'organizations', 'Common']) {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
    await refused(readProviders({ ...keycloak, issuer }), 6, /must be a single tenant/);
  }
  const issuer = 'https://login.microsoftonline.com/6f1c2a7e-0000-4000-8000-000000000000/v2.0';
  const trusted = { ...keycloak, issuer, addresses: 'trusted', domains: ['example.com'] };
  assert.equal((await readProviders(trusted))?.providers.length, 1);
});

test('an issuer may appear twice only for different organizations', async () => {
  const [a, b] = [['a.example.com'], ['b.example.com', 'A.example.com']];
  await refused(readProviders(keycloak, { ...keycloak, id: 'other' }), 13, /two providers have this issuer/);
  const slash = { ...keycloak, id: 'other', issuer: `${keycloak.issuer}/` };
  await refused(readProviders(keycloak, slash), 13, /two providers have this issuer/);
  const one = { ...keycloak, organizations: a };
  await refused(readProviders(one, { ...keycloak, id: 'other' }), 16, /two providers have this issuer/);
  await refused(readProviders(one, { ...keycloak, id: 'other', organizations: b }), 16, /this issuer/);
  const apart = await readProviders(one, { ...keycloak, id: 'other', organizations: ['b.example.com'] });
  assert.equal(apart?.providers.length, 2);
});

test('contradictions are refused', async () => {
  await refused(readProviders({ ...keycloak, client_secret_file: 'x' }), 9, /not both/);
  await refused(readProviders(keycloak, { ...keycloak, name: 'Other' }), 11, /two providers have the id/);
  await refused(readProviders(gitHub, { ...gitHub, id: 'hub' }), 10, /GitHub is configured twice/);
  await refused(readProviders({ ...gitHub, url: 'https://git.example.com' }), 8, /belong together/);
});

test('bound signInFileBytes signInSecretBytes signInIconBytes: larger files are not read', async () => {
  await assert.rejects(read(' '.repeat(limits.signInFileBytes + 1)), /is larger than/);
  await assert.rejects(
    readSignInConfiguration(`${folder}/none`),
    /The --sign-in file .*\/none does not exist\./,
  );
  await assert.rejects(readSignInConfiguration(folder), /is not a file/);
  const { client_secret: _here, ...rest } = keycloak;
  await put('large', 'x'.repeat(limits.signInSecretBytes + 1));
  await refused(readProviders({ ...rest, client_secret_file: 'large' }), 8, /large is larger than/);
  await put('empty', '\nvery-secret-word');
  await refused(readProviders({ ...rest, client_secret_file: 'empty' }), 8, /first line of empty is empty/);
  await refused(readProviders({ ...rest, client_secret_file: 'none' }), 8, /none does not exist/);
  await refused(readProviders(rest), 3, /"client_secret" or "client_secret_file" is missing/);
  await put('icon.svg', '<svg/>');
  await refused(readProviders({ ...keycloak, icon: 'icon.svg' }), 9, /icon\.svg is not a PNG/);
  await put('large.png', Buffer.alloc(limits.signInIconBytes + 1));
  await refused(readProviders({ ...keycloak, icon: 'large.png' }), 9, /large\.png is larger/);
});
