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

/** A browser of one person, whose pages receive events when the test says so. */
async function browserOf(name: DemoName) {
  const person = await server.as(name);
  const browser = browserStorage();
  const deliveries: (() => Promise<void>)[] = [];
  const wake: (() => Promise<void>)[] = [];
  const lost: string[] = [];
  async function open(storage: () => Storage = () => browser): Promise<Drafts> {
    const listener = await person.registerQueue();
    const organization = new Organization({ client: person.api, snapshot: listener.snapshot });
    const drafts = new Drafts(organization, storage);
    drafts.watch(() => void lost.push('lost'));
    deliveries.push(async () => {
      for (const event of await listener.events()) organization.apply({ kind: 'event', event });
    });
    wake.push(async () => {
      const { snapshot } = await person.registerQueue();
      organization.apply({ kind: 'snapshot', snapshot });
    });
    return drafts;
  }
  const allHear = async () => {
    for (const one of deliveries) await one();
  };
  /** The pages slept for so long that they receive a new snapshot, and no events. */
  const allWake = async () => {
    for (const one of wake) await one();
  };
  const setSynchronization = (enable_drafts_synchronization: boolean) =>
    person.call('update-settings', { enable_drafts_synchronization });
  const keepOnServer = async (enable_drafts_synchronization: boolean) => {
    await setSynchronization(enable_drafts_synchronization);
    await allHear();
  };
  const onServer = async () => (await person.call('get-drafts')).drafts.map(({ content }) => content);
  /** The server has the local drafts, and the pages know. */
  const haveGiven = async () => {
    await waitUntil(async () => ![...browser.entries.keys()].some((key) => key.startsWith('draft here')));
    await allHear();
  };
  return {
    open,
    hear: deliveries,
    wake,
    allHear,
    allWake,
    setSynchronization,
    browser,
    keepOnServer,
    haveGiven,
    onServer,
    lost,
  };
}

const contents = ({ all }: Drafts) => all.map(({ content }) => content);

test('a draft that was deleted in the meantime is not created again', async () => {
  const { open, allHear, keepOnServer, haveGiven, onServer } = await browserOf('mel');
  const page = await open();
  const id = await page.create(toOneself('deleted'));
  await page.create(toOneself('kept'));
  await allHear();
  await keepOnServer(false);
  assert.deepEqual(contents(page).sort(), ['deleted', 'kept']);
  await page.delete(id);
  await keepOnServer(true);
  await haveGiven();
  assert.deepEqual(contents(page), ['kept']);
  assert.deepEqual(await onServer(), ['kept']);
});

test('a draft being written continues under its new id, in every page, however often it changes', async () => {
  const { open, allHear, keepOnServer, haveGiven, onServer } = await browserOf('mia');
  const [one, other] = [await open(), await open()];
  const id = await one.create(toOneself('begun'));
  await allHear();
  for (const text of ['first', 'second']) {
    await keepOnServer(false);
    await one.edit(id, toOneself(`${text}, here`));
    assert.deepEqual([contents(one), contents(other)], [[`${text}, here`], [`${text}, here`]]);
    await keepOnServer(true);
    await haveGiven();
    await other.edit(id, toOneself(`${text}, there`));
    assert.deepEqual(await onServer(), [`${text}, there`]);
  }
  await one.delete(id);
  assert.deepEqual(await onServer(), []);
});

test('a browser without free storage says so, and events continue', async () => {
  const { open, allHear, keepOnServer, lost } = await browserOf('max');
  const page = await open(() => ({
    ...browserStorage(),
    setItem: () => {
      throw new Error('the quota is exceeded');
    },
  }));
  await page.create(toOneself('begun'));
  await allHear();
  await keepOnServer(false);
  assert.deepEqual(lost, ['lost']);
});

test('a page that slept while storage on the server was turned off or on has the same drafts afterwards', async () => {
  const { open, allHear, allWake, setSynchronization, haveGiven, onServer } = await browserOf('mona');
  const page = await open();
  const id = await page.create(toOneself('begun'));
  await allHear();
  await setSynchronization(false);
  await allWake();
  assert.deepEqual(contents(page), ['begun']);
  await page.edit(id, toOneself('gone on with'));
  await setSynchronization(true);
  await allWake();
  await haveGiven();
  assert.deepEqual(await onServer(), ['gone on with']);
});

test('a draft that one page moved and deleted is not restored by one that was suspended', async () => {
  const { open, hear, wake, allHear, setSynchronization } = await browserOf('olive');
  const [awake, asleep] = [await open(), await open()];
  const id = await awake.create(toOneself('begun'));
  await allHear();
  await setSynchronization(false);
  await hear[0]?.();
  await awake.delete(id);
  await wake[1]?.();
  assert.deepEqual(contents(asleep), []);
});

test('a draft of a page that has not received the event yet is sent to the server with the rest', async () => {
  const { open, hear, allHear, keepOnServer, setSynchronization, browser, haveGiven, onServer } =
    await browserOf('gus');
  await keepOnServer(false);
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
  await hear[0]?.();
  await haveGiven();
  await allHear();
  assert.deepEqual((await onServer()).sort(), ['early', 'late']);
});

test('a draft changed or deleted while it is sent to the server ends up as it is here', async () => {
  const { open, keepOnServer, setSynchronization, hear, haveGiven, onServer } = await browserOf('adam');
  await keepOnServer(false);
  const page = await open();
  const [deleted, changed] = [await page.create(toOneself('deleted')), await page.create(toOneself('begun'))];
  await setSynchronization(true);
  await hear[0]?.();
  await Promise.all([page.edit(changed, toOneself('gone on with')), page.delete(deleted)]);
  await haveGiven();
  assert.deepEqual(await onServer(), ['gone on with']);
  await page.edit(changed, toOneself('and on'));
  assert.deepEqual(await onServer(), ['and on']);
});
