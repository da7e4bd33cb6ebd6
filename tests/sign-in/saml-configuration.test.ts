// SAML providers in the file of `--sign-in`: what is read, and the error and line for everything invalid.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { before, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { selfSigned } from '../support/certificate.ts';
import { configurationFile } from './configuration-file.ts';

const { put, ...source } = configurationFile();
const [first, second] = [selfSigned(), selfSigned()];

const staff = {
  kind: 'saml',
  id: 'staff',
  name: 'Staff',
  issuer: 'https://id.example.com/metadata',
  sign_in_url: 'https://id.example.com/sso?idpid=C01',
  certificate_files: ['staff.pem'],
  domains: ['EXAMPLE.com'],
};

before(async () => {
  await put('staff.pem', `The first one\n${first.certificate}and the next\r\n${second.certificate}`);
});

const read = (...providers: unknown[]) => source.read({ providers });

/** @param line of the file, which has one line per key of the provider, from the fourth on */
const refused = (changes: Readonly<Record<string, unknown>>, line: number, reason: RegExp) =>
  source.refused(read({ ...staff, ...changes }), line, reason);

test('a provider is read with all of its certificates and the defaults', async () => {
  const configuration = await read(staff);
  const [provider, ...more] = configuration?.providers ?? [];
  assert.deepEqual(more, []);
  assert.deepEqual(provider, {
    kind: 'saml',
    id: 'staff',
    name: 'Staff',
    icon: undefined,
    issuer: 'https://id.example.com/metadata',
    signInUrl: 'https://id.example.com/sso?idpid=C01',
    certificates: [first.certificate, second.certificate],
    entityId: undefined,
    subjectAttribute: undefined,
    addressAttribute: 'email',
    nameAttributes: ['displayName'],
    organizations: [],
    domains: ['example.com'],
    signUp: true,
    roles: undefined,
    groups: undefined,
    profileFields: [],
  });
});

test('attributes have the provider’s names', async () => {
  const configuration = await read({
    ...staff,
    entity_id: 'parley',
    subject_attribute: 'employee',
    address_attribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    name_attributes: ['first', 'last'],
    sign_up: false,
    roles: { attribute: 'Role', values: { boss: 'administrator' } },
    groups: { attribute: 'memberOf', values: { makers: 'makers' } },
    profile_fields: { Team: 'department' },
  });
  const [provider] = configuration?.providers ?? [];
  assert.ok(provider?.kind === 'saml');
  const { entityId, subjectAttribute, addressAttribute, nameAttributes, roles, groups, profileFields } =
    provider;
  assert.deepEqual([entityId, subjectAttribute, nameAttributes], ['parley', 'employee', ['first', 'last']]);
  assert.match(addressAttribute, /emailaddress$/);
  assert.deepEqual(roles, { attribute: 'Role', values: [['boss', 200]], otherwise: undefined });
  assert.deepEqual(groups, { attribute: 'memberOf', values: [['makers', 'makers']] });
  assert.deepEqual(profileFields, [['Team', 'department']]);
});

test('missing keys, unknown ones and those of other providers are refused with their line', async () => {
  for (const name of ['id', 'name', 'issuer', 'sign_in_url', 'certificate_files', 'domains'])
    await refused({ [name]: undefined }, 3, new RegExp(`"${name}" is missing`));
  await refused(
    { certificates: ['x'] },
    15,
    /"certificates" is unknown; expected one of .*certificate_files/,
  );
  await refused({ client_id: 'parley' }, 15, /"client_id" is unknown/);
  await refused({ addresses: 'verified' }, 15, /"addresses" is unknown/);
  await refused({ kind: 'saml2' }, 4, /"kind" must be "openid" or "github" or "saml"/);
});

test('an unencrypted address is refused', async () => {
  for (const url of ['http://id.example.com/sso', 'id.example.com', 'javascript:alert(1)'])
    await refused({ sign_in_url: url }, 8, /must be an address that starts with https:\/\//);
  await refused({ sign_in_url: 'https://a:b@id.example.com' }, 8, /no credentials/);
  await refused({ sign_in_url: 'https://id.example.com/#sso' }, 8, /no number sign/);
  assert.ok(await read({ ...staff, sign_in_url: 'http://127.0.0.1:8080/sso' }));
});

test('files without a usable certificate are refused by name', async () => {
  await refused({ certificate_files: ['gone.pem'] }, 9, /gone\.pem does not exist/);
  await refused({ certificate_files: ['.'] }, 9, /is not a file/);
  await refused({ certificate_files: [] }, 9, /must be a list of strings/);
  await put('key.pem', first.keyText);
  await refused(
    { certificate_files: ['key.pem'] },
    9,
    /key\.pem contains a private key; use the provider’s public cert/,
  );
  await put('both.pem', first.keyText + first.certificate);
  await refused({ certificate_files: ['both.pem'] }, 9, /both\.pem contains a private key/);
  await put('metadata.xml', '<EntityDescriptor/>');
  await refused({ certificate_files: ['metadata.xml'] }, 9, /metadata\.xml contains no PEM certificate/);
  const brokenCertificate = first.certificate.replace(/\n[^\n]+\n/, '\nAAAA\n');
  await put('broken.pem', brokenCertificate);
  await refused(
    { certificate_files: ['broken.pem'] },
    9,
    /broken\.pem contains a certificate that cannot be read/,
  );
  await put('second.pem', first.certificate + brokenCertificate);
  await refused({ certificate_files: ['second.pem'] }, 9, /second\.pem: certificate 2 cannot be read/);
  await put('short.pem', selfSigned(1024).certificate);
  await refused(
    { certificate_files: ['staff.pem', 'short.pem'] },
    9,
    /short\.pem has a 1024-bit key; at least 2048 bits are required/,
  );
  await put('large.pem', ' '.repeat(limits.signInFileBytes + 1));
  await refused({ certificate_files: ['large.pem'] }, 9, /large\.pem is larger than/);
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await put('public.pem', publicKey.export({ format: 'pem', type: 'spki' }));
  await refused({ certificate_files: ['public.pem'] }, 9, /public\.pem contains no PEM certificate/);
});

test('an issuer may appear once per organization, and also with OpenID Connect', async () => {
  await assert.rejects(read(staff, { ...staff, id: 'other' }), /two providers have this issuer/);
  const openId = {
    id: 'same',
    name: 'Same',
    issuer: staff.issuer,
    client_id: 'parley',
    client_secret: 'word',
  };
  assert.equal((await read(staff, openId))?.providers.length, 2);
});
