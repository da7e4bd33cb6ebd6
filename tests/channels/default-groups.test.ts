// Groups of default channels that people choose from when joining.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillIn, linkFor, logIn } from '../invitations/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('gus'),
]);
const observers = [olive, mel, gus];
for (const name of ['red', 'green', 'blue']) {
  await adam.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name }] });
}
await adam.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });

const idOf = async (stream: string): Promise<number> =>
  (await adam.ok('GET', '/get_stream_id', { stream })).stream_id;

async function groups(): Promise<{ id: number; name: string; description: string; streams: number[] }[]> {
  return (await mel.registerQueue()).snapshot.realm_default_stream_groups;
}

const colours = { group_name: 'Colours', description: 'All\nof them', stream_names: ['red', 'GREEN'] };

test('groups are created by administrators, and everyone gets the list', async () => {
  const path = '/default_stream_groups/create';
  await mel.refused('POST', path, colours, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
  const [[event] = []] = await expectFold(observers, () => adam.ok('POST', path, colours));
  const [group] = await groups();
  assert.deepEqual(event.default_stream_groups, [group]);
  assert.deepEqual(group, {
    id: group?.id,
    name: 'Colours',
    description: 'All of them',
    streams: [await idOf('red'), await idOf('green')],
  });
  for (const [change, message] of [
    [{ group_name: ' ' }, "Invalid default channel group name ' '"],
    [{ group_name: 'x'.repeat(61) }, 'Default channel group name too long (limit: 60 characters)'],
    [{ group_name: 'COLOURS' }, "Default channel group 'COLOURS' already exists"],
    [{ stream_names: ['nowhere'] }, "Invalid channel name 'nowhere'"],
    [{ stream_names: ['general'] }, "'general' is a default channel and cannot be added to 'More'"],
    [{ stream_names: ['secret'] }, "'secret' is private and cannot be added to 'More'"],
  ] as const) {
    await adam.refused('POST', path, { ...colours, group_name: 'More', ...change }, 'BAD_REQUEST', message);
  }
});

test('groups can be renamed and described', async () => {
  const [group] = await groups();
  const path = `/default_stream_groups/${group?.id}`;
  await expectFold(observers, () =>
    adam.ok('PATCH', path, { new_group_name: 'Paints', new_description: 'P' }),
  );
  const [after] = await groups();
  assert.deepEqual([after?.name, after?.description], ['Paints', 'P']);
  const nothing = 'You must pass "new_description" or "new_group_name".';
  await adam.refused('PATCH', path, {}, 'BAD_REQUEST', nothing);
  const sameName = "This default channel group is already named 'Paints'";
  await adam.refused('PATCH', path, { new_group_name: 'Paints' }, 'BAD_REQUEST', sameName);
  const unknown = "Default channel group with id '999999' does not exist.";
  const other = { new_description: 'x' };
  await adam.refused('PATCH', '/default_stream_groups/999999', other, 'BAD_REQUEST', unknown);
});

test('groups gain and lose channels', async () => {
  const [group] = await groups();
  const path = `/default_stream_groups/${group?.id}/streams`;
  const blue = { stream_names: ['blue'] };
  await expectFold(observers, () => adam.ok('PATCH', path, { op: 'add', ...blue }));
  assert.equal((await groups())[0]?.streams.length, 3);
  const present = "Channel 'blue' is already present in default channel group 'Paints'";
  await adam.refused('PATCH', path, { op: 'add', ...blue }, 'BAD_REQUEST', present);
  await expectFold(observers, () => adam.ok('PATCH', path, { op: 'remove', ...blue }));
  const absent = "Channel 'blue' is not present in default channel group 'Paints'";
  await adam.refused('PATCH', path, { op: 'remove', ...blue }, 'BAD_REQUEST', absent);
  const unclear = 'Invalid value for "op". Specify one of "add" or "remove".';
  await adam.refused('PATCH', path, { op: 'x', ...blue }, 'BAD_REQUEST', unclear);
});

test('groups can be chosen by new people besides the default channels', async () => {
  const [group] = await groups();
  for (const [email, include_realm_default_subscriptions] of [
    ['ann@example.org', true],
    ['ben@example.org', false],
  ] as const) {
    const sent = { invitee_emails: email, stream_ids: [], include_realm_default_subscriptions };
    await adam.ok('POST', '/invites', sent);
    const link = await linkFor(server, email);
    const page = await (await fetch(server.url + link)).text();
    assert.equal(/Paints/.test(page), include_realm_default_subscriptions);
    await fillIn(server, link, `Person ${email[0]}`, [group?.id ?? 0]);
  }
  const namesOf = async (email: string) => {
    const { subscriptions } = await (await logIn(server, email)).ok('GET', '/users/me/subscriptions');
    return subscriptions.map(({ name }: { name: string }) => name).sort();
  };
  assert.deepEqual(await namesOf('ann@example.org'), ['general', 'green', 'red']);
  assert.deepEqual(await namesOf('ben@example.org'), []);
});

test('groups lose channels that are archived or made private', async () => {
  const red = await idOf('red');
  const green = await idOf('green');
  await expectFold(observers, () => adam.ok('DELETE', `/streams/${red}`));
  assert.deepEqual((await groups())[0]?.streams, [green]);
  await expectFold(observers, () => adam.ok('PATCH', `/streams/${green}`, { is_private: true }));
  assert.deepEqual((await groups())[0]?.streams, []);
});

test('groups are removed', async () => {
  const [group] = await groups();
  await expectFold(observers, () => adam.ok('DELETE', `/default_stream_groups/${group?.id}`));
  assert.deepEqual(await groups(), []);
});
