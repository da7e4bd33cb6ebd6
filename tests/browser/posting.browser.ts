// Where a person may not post: a sentence in place of the composer, which follows the permission.

import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('a channel, an archived channel and direct messages say who may post instead of a field', async ({
  server,
  open,
}) => {
  const [owner, mel] = [await server.as('adam'), await server.as('mel')];
  const { stream_id: id } = await mel.ok('GET', '/get_stream_id', { stream: 'announcements' });
  const page = await open('mel', `#narrow/channel/${id}/topic/news`);
  const field = page.getByRole('textbox', { name: /^Message/ });
  const notice = page.getByRole('main').locator('.may-not-post');
  const change = (who: number | object) =>
    owner.ok('PATCH', `/streams/${id}`, { can_send_message_group: { new: who } });
  await expect(notice).toHaveText(/^You don’t have permission to post here\. Who can: /);
  await expect(field).toHaveCount(0);
  await picture(page, 'may-not-post');
  expect(await violations(page)).toEqual([]);

  await test.step('the field appears and disappears with the permission', async () => {
    const { user_id } = await mel.ok('GET', '/users/me');
    await change({ direct_members: [user_id], direct_subgroups: [] });
    await expect(field).toBeVisible();
    await expect(notice).toHaveCount(0);
    await field.fill('half a thought');
    await change({ direct_members: [], direct_subgroups: [] });
    await expect(notice).toHaveText(/^No one can post here\./);
    await expect(page.locator('body')).not.toBeFocused();
    await change({ direct_members: [user_id], direct_subgroups: [] });
    await expect(field).toHaveValue('half a thought');
    await field.fill('');
  });

  await test.step('an archived channel', async () => {
    await owner.ok('DELETE', `/streams/${id}`);
    await expect(notice).toHaveText(/^This channel is archived\. No one can post in it\./);
    await expect(field).toHaveCount(0);
  });

  await test.step('a private channel to which the person must subscribe first, or that they have left', async () => {
    const { user_id: melId } = await mel.ok('GET', '/users/me');
    const { user_id: adamId } = await owner.ok('GET', '/users/me');
    const { id } = await owner.ok('POST', '/channels/create', {
      name: 'inner circle',
      subscribers: [adamId],
      invite_only: true,
      history_public_to_subscribers: false,
      can_subscribe_group: { direct_members: [melId], direct_subgroups: [] },
    });
    await page.goto(`${new URL(page.url()).origin}/#narrow/channel/${id}/topic/plans`);
    await expect(notice).toHaveText('Only subscribers can post in this channel. Subscribe to it first.');
    await picture(page, 'may-not-post-private');
    await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'inner circle' }] });
    await expect(field).toBeVisible();
    await owner.ok('PATCH', `/streams/${id}`, {
      can_subscribe_group: { new: { direct_members: [], direct_subgroups: [] } },
    });
    await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['inner circle'] });
    await expect(notice).toHaveText('This channel does not exist, or you don’t have access to it.');
    await expect(field).toHaveCount(0);
  });

  await test.step('a conversation with a deactivated person', async () => {
    const gus = await server.as('gus');
    const { user_id } = await gus.ok('GET', '/users/me');
    await page.goto(`${new URL(page.url()).origin}/#narrow/dm/${user_id}`);
    await expect(field).toBeVisible();
    await owner.ok('DELETE', `/users/${user_id}`);
    await expect(notice).toHaveText('The account of Gus Guest is deactivated. No one can send it messages.');
    await expect(field).toHaveCount(0);
    await picture(page, 'may-not-post-deactivated');
  });

  await test.step('direct messages that are turned off', async () => {
    const mia = await server.as('mia');
    const { user_id } = await mia.ok('GET', '/users/me');
    await page.goto(`${new URL(page.url()).origin}/#narrow/dm/${user_id}`);
    await expect(field).toBeVisible();
    await owner.ok('PATCH', '/realm', {
      direct_message_permission_group: { new: { direct_members: [], direct_subgroups: [] } },
    });
    await expect(notice).toHaveText(/^Direct messages are turned off in this organization\./);
    await expect(field).toHaveCount(0);
  });
});
