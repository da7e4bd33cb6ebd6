// Drafts that are stored on the server, or only in this browser, depending on the setting.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';

test('drafts are stored where the setting says', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = (name: string) => `${server.url}/#narrow/channel/${stream_id}/topic/${name}`;
  const page = await open('mel', '#inbox');
  const field = page.getByRole('textbox', { name: /^Message/ });
  const drafts = page.getByRole('main').getByRole('listitem');
  const onServer = async () => (await mel.call('get-drafts')).drafts.map(({ content }) => content);
  const write = async (where: string, text: string) => {
    await page.goto(topic(where));
    await field.fill(text);
    await page.goto(`${server.url}/#drafts`);
    await expect(drafts.filter({ hasText: text })).toBeVisible();
  };

  await test.step('on the server by default', async () => {
    await write('one', 'begun for everywhere');
    await expect.poll(onServer).toContain('begun for everywhere');
  });

  await test.step('changes from another browser appear in a field without focus', async () => {
    await page.goto(topic('one'));
    await expect(field).toHaveValue('begun for everywhere');
    const { drafts: all } = await mel.call('get-drafts');
    const [draft] = all;
    assert.ok(draft);
    const { id, timestamp: _edited, ...before } = draft;
    await mel.call('edit-draft', { draft_id: id, draft: { ...before, content: 'changed elsewhere' } });
    await expect(field).toHaveValue('changed elsewhere');
    await mel.call('edit-draft', { draft_id: id, draft: before });
    await expect(field).toHaveValue('begun for everywhere');
  });

  await test.step('when turned off, existing and new drafts stay in this browser', async () => {
    await mel.call('update-settings', { enable_drafts_synchronization: false });
    assert.deepEqual(await onServer(), []);
    await write('two', 'begun for here');
    await page.reload();
    await expect(drafts.filter({ hasText: 'begun for everywhere' })).toBeVisible();
    await expect(drafts.filter({ hasText: 'begun for here' })).toBeVisible();
    assert.deepEqual(await onServer(), []);
    await page.goto(topic('one'));
    await expect(field).toHaveValue('begun for everywhere');
    await field.fill('begun and changed');
    await page.goto(`${server.url}/#drafts`);
    await expect(drafts.filter({ hasText: 'begun and changed' })).toBeVisible();
    await expect(drafts).toHaveCount(2);
  });

  await test.step('one draft is deleted, and another disappears when it is sent', async () => {
    await drafts
      .filter({ hasText: 'begun and changed' })
      .getByRole('button', { name: 'Delete draft' })
      .click();
    await expect(drafts.filter({ hasText: 'begun and changed' })).toHaveCount(0);
    await write('three', 'sent at last');
    await drafts
      .filter({ hasText: 'sent at last' })
      .getByRole('button', { name: 'Continue writing' })
      .click();
    await expect(field).toHaveValue('sent at last');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('article').filter({ hasText: 'sent at last' })).toBeVisible();
    await page.goto(`${server.url}/#drafts`);
    await expect(drafts.filter({ hasText: 'begun for here' })).toBeVisible();
    await expect(drafts.filter({ hasText: 'sent at last' })).toHaveCount(0);
    assert.deepEqual(await onServer(), []);
  });

  await test.step('when turned on again, the server receives each draft once', async () => {
    await mel.call('update-settings', { enable_drafts_synchronization: true });
    await expect.poll(async () => (await onServer()).length).toBeGreaterThan(0);
    await page.reload();
    await expect(drafts.filter({ hasText: 'begun for here' })).toBeVisible();
    await expect(drafts).toHaveCount(1);
    assert.deepEqual(await onServer(), ['begun for here']);
  });
});
