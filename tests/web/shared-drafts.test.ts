// Turning the storage of drafts on the server off and on again while pages are open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drafts } from '../../web/composer/drafts.ts';
import type { Storage } from '../../web/composer/local-drafts.ts';
import { Organization } from '../../web/data/organization.ts';
import type { DraftText } from '../../web/store/synced-draft.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { browserStorage } from './browser-storage.ts';

const server = await startTestServer();
const toOneself = (content: string): DraftText => ({
  destination: { kind: 'direct', personIds: [] },
  content,
});

/** A browser of one person, whose pages receive events when the test delivers them. */
async function browserOf(name: DemoName) {
  const person = await server.as(name);
  const browser = browserStorage();
  const deliveries: (() => Promise<void>)[] = [];
  const wake: (() => Promise<void>)[] = [];
  const failures: string[] = [];
  async function open(storage: () => Storage = () => browser): Promise<Drafts> {
    const listener = await person.registerQueue();
    const organization = new Organization({ client: person.api, snapshot: listener.snapshot });
    const drafts = new Drafts(organization, storage);
    drafts.watch(() => void failures.push('lost'));
    deliveries.push(async () => {
      for (const event of await listener.events()) organization.apply({ kind: 'event', event });
    });
    wake.push(async () => {
      const { snapshot } = await person.registerQueue();
      organization.apply({ kind: 'snapshot', snapshot });
    });
    return drafts;
  }
  const deliverToAll = async () => {
    for (const one of deliveries) await one();
  };
  /** The pages slept for so long that they receive a new snapshot, and no events. */
  const wakeAll = async () => {
    for (const one of wake) await one();
  };
  const setSynchronization = (enable_drafts_synchronization: boolean) =>
    person.call('update-settings', { enable_drafts_synchronization });
  const storeOnServer = async (enable_drafts_synchronization: boolean) => {
    await setSynchronization(enable_drafts_synchronization);
    await deliverToAll();
  };
  const onServer = async () => (await person.call('get-drafts')).drafts.map(({ content }) => content);
  /** Waits until all local drafts are on the server, and delivers the events. */
  const draftsMoved = async () => {
    await waitUntil(async () => ![...browser.entries.keys()].some((key) => key.startsWith('draft here')));
    await deliverToAll();
  };
  return {
    open,
    deliveries,
    wake,
    deliverToAll,
    wakeAll,
    setSynchronization,
    browser,
    storeOnServer,
    draftsMoved,
    onServer,
    lost: failures,
  };
}

const contents = ({ all }: Drafts) => all.map(({ content }) => content);

test('a draft that was deleted in the meantime is not created again', async () => {
  const { open, deliverToAll, storeOnServer, draftsMoved, onServer } = await browserOf('mel');
  const page = await open();
  const id = await page.create(toOneself('deleted'));
  await page.create(toOneself('kept'));
  await deliverToAll();
  await storeOnServer(false);
  assert.deepEqual(contents(page).sort(), ['deleted', 'kept']);
  await page.delete(id);
  await storeOnServer(true);
  await draftsMoved();
  assert.deepEqual(contents(page), ['kept']);
  assert.deepEqual(await onServer(), ['kept']);
});

test('a draft being written continues under its new id, in every page, however often it changes', async () => {
  const { open, deliverToAll, storeOnServer, draftsMoved, onServer } = await browserOf('mia');
  const [one, other] = [await open(), await open()];
  const id = await one.create(toOneself('begun'));
  await deliverToAll();
  for (const text of ['first', 'second']) {
    await storeOnServer(false);
    await one.edit(id, toOneself(`${text}, here`));
    assert.deepEqual([contents(one), contents(other)], [[`${text}, here`], [`${text}, here`]]);
    await storeOnServer(true);
    await draftsMoved();
    await other.edit(id, toOneself(`${text}, there`));
    assert.deepEqual(await onServer(), [`${text}, there`]);
  }
  await one.delete(id);
  assert.deepEqual(await onServer(), []);
});

test('a browser without free storage says so, and events continue', async () => {
  const { open, deliverToAll, storeOnServer, lost } = await browserOf('max');
  const page = await open(() => ({
    ...browserStorage(),
    setItem: () => {
      throw new Error('the quota is exceeded');
    },
  }));
  await page.create(toOneself('begun'));
  await deliverToAll();
  await storeOnServer(false);
  assert.deepEqual(lost, ['lost']);
});

test('a page that was suspended while storage on the server was turned off or on has the same drafts afterwards', async () => {
  const { open, deliverToAll, wakeAll, setSynchronization, draftsMoved, onServer } = await browserOf('mona');
  const page = await open();
  const id = await page.create(toOneself('begun'));
  await deliverToAll();
  await setSynchronization(false);
  await wakeAll();
  assert.deepEqual(contents(page), ['begun']);
  await page.edit(id, toOneself('gone on with'));
  await setSynchronization(true);
  await wakeAll();
  await draftsMoved();
  assert.deepEqual(await onServer(), ['gone on with']);
});

test('a draft that one page moved and deleted is not restored by one that was suspended', async () => {
  const { open, deliveries, wake, deliverToAll, setSynchronization } = await browserOf('olive');
  const [awake, asleep] = [await open(), await open()];
  const id = await awake.create(toOneself('begun'));
  await deliverToAll();
  await setSynchronization(false);
  await deliveries[0]?.();
  await awake.delete(id);
  await wake[1]?.();
  assert.deepEqual(contents(asleep), []);
});

test('a draft of a page that has not received the event yet is sent to the server with the rest', async () => {
  const {
    open,
    deliveries,
    deliverToAll,
    storeOnServer,
    setSynchronization,
    browser,
    draftsMoved,
    onServer,
  } = await browserOf('gus');
  await storeOnServer(false);
  const [page, asleep] = [await open(), await open()];
  await page.create(toOneself('early'));
  await setSynchronization(true);
  const { setItem } = browser;
  browser.setItem = (key, value) => {
    browser.setItem = setItem;
    setItem(key, value);
    // One has just been removed.
    void asleep.create(toOneself('late'));
  };
  await deliveries[0]?.();
  await draftsMoved();
  await deliverToAll();
  assert.deepEqual((await onServer()).sort(), ['early', 'late']);
});

test('a draft that is changed or deleted while it is sent to the server is then changed or deleted there too', async () => {
  const { open, storeOnServer, setSynchronization, deliveries, draftsMoved, onServer } =
    await browserOf('adam');
  await storeOnServer(false);
  const page = await open();
  const [deleted, changed] = [await page.create(toOneself('deleted')), await page.create(toOneself('begun'))];
  await setSynchronization(true);
  await deliveries[0]?.();
  await Promise.all([page.edit(changed, toOneself('gone on with')), page.delete(deleted)]);
  await draftsMoved();
  assert.deepEqual(await onServer(), ['gone on with']);
  await page.edit(changed, toOneself('and on'));
  assert.deepEqual(await onServer(), ['and on']);
});
