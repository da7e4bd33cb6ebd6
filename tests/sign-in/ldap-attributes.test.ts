// What follows a directory's attributes and groups: role, groups, profile fields and picture.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attribute, Change } from 'ldapts';
import sharp from 'sharp';
import { Role } from '../../src/model/accounts/roles.ts';
import { startTestServer } from '../support/server.ts';
import { directoryConfiguration, GROUPS, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';

test('role, groups, profile fields and picture follow the directory', { skip: withoutSlapd }, async () => {
  const ldap = await startLdap();
  const signIn = directoryConfiguration(ldap.secureUrl, {
    authorities: ldap.authorities,
    pictureAttribute: 'jpegPhoto',
    groupSearch: { base: GROUPS, filter: '(member={dn})', attribute: 'cn' },
    roles: { attribute: 'groups', values: [['Chat Admins', Role.administrator]], otherwise: Role.member },
    groups: { attribute: 'GROUPS', values: [['engineering', 'builders']] },
    profileFields: [['Pronunciation', 'displayname']],
  });
  const server = await startTestServer({ signIn });
  const olive = await server.as('olive');
  await olive.ok('POST', '/user_groups/create', { name: 'builders', description: '', members: [] });
  const builders = async () => {
    const { user_groups: groups } = await olive.ok('GET', '/user_groups');
    return groups.find(({ name }: { name: string }) => name === 'builders').members;
  };
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#215da5' } })
    .jpeg()
    .toBuffer();
  const mel = ldap.dnOf('mel.m');
  await ldap.change(async (client) => {
    for (const cn of ['chat admins', 'Engineering'])
      await client.add(`cn=${cn},${GROUPS}`, { objectClass: 'groupOfNames', cn, member: mel });
    await client.modify(mel, [
      new Change({ operation: 'add', modification: new Attribute({ type: 'jpegPhoto', values: [picture] }) }),
      new Change({
        operation: 'add',
        modification: new Attribute({ type: 'displayName', values: ['MELL'] }),
      }),
    ]);
  });

  const logIn = async () => {
    const { user_id: id } = await server.anonymous.ok('POST', '/fetch_api_key', {
      username: 'mel.m',
      password: PASSWORD,
    });
    return (await olive.ok('GET', `/users/${id}`, { include_custom_profile_fields: true })).user;
  };
  const first = await logIn();
  assert.equal(first.role, Role.administrator);
  assert.deepEqual(await builders(), [first.user_id]);
  assert.match(first.avatar_url, /user_avatars|\/avatar/);
  const fields = (await olive.ok('GET', '/realm/profile_fields')).custom_fields;
  const pronunciation = fields.find(({ name }: { name: string }) => name === 'Pronunciation');
  assert.equal(first.profile_data[pronunciation.id].value, 'MELL');

  await ldap.change(async (client) => {
    for (const cn of ['chat admins', 'Engineering']) await client.del(`cn=${cn},${GROUPS}`);
  });
  const second = await logIn();
  assert.equal(second.role, Role.member);
  assert.deepEqual(await builders(), []);
  // A picture that the person uploaded stays.
  assert.equal(second.avatar_url, first.avatar_url);
});
