// Directories in the file of `--sign-in`: what is read, and the error and line for everything invalid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { configurationFile } from './configuration-file.ts';

const source = configurationFile();
const plain = {
  id: 'staff',
  name: 'Directory',
  url: 'ldaps://ldap.example.com',
  base: 'dc=example,dc=com',
  domains: ['Example.com'],
};

const read = (...directories: unknown[]) => source.read({ directories });
const refused = (changes: Record<string, unknown>, reason: RegExp, ...others: unknown[]) =>
  source.refused(read({ ...plain, ...changes }, ...others), undefined, reason);

test('a directory is read with its defaults', async () => {
  const configuration = await read(plain);
  assert.deepEqual(configuration, {
    providers: [],
    directories: [
      {
        kind: 'ldap',
        id: 'staff',
        name: 'Directory',
        url: 'ldaps://ldap.example.com',
        startTls: false,
        authorities: undefined,
        bindAs: undefined,
        base: 'dc=example,dc=com',
        filter: '(|(uid={name})(mail={name}))',
        subjectAttribute: 'entryUUID',
        addressAttribute: 'mail',
        nameAttribute: 'cn',
        pictureAttribute: undefined,
        groupSearch: undefined,
        sync: undefined,
        organizations: [],
        domains: ['example.com'],
        signUp: true,
        roles: undefined,
        groups: undefined,
        profileFields: [],
      },
    ],
  });
});

test('secrets and certificates are read from files, and the rest as written', async () => {
  await source.put('word', 'very-secret-word\nnot this\n');
  await source.put('ca.pem', '-----BEGIN CERTIFICATE-----\n');
  const configuration = await read({
    ...plain,
    url: 'ldap://ldap.example.com:3890/',
    start_tls: true,
    ca_file: 'ca.pem',
    bind_dn: 'cn=parley',
    bind_password_file: 'word',
    group_search: { base: 'ou=groups' },
    roles: { attribute: 'groups', values: { admins: 'administrator' } },
  });
  const [directory] = configuration?.directories ?? [];
  assert.equal(directory?.url, 'ldap://ldap.example.com:3890');
  assert.deepEqual(directory?.bindAs, { dn: 'cn=parley', password: 'very-secret-word' });
  assert.equal(directory?.authorities, '-----BEGIN CERTIFICATE-----\n');
  assert.deepEqual(directory?.groupSearch, { base: 'ou=groups', filter: '(member={dn})', attribute: 'cn' });
  assert.deepEqual(directory?.roles?.values, [['admins', Role.administrator]]);
});

test('an unusable configuration stops the start, with its line', async () => {
  const invalidFiles: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ kind: 'openid' }, /"kind" must be "ldap"/],
    [{ url: 'https://ldap.example.com' }, /must begin with ldaps:\/\/ or ldap:\/\//],
    [{ url: 'ldaps://ldap.example.com/dc=example' }, /only a host and an optional port/],
    [{ url: 'ldaps://user:word@ldap.example.com' }, /only a host and an optional port/],
    [{ url: 'ldap://ldap.example.com' }, /line 6: passwords would be sent unencrypted/],
    [{ start_tls: true }, /"start_tls" is for ldap:\/\//],
    [{ domains: undefined }, /"domains" is missing/],
    [{ base: undefined }, /"base" is missing/],
    [{ filter: '(uid=mel)' }, /must contain \{name\}/],
    [{ filter: '(uid={name}' }, /is not a valid LDAP filter/],
    [{ group_search: { base: 'ou=groups', filter: '(member=x)' } }, /must contain \{dn\}/],
    [{ subject_attribute: 'entry UUID' }, /is not an attribute name/],
    [{ bind_password: 'very-secret-word' }, /"bind_password" requires "bind_dn"/],
    [{ bind_dn: 'cn=parley' }, /"bind_password" or "bind_password_file" is missing/],
    [{ bind_dn: 'cn=parley', bind_password_file: 'none' }, /none does not exist/],
    [{ ca_file: 'sign-in.json' }, /contains no PEM certificate/],
    [{ roles: { attribute: 'x', values: { y: 'owner' } } }, /"owner" is not a role/],
    [{ password: 'very-secret-word' }, /"password" is unknown/],
  ];
  for (const [changes, reason] of invalidFiles) await refused(changes, reason);
  const other = { ...plain, organizations: ['other.example.com'] };
  await refused({}, /two directories have the id "staff"/, other);
  await refused({}, /only one directory/, { ...other, id: 'second' });
});

test('a file may hold providers, directories or both', async () => {
  await assert.rejects(source.read('{}'), /"providers" must be a list/);
  const gitHub = { kind: 'github', name: 'GitHub', client_id: 'one', client_secret: 'very-secret-word' };
  const both = await source.read({ providers: [gitHub], directories: [plain] });
  assert.deepEqual([both?.providers.length, both?.directories.length], [1, 1]);
});

test('a sync is read with its defaults, and its filter defaults to that of logging in', async () => {
  const syncOf = async (changes: Record<string, unknown>) =>
    (await read({ ...plain, ...changes })).directories[0]?.sync;
  assert.equal(await syncOf({}), undefined);
  assert.deepEqual(await syncOf({ sync: {} }), {
    everySeconds: 3600,
    filter: '(|(uid=*)(mail=*))',
    maxDeactivated: 10,
    maxDeactivatedPercent: 20,
    reactivates: false,
  });
  const active = await syncOf({ subject_attribute: 'objectGUID', sync: {} });
  assert.equal(active?.filter, '(&(|(uid=*)(mail=*))(!(userAccountControl:1.2.840.113556.1.4.803:=2)))');
  await refused({ sync: { filter: '(uid=' } }, /not a valid LDAP filter/);
  await refused({ sync: { every_minutes: 4 } }, /"every_minutes" must be a whole number from 5 to 10080/);
  await refused({ sync: { most_percent: 0.5 } }, /"most_percent" must be a whole number from 1 to 100/);
  await refused({ sync: { limit: 5 } }, /"limit" is unknown/);
});

test('bound directorySyncAccounts: at most that many accounts may be deactivated at once', async () => {
  const maximum = limits.directorySyncAccounts;
  const { directories } = await read({ ...plain, sync: { most: maximum } });
  assert.equal(directories[0]?.sync?.maxDeactivated, maximum);
  await refused({ sync: { most: maximum + 1 } }, /"most" must be a whole number from 1 to 1000/);
});
