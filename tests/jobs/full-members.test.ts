// Members whose waiting period ends become full members, and clients get an event at that time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FullMembersJob } from '../../src/jobs/full-members.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { startTestServer } from '../support/server.ts';
import { atNextSecond, eventsUntil, farFuture } from '../support/waiting.ts';
import { expectRoundTrip } from './support.ts';

const DAYS = 3;
const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
const max = await server.as('max');

/** Makes max's waiting period end at a time. */
async function waitsUntil(due: number): Promise<void> {
  await server.server.services.database.write(1, async (writer) => {
    await updateAccount(writer, max.userId, { date_joined: due - DAYS * 86_400 });
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: [max.userId] },
    });
  });
}

test('the end of a waiting period is sent once, on time', async () => {
  await waitsUntil(farFuture());
  await olive.ok('PATCH', '/realm', { waiting_period_threshold: DAYS + 1 });
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  const fullMembers = groups.find((group: { name: string }) => group.name === 'role:fullmembers').id;
  await olive.ok('POST', '/channels/create', {
    name: 'for full members',
    subscribers: [olive.userId],
    invite_only: true,
    history_public_to_subscribers: true,
    can_subscribe_group: fullMembers,
  });
  const { answer } = await atNextSecond(async (due) => {
    await olive.ok('PATCH', '/realm', { waiting_period_threshold: DAYS + 1 });
    await waitsUntil(due);
    // Both queues are registered here, to skip the events of attempts that took too long.
    const maxListener = await max.registerQueue({ event_types: ['stream'] });
    const listener = await mel.registerQueue();
    await olive.ok('PATCH', '/realm', { waiting_period_threshold: DAYS });
    assert.ok(Date.now() / 1000 < due);
    return { his: maxListener, listener };
  });
  const { his, listener } = answer;
  const { id, members } = listener.snapshot.realm_user_groups.find(
    (group: { name: string }) => group.name === 'role:fullmembers',
  );
  assert.ok(!members.includes(max.userId));
  const events = await eventsUntil(listener, ({ type }) => type === 'user_group');
  assert.deepEqual(
    events
      .filter(({ type }) => type === 'user_group')
      .map(({ op, group_id, user_ids }) => [op, group_id, user_ids]),
    [['add_members', id, [max.userId]]],
  );
  await expectRoundTrip(listener, events, mel);
  const eventsOfOpening = await his.events();
  assert.deepEqual(
    eventsOfOpening.map(({ op, streams }) => [op, streams[0].name]),
    [['create', 'for full members']],
    'he also sees the channels of full members from then on',
  );
  await server.server.scheduler.runDue();
  assert.deepEqual(await listener.events(), []);
});

test('people who join after the clock was set back are not skipped', async () => {
  const job = new FullMembersJob(server.server.services);
  const now = Math.floor(Date.now() / 1000);
  const ahead = now + 20 * 86_400;
  await waitsUntil(ahead);
  await job.run(ahead);
  await job.run(now);
  const due = now + DAYS * 86_400 + 60;
  await waitsUntil(due);
  const listener = await mel.registerQueue({ event_types: ['user_group'] });
  await job.run(due - 1);
  const sent = async () =>
    (await listener.events()).filter(
      ({ op, user_ids }) => op === 'add_members' && user_ids.includes(max.userId),
    );
  assert.equal((await sent()).length, 0);
  await job.run(due);
  assert.equal((await sent()).length, 1);
});

test('the job waits for no member of a closed organization', async () => {
  await waitsUntil(farFuture());
  const job = new FullMembersJob(server.server.services);
  const now = Date.now() / 1000;
  assert.ok((await job.next(now)) < Number.POSITIVE_INFINITY);
  await olive.ok('POST', '/realm/deactivate');
  assert.equal(await job.next(now), Number.POSITIVE_INFINITY);
});
