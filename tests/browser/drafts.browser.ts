// Drafts that are stored on the server, or only in this browser, depending on the setting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest } from './browser.ts';

test('drafts are stored where the setting says', { skip, timeout: 300_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = (name: string) => `${server.url}/#narrow/channel/${stream_id}/topic/${name}`;
  const page = await open('Mel Member', '#inbox');
  const field = page.getByRole('textbox', { name: /^Message/ });
  const drafts = page.getByRole('main').getByRole('listitem');
  const onServer = async () => (await mel.call('get-drafts')).drafts.map(({ content }) => content);
  const write = async (where: string, text: string) => {
    await page.goto(topic(where));
    await field.fill(text);
    await page.goto(`${server.url}/#drafts`);
    await drafts.filter({ hasText: text }).waitFor();
  };

  await context.test('on the server by default', async () => {
    await write('one', 'begun for everywhere');
    await waitUntil(async () => (await onServer()).includes('begun for everywhere'));
  });

  await context.test('changes from another browser appear in a field without focus', async () => {
    await page.goto(topic('one'));
    await waitUntil(async () => (await field.inputValue()) === 'begun for everywhere');
    const { drafts: all } = await mel.call('get-drafts');
    const [draft] = all;
    assert.ok(draft);
    const { id, timestamp: _edited, ...before } = draft;
    await mel.call('edit-draft', { draft_id: id, draft: { ...before, content: 'changed elsewhere' } });
    await waitUntil(async () => (await field.inputValue()) === 'changed elsewhere');
    await mel.call('edit-draft', { draft_id: id, draft: before });
    await waitUntil(async () => (await field.inputValue()) === 'begun for everywhere');
  });

  await context.test('when turned off, existing and new drafts stay in this browser', async () => {
    await mel.call('update-settings', { enable_drafts_synchronization: false });
    assert.deepEqual(await onServer(), []);
    await write('two', 'begun for here');
    await page.reload();
    await drafts.filter({ hasText: 'begun for everywhere' }).waitFor();
    await drafts.filter({ hasText: 'begun for here' }).waitFor();
    assert.deepEqual(await onServer(), []);
    await page.goto(topic('one'));
    await waitUntil(async () => (await field.inputValue()) === 'begun for everywhere');
    await field.fill('begun and changed');
    await page.goto(`${server.url}/#drafts`);
    await drafts.filter({ hasText: 'begun and changed' }).waitFor();
    assert.equal(await drafts.count(), 2);
  });

  await context.test('one is deleted, and one disappears when it is sent', async () => {
    await drafts
      .filter({ hasText: 'begun and changed' })
      .getByRole('button', { name: 'Delete draft' })
      .click();
    await drafts.filter({ hasText: 'begun and changed' }).waitFor({ state: 'detached' });
    await write('three', 'sent at last');
    await drafts
      .filter({ hasText: 'sent at last' })
      .getByRole('button', { name: 'Continue writing' })
      .click();
    await waitUntil(async () => (await field.inputValue()) === 'sent at last');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').filter({ hasText: 'sent at last' }).waitFor();
    await page.goto(`${server.url}/#drafts`);
    await drafts.filter({ hasText: 'begun for here' }).waitFor();
    await drafts.filter({ hasText: 'sent at last' }).waitFor({ state: 'detached' });
    assert.deepEqual(await onServer(), []);
  });

  await context.test('when turned on again, the server receives each draft once', async () => {
    await mel.call('update-settings', { enable_drafts_synchronization: true });
    await waitUntil(async () => (await onServer()).length > 0);
    await page.reload();
    await drafts.filter({ hasText: 'begun for here' }).waitFor();
    assert.equal(await drafts.count(), 1);
    assert.deepEqual(await onServer(), ['begun for here']);
  });
});
