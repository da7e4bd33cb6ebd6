// The state in memory changes within one turn, and values read during a change are not cached.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const { database } = server.server.services;
const hub = await server.server.directory.hubForHost('localhost');

/** A reader that answers when the test says so, with the rows at the time of the query. */
function pausedReader(): { reader: Reader; answerOne(): Promise<void> } {
  const pendingReads: (() => void)[] = [];
  const reader: Reader = {
    ...database.reader(hub.id),
    async execute(text, values) {
      const rows = await database.reader(hub.id).execute(text, values);
      await new Promise<void>((resolve) => pendingReads.push(resolve));
      return rows;
    },
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    reader,
    async answerOne() {
      while (pendingReads.length === 0) await turn();
      pendingReads.shift()?.();
      await turn();
    },
  };
}

const entry = (sequence: number, touches: LogEntry['touches']): LogEntry => ({
  sequence,
  type: '_changed',
  audience: { kind: 'nobody' },
  payload: {},
  ...(touches && { touches }),
});

test('subscriptions that change during their first read are read again', async () => {
  const state = await OrganizationState.load(database.reader(hub.id), 0);
  const mia = await server.as('mia');
  const { reader, answerOne } = pausedReader();
  const reading = state.subscriptions(reader, mia.userId);
  await new Promise((resolve) => setImmediate(resolve));
  const [subscribeAnswer] = [
    await mia.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'fresh' }] }),
  ];
  assert.ok(subscribeAnswer);
  await state.apply(database.reader(hub.id), [entry(16, { subscriptions: [mia.userId] })], 16);
  let isRead = false;
  void reading.then(() => {
    isRead = true;
  });
  while (!isRead) await Promise.race([answerOne(), reading]);
  const periods = await reading;
  const { stream_id: channelId } = await mia.ok('GET', '/get_stream_id', { stream: 'fresh' });
  assert.ok(periods.has(channelId));
  assert.equal(state.subscriptionsInMemory(mia.userId), periods);
});

test('no one sees half of a change', async () => {
  const state = await OrganizationState.load(database.reader(hub.id), 0);
  const before = {
    organization: state.organization,
    accounts: state.versions.accounts,
    channels: state.versions.channels,
  };
  const slow: Reader = {
    ...database.reader(hub.id),
    async execute(text, values) {
      const rows = await database.reader(hub.id).execute(text, values);
      await new Promise((resolve) => setImmediate(resolve));
      return rows;
    },
  };
  let isDone = false;
  const applying = state
    .apply(slow, [entry(16, { organization: true, accounts: [], channels: [] })], 16)
    .then(() => {
      isDone = true;
    });
  while (!isDone) {
    const isOld = state.sequence === 0;
    assert.equal(state.organization === before.organization, isOld);
    assert.equal(state.versions.accounts === before.accounts, isOld);
    assert.equal(state.versions.channels === before.channels, isOld);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await applying;
  assert.equal(state.sequence, 16);
});
