// Where a draft is stored when it is created, edited and deleted, and which requests are sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import type { Draft, State } from '../../client/state/state.ts';
import { Drafts } from '../../web/composer/drafts.ts';
import { LocalDrafts, type Storage } from '../../web/composer/local-drafts.ts';
import type { Organization } from '../../web/data/organization.ts';
import type { Destination } from '../../web/lib/destination.ts';
import type { DraftText } from '../../web/store/synced-draft.ts';
import { waitUntil } from '../support/waiting.ts';
import { browserStorage } from './browser-storage.ts';

const toMia: Destination = { kind: 'direct', personIds: [2] };
const text = (content: string, destination: Destination = toMia): DraftText => ({ destination, content });
const draftOf = (id: number, content: string, timestamp = 5): Draft => ({
  ...{ id, type: 'private', to: [2], topic: '', content, timestamp },
});

/** The drafts of a person whose setting stores them on the server or not. */
function draftsWith(isShared: boolean, shared: readonly Draft[] = [], storage: Storage = browserStorage()) {
  const calls: string[] = [];
  const server: { failure?: Error; ids: number[]; onCall?: (name: string) => void } = { ids: [50] };
  const state = {
    drafts: shared,
    user_settings: { enable_drafts_synchronization: isShared },
  } as unknown as State;
  const listeners = new Set<() => void>();
  const settings: Record<string, () => void> = {};
  const organization = {
    state,
    ownId: 1,
    client: {
      call: async (name: string, parameters: object) => {
        calls.push(`${name} ${JSON.stringify(parameters)}`);
        server.onCall?.(name);
        if (server.failure) throw server.failure;
        return { ids: server.ids, drafts: shared };
      },
    },
    on: (type: string, listener: () => void) => (settings[type] = listener),
    onSnapshot: () => undefined,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Organization;
  const drafts = new Drafts(organization, () => storage);
  let changes = 0;
  const stop = drafts.listen(() => {
    changes += 1;
  });
  const changesIn = async (run: () => Promise<unknown>) => {
    changes = 0;
    await run();
    return changes;
  };
  const contents = () => drafts.all.map(({ content }) => content);
  const set = (enable_drafts_synchronization: boolean) => {
    Object.assign(state.user_settings ?? {}, { enable_drafts_synchronization });
    settings.user_settings?.();
  };
  const local = new LocalDrafts(1, () => storage);
  return { set, drafts, calls, server, state, local, listeners, stop, changesIn, contents };
}

test('a draft is created on the server with its recipients', async () => {
  const { drafts, calls, server } = draftsWith(true);
  assert.equal(await drafts.create(text('one')), 50);
  await drafts.create(text('two', { kind: 'channel', channelId: 7, topic: 'Plans' }));
  await drafts.create(text('three', { kind: 'channel', channelId: undefined, topic: 'Plans' }));
  assert.deepEqual(calls, [
    'create-drafts {"drafts":[{"type":"private","to":[2],"topic":"","content":"one"}]}',
    'create-drafts {"drafts":[{"type":"stream","to":[7],"topic":"Plans","content":"two"}]}',
    'create-drafts {"drafts":[{"type":"","to":[],"topic":"","content":"three"}]}',
  ]);
  server.failure = new ParleyError(0, 'NO_ANSWER', '');
  await assert.rejects(drafts.create(text('four')), server.failure);
});

test('a draft that stays in the browser has a negative id, and listeners are notified of each change', async () => {
  const { drafts, calls, changesIn, contents, listeners, stop } = draftsWith(false);
  let id = 0;
  assert.equal(
    await changesIn(async () => {
      id = await drafts.create(text('one'));
    }),
    1,
  );
  assert.ok(id < 0);
  assert.equal(await changesIn(() => drafts.edit(id, text('two'))), 1);
  assert.deepEqual(contents(), ['two']);
  assert.equal(await changesIn(() => drafts.delete(id)), 1);
  assert.deepEqual([contents(), calls], [[], []]);
  assert.equal(listeners.size, 1);
  stop();
  assert.equal(listeners.size, 0);
  assert.equal(await changesIn(() => drafts.create(text('three'))), 0);
});

test('a draft on the server is edited and deleted there; one that is gone counts as deleted', async () => {
  const { drafts, calls, server } = draftsWith(true, [draftOf(9, 'one')]);
  await drafts.edit(9, text('two'));
  await drafts.delete(9);
  assert.deepEqual(calls, [
    'edit-draft {"draft_id":9,"draft":{"type":"private","to":[2],"topic":"","content":"two"}}',
    'delete-draft {"draft_id":9}',
  ]);
  server.failure = new ParleyError(404, 'DRAFT_NOT_FOUND', '');
  await drafts.delete(9);
  server.failure = new ParleyError(400, 'BAD_REQUEST', '');
  await assert.rejects(drafts.delete(9), server.failure);
  server.failure = new ParleyError(0, 'NO_ANSWER', '');
  await assert.rejects(drafts.delete(9), server.failure);
});

test('a local draft moves to the server when it is edited, and its old id still finds it', async () => {
  const { drafts, calls, local, changesIn, contents } = draftsWith(true);
  local.put(draftOf(-3, 'here'));
  local.put(draftOf(-4, 'other', 4));
  assert.deepEqual(contents(), ['here', 'other']);
  assert.equal(await changesIn(() => drafts.edit(-3, text('there'))), 1);
  assert.deepEqual(contents(), ['other']);
  assert.match(calls[0] ?? '', /^create-drafts .*"there"/);
  await drafts.edit(-3, text('again'));
  assert.match(calls[1] ?? '', /^edit-draft \{"draft_id":50,.*"again"/);
  await drafts.delete(-3);
  assert.equal(calls[2], 'delete-draft {"draft_id":50}');
  await drafts.delete(-4);
  assert.deepEqual([contents(), calls.length], [[], 3]);
});

test('a draft that is edited twice at the same time is created once', async () => {
  const { drafts, calls, local, server } = draftsWith(true);
  server.ids = [1];
  local.put(draftOf(-3, 'here'));
  await Promise.all([drafts.edit(-3, text('one')), drafts.edit(-3, text('two'))]);
  assert.deepEqual(
    calls.map((call) => call.split(' ', 1)[0]),
    ['create-drafts', 'edit-draft'],
  );
});

test('drafts stop moving to the server when the setting is switched off in the meantime', async () => {
  const { drafts, calls, local, server, set, contents } = draftsWith(false);
  local.put(draftOf(-3, 'one', 6));
  local.put(draftOf(-4, 'two', 5));
  drafts.watch(() => assert.fail('nothing is lost'));
  server.onCall = (name) => {
    if (name === 'create-drafts') set(false);
  };
  set(true);
  await waitUntil(async () => calls.length === 2 && contents().length === 1);
  assert.deepEqual(
    calls.map((call) => call.split(' ', 1)[0]),
    ['get-drafts', 'create-drafts'],
  );
  assert.deepEqual(contents(), ['two']);
});

test('a draft that is changed or deleted in the browser while it moves is changed or deleted on the server', async () => {
  for (const [change, expected] of [
    [(local: LocalDrafts) => local.put(draftOf(-3, 'changed')), /^edit-draft \{"draft_id":50,.*"changed"/],
    [(local: LocalDrafts) => local.delete(-3), /^delete-draft \{"draft_id":50\}$/],
  ] as const) {
    const { drafts, calls, local, server, set, contents } = draftsWith(false);
    local.put(draftOf(-3, 'one'));
    drafts.watch(() => assert.fail('nothing is lost'));
    server.onCall = (name) => {
      if (name === 'create-drafts') change(local);
    };
    set(true);
    await waitUntil(async () => calls.length === 3 && contents().length === 0);
    assert.match(calls[2] ?? '', expected);
  }
});

test('local drafts come first, without those that the server also has', () => {
  const { drafts, local, state, contents } = draftsWith(true, [draftOf(9, 'both'), draftOf(8, 'server')]);
  local.put(draftOf(-1, 'both'));
  local.put(draftOf(-2, 'browser'));
  assert.deepEqual(contents(), ['browser', 'both', 'server']);
  assert.equal(drafts.all[1]?.id, 9);
  Object.assign(state.user_settings ?? {}, { enable_drafts_synchronization: false });
  assert.deepEqual(contents().sort(), ['both', 'browser']);
});

test('a move is remembered by the page if the browser cannot store it', () => {
  const full = browserStorage();
  full.setItem = () => {
    throw new Error('the quota is exceeded');
  };
  const drafts = new LocalDrafts(1, () => full);
  drafts.recordMove(-3, 30);
  assert.deepEqual([drafts.movedTo(-3), drafts.movedTo(-4)], [30, undefined]);
  assert.equal(new LocalDrafts(1, () => full).movedTo(-3), undefined);
});

test('drafts are sorted by their last edit, then by the newest, and get ids below all others', () => {
  const storage = browserStorage();
  const drafts = new LocalDrafts(
    1,
    () => storage,
    () => 7,
  );
  for (const [id, timestamp] of [
    [-2, 5],
    [-1, 5],
    [-9, 6],
  ] as const)
    drafts.put(draftOf(id, `draft ${id}`, timestamp));
  assert.deepEqual(
    drafts.all().map(({ id }) => id),
    [-9, -1, -2],
  );
  const content = { type: 'private', to: [2], topic: '', content: 'new' } as const;
  assert.equal(drafts.create(content), -7001);
  assert.equal(drafts.create(content), -7002);
  drafts.put(draftOf(-9000, 'copied'));
  assert.equal(drafts.create(content), -9001);
  assert.equal(drafts.all()[0]?.timestamp, 7);
});

test('whether drafts were taken over from the server is stored for every page of the account', () => {
  const storage = browserStorage();
  const [page, other] = [new LocalDrafts(1, () => storage), new LocalDrafts(2, () => storage)];
  assert.equal(page.hasServerDrafts, false);
  page.hasServerDrafts = true;
  assert.deepEqual([new LocalDrafts(1, () => storage).hasServerDrafts, other.hasServerDrafts], [true, false]);
  page.hasServerDrafts = false;
  assert.equal(page.hasServerDrafts, false);
  const forbidden = new LocalDrafts(1, () => {
    throw new Error('not allowed');
  });
  forbidden.hasServerDrafts = true;
  assert.equal(forbidden.hasServerDrafts, false);
  forbidden.delete(-1);
});
