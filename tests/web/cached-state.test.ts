// Cached state for reopening a page: the state of an earlier page, and only views that are not older.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { QueueCursor } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { CachedState } from '../../web/data/cached-state.ts';
import { ENTRIES_OF_RECORD } from '../../web/data/stored-sections.ts';
import { MessageLists } from '../../web/store/message-lists.ts';
import { made, scope, term } from './naive-server.ts';

const HOUR = 3_600_000;
const narrow = [term('channel', '1')];

/** A browser, and the pages opened in it one after another, with a shared clock. */
function browser({ mock }: TestContext) {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_780_000_000_000 });
  const records = new Map<string, unknown>();
  let writes = 0;
  let isOnline = true;
  let isFull = false;
  /** The names of the records that were written last. */
  let written: readonly string[] = [];
  const page = (onNewQueue: () => void = () => undefined) =>
    new CachedState(onNewQueue, {
      read: async (names) => names.map((name) => structuredClone(records.get(name))),
      write: async (some) => {
        writes += 1;
        written = Object.keys(some).sort();
        if (isFull) return false;
        for (const [name, value] of Object.entries(some)) records.set(name, structuredClone(value));
        return true;
      },
      isOnline: () => isOnline,
    });
  return {
    records,
    page,
    writes: () => writes,
    written: () => written,
    setFull: (is: boolean) => {
      isFull = is;
    },
    setOnline: (is: boolean) => {
      isOnline = is;
    },
    pass: (milliseconds: number) => mock.timers.tick(milliseconds),
  };
}

const at = (lastEventId: number, queueId = 'q'): QueueCursor => ({ queueId, lastEventId });
const stateAt = (cursor: QueueCursor) => () => ({
  state: { max_message_id: cursor.lastEventId } as State,
  place: cursor,
});

/** Lists, one of which has been viewed and has a message. */
function viewedLists(): MessageLists {
  const lists = new MessageLists(() => Promise.reject(new Error('nothing is fetched')), scope);
  lists.store.put(made(5, 1, 'a'));
  lists
    .of(narrow)
    .change((ranges) => ranges.withPage({ ids: [5], reachesOldest: true, reachesNewest: true }));
  return lists;
}

test('a page restores the state and views of the previous page', async (t) => {
  const { page, pass, writes } = browser(t);
  const before = page();
  before.cacheViews(viewedLists());
  before.update(stateAt(at(7)));
  assert.equal(writes(), 0, 'all that changes within seconds is written together');
  pass(5000);
  before.write();
  assert.equal(writes(), 1, 'what did not change is not written again');
  const next = page();
  assert.deepEqual(await next.read(), stateAt(at(7))());
  assert.deepEqual(
    next.viewsAt(at(7)).map((view) => view.messages.map(({ id }) => id)),
    [[5]],
  );
  for (const other of [at(8), at(7, 'other')]) assert.deepEqual(next.viewsAt(other), []);
});

for (const [label, cursor, isShown] of [
  ['older than the state', at(6), false],
  ['of the same cursor', at(7), true],
  ['newer than the state', at(8), true],
  ['of another queue', at(7, 'other'), false],
] as const) {
  test(`views ${label} are ${isShown ? 'shown' : 'left out'}`, async (t) => {
    const { page, pass, records } = browser(t);
    const before = page();
    before.cacheViews(viewedLists());
    before.update(stateAt(at(7)));
    pass(5000);
    records.set('views', { ...(records.get('views') as object), place: cursor });
    const next = page();
    assert.deepEqual((await next.read())?.place, at(7));
    assert.equal(next.viewsAt(at(7)).length, isShown ? 1 : 0);
  });
}

test('state in the format of another version of the client is ignored', async (t) => {
  for (const name of ['state', 'views']) {
    const { page, pass, records } = browser(t);
    const before = page();
    before.cacheViews(viewedLists());
    before.update(stateAt(at(7)));
    pass(5000);
    records.set(name, { ...(records.get(name) as object), form: 0 });
    const next = page();
    assert.equal((await next.read()) === undefined, name === 'state');
    assert.deepEqual(next.viewsAt(at(7)), []);
    t.mock.reset();
  }
});

test('a broken record is ignored', async (t) => {
  const { page, records } = browser(t);
  const since = Date.now();
  for (const brokenRecord of [null, 7, 'x', { form: 3, since }, { form: 3, since, state: {} }]) {
    records.set('state', brokenRecord);
    assert.equal(await page().read(), undefined, JSON.stringify(brokenRecord));
  }
  const whole = stateAt(at(3))();
  records.set('state', { form: 3, since, sections: {}, ...whole });
  for (const brokenRecord of [
    { form: 3 },
    { form: 3, place: at(3) },
    { form: 3, place: at(3), views: 'x' },
    [],
  ]) {
    records.set('views', brokenRecord);
    const reopened = page();
    assert.deepEqual(await reopened.read(), whole);
    assert.deepEqual(reopened.viewsAt(at(3)), []);
  }
});

test('a broken view is ignored, and the others are restored', async (t) => {
  const { page, records } = browser(t);
  records.set('state', { form: 3, since: Date.now(), sections: {}, ...stateAt(at(3))() });
  const view = { narrow, messages: [made(5, 1, 'a')], reachesOldest: true, reachesNewest: true };
  const broken = [
    null,
    { ...view, narrow: undefined },
    { ...view, narrow: [{ operator: 'channel' }] },
    { ...view, messages: undefined },
    { ...view, messages: [null] },
    { ...view, messages: [{ id: 5 }] },
  ];
  records.set('views', { form: 3, place: at(3), views: [...broken, view] });
  const reopened = page();
  await reopened.read();
  assert.deepEqual(reopened.viewsAt(at(3)), [view]);
});

test('a state is valid for a day after its queue was registered, however often it was written since', async (t) => {
  const { page, pass, setOnline } = browser(t);
  const before = page();
  before.update(stateAt(at(1)));
  for (let hour = 0; hour < 24; hour += 1) {
    before.update(stateAt(at(2 + hour)));
    pass(HOUR);
  }
  assert.deepEqual((await page().read())?.place, at(25));
  pass(1);
  assert.equal(await page().read(), undefined);
  setOnline(false);
  assert.ok(await page().read(), 'offline, an old state is better than none');
});

test('a page that does not lead writes nothing, whatever it views', (t) => {
  const { page, writes } = browser(t);
  const follower = page();
  follower.cacheViews(viewedLists());
  follower.write();
  assert.equal(writes(), 0);
});

test('changed views are written without the state', (t) => {
  const { page, pass, writes, records } = browser(t);
  const leader = page();
  const lists = viewedLists();
  leader.cacheViews(lists);
  leader.update(stateAt(at(7)));
  pass(5000);
  const state = records.get('state');
  lists.store.put({ ...made(5, 1, 'a'), flags: ['read'] });
  leader.write();
  assert.equal(writes(), 2);
  assert.equal(records.get('state'), state);
  leader.write();
  assert.equal(writes(), 2);
});

test('a page that continues from a cached state keeps its age', async (t) => {
  const { page, pass } = browser(t);
  const before = page();
  before.update(stateAt(at(1)));
  pass(20 * HOUR);
  const next = page(() => assert.fail('it is the same queue'));
  await next.read();
  next.update(stateAt(at(2)));
  pass(5 * HOUR);
  assert.equal(await page().read(), undefined);
});

test('a new queue starts a new day, and is reported once', async (t) => {
  const { page, pass } = browser(t);
  const before = page();
  before.update(stateAt(at(1)));
  pass(20 * HOUR);
  let notifications = 0;
  const next = page(() => {
    notifications += 1;
  });
  await next.read();
  next.update(stateAt(at(1, 'other')));
  next.update(stateAt(at(2, 'other')));
  assert.equal(notifications, 1);
  pass(20 * HOUR);
  assert.deepEqual((await page().read())?.place, at(2, 'other'));
});

const people = [{ user_id: 1, full_name: 'Ann' }] as unknown as NonNullable<State['realm_users']>;
const withPeople =
  (cursor: QueueCursor, realm_users: State['realm_users'] = people) =>
  () => ({
    state: { max_message_id: cursor.lastEventId, realm_users, user_topics: [] } as unknown as State,
    place: cursor,
  });

test('a large section is written again only when it has changed', async (t) => {
  const { page, pass, written } = browser(t);
  const before = page();
  before.update(withPeople(at(1)));
  pass(5000);
  assert.deepEqual(written(), ['state', 'state/realm_users', 'state/user_topics', 'views']);
  const topics: State['user_topics'] = [];
  const changed = { state: { ...withPeople(at(2))().state, user_topics: topics }, place: at(2) };
  before.update(() => changed);
  pass(5000);
  assert.deepEqual(written(), ['state', 'state/user_topics', 'views']);
  const next = page();
  const read = await next.read();
  assert.deepEqual(read, changed);
  // A page that continues from what it read writes no more than its predecessor.
  next.update(() => ({ state: { ...(read?.state as State), max_message_id: 3 } as State, place: at(3) }));
  pass(5000);
  assert.deepEqual(written(), ['state', 'views']);
  assert.deepEqual(await page().read(), { state: { ...changed.state, max_message_id: 3 }, place: at(3) });
});

test('a state whose sections another tab has replaced or removed is ignored', async (t) => {
  const { page, pass, records } = browser(t);
  const [one, other] = [page(), page()];
  one.update(withPeople(at(1)));
  pass(5000);
  const before = records.get('state');
  other.update(withPeople(at(2), []));
  pass(5000);
  assert.deepEqual((await page().read())?.state.realm_users, []);
  records.set('state', before);
  assert.equal(await page().read(), undefined);
  records.delete('state/realm_users');
  assert.equal(await page().read(), undefined);
});

test('a list of very many entries is in several records, all of which must be of one version', async (t) => {
  const { page, pass, records, written } = browser(t);
  const many = Array.from({ length: 2 * ENTRIES_OF_RECORD + 1 }, (_, user_id) => ({ user_id }));
  page().update(withPeople(at(1), many as unknown as State['realm_users']));
  pass(5000);
  const parts = ['state/realm_users', 'state/realm_users 1', 'state/realm_users 2'];
  assert.deepEqual(written(), ['state', ...parts, 'state/user_topics', 'views']);
  assert.deepEqual((await page().read())?.state.realm_users, many);

  const last = records.get('state/realm_users 2') as { readonly version: string };
  records.set('state/realm_users 2', { ...last, version: 'of another tab' });
  assert.equal(await page().read(), undefined);
  records.delete('state/realm_users 2');
  assert.equal(await page().read(), undefined);
});

test('sections that could not be stored are written again', async (t) => {
  const { page, pass, setFull, written } = browser(t);
  const before = page();
  setFull(true);
  before.update(withPeople(at(1)));
  pass(5000);
  await Promise.resolve();
  setFull(false);
  before.update(withPeople(at(2)));
  pass(5000);
  assert.deepEqual(written(), ['state', 'state/realm_users', 'state/user_topics', 'views']);
  assert.deepEqual(await page().read(), withPeople(at(2))());
});

test('a section that is no longer in the state is not read', async (t) => {
  const { page, pass } = browser(t);
  const before = page();
  before.update(withPeople(at(1)));
  pass(5000);
  before.update(stateAt(at(2)));
  pass(5000);
  assert.deepEqual(await page().read(), stateAt(at(2))());
});
