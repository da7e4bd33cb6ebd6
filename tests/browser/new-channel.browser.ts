// Creating a channel: whom it begins with, where it is announced, and the next steps while it is empty.

import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

test('a new channel begins with chosen people or everyone, and is announced', async ({ server, open }) => {
  const [adam, mia, gus] = [await server.as('adam'), await server.as('mia'), await server.as('gus')];
  const olive = await server.as('olive');
  const page = await open('adam', '#drafts');
  const dialog = page.getByRole('dialog', { name: 'Create a channel' });
  const main = page.getByRole('main');
  const subscribersOf = async (name: string) => {
    const { stream_id } = await adam.call('get-stream-id', { stream: name });
    return (await adam.call('get-subscribers', { stream_id })).subscribers;
  };
  const create = async (name: string) => {
    await page.goto(`${server.url}/#channels/new`);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  };
  const finish = async (name: string) => {
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(main.getByRole('heading', { name })).toBeVisible();
  };

  await test.step('without a channel for announcements, administrators are led to the setting', async () => {
    await create('quiet');
    await expect(dialog.getByRole('checkbox', { name: /^Announce/ })).toHaveCount(0);
    const link = dialog.getByRole('link', { name: /in which new channels are announced/ });
    await expect(link).toHaveAttribute('href', /#organization\/notices\/new_stream/);
    await picture(page, 'new-channel');
    await expect.poll(() => problems(page, 'a new channel')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  const { stream_id: general } = await adam.call('get-stream-id', { stream: 'general' });
  await adam.call('update-organization', { new_stream_announcements_stream_id: general });

  await test.step('with chosen people, announced', async () => {
    await create('chosen');
    await expect(dialog.getByRole('checkbox', { name: 'Announce it in #general' })).toBeChecked();
    await dialog.getByRole('combobox', { name: 'Add people' }).fill('Mia');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: /Mia Member$/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Olive Owner', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Remove Olive Owner' })).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Add people' })).toBeFocused();
    await picture(page, 'new-channel-people');
    await finish('chosen');
    expect([...(await subscribersOf('chosen'))].sort()).toEqual(
      [adam.userId, mia.userId, olive.userId].sort(),
    );
    const { messages } = await adam.call('get-messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: general }],
    });
    expect(messages[0]?.content).toContain('#chosen');
  });

  await test.step('an empty channel offers a first topic, people and its link', async () => {
    await expect(main.getByText('No messages yet')).toBeVisible();
    await picture(page, 'empty-channel');
    await expect.poll(() => problems(page, 'an empty channel')).toEqual([]);
    await main.getByRole('button', { name: 'Add people' }).click();
    const people = page.getByRole('dialog', { name: 'Subscribers' });
    await people.getByRole('combobox', { name: 'Add people' }).fill('Gus');
    await page.keyboard.press('Enter');
    await expect(people.getByRole('button', { name: 'Gus Guest', exact: true })).toBeVisible();
    expect(await subscribersOf('chosen')).toContain(gus.userId);
    await page.keyboard.press('Escape');
    await expect(main.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await main.getByRole('button', { name: 'New topic' }).click();
    await page.getByRole('combobox', { name: 'Topic' }).fill('beginnings');
    await page.getByRole('textbox', { name: /^Message/ }).fill('The first of many');
    await page.keyboard.press('Control+Enter');
    await expect(main.getByText('The first of many')).toBeVisible();
    await expect(main.getByText('No messages yet')).toHaveCount(0);
  });

  await test.step('with everyone except guests, and a private one with neither', async () => {
    await create('for all');
    await dialog.getByRole('checkbox', { name: /^Everyone except guests/ }).check();
    await expect(dialog.getByRole('combobox', { name: 'Add people' })).toHaveCount(0);
    await finish('for all');
    const all = await subscribersOf('for all');
    expect(all).toContain(mia.userId);
    expect(all).not.toContain(gus.userId);
    await create('closed');
    await dialog.getByRole('checkbox', { name: /^Everyone except guests/ }).check();
    await dialog.getByRole('radio', { name: 'Subscribers only, from when they join' }).check();
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    await finish('closed');
    expect(await subscribersOf('closed')).toEqual([adam.userId]);
  });
});

test('people who may create only private channels are offered those', async ({ server, open }) => {
  const adam = await server.as('adam');
  const nobody = { new: { direct_members: [], direct_subgroups: [] } };
  await adam.call('update-organization', { can_create_public_channel_group: nobody });
  const page = await open('mel', '#channels/all');
  const dialog = page.getByRole('dialog', { name: 'Create a channel' });
  await page.getByRole('main').getByRole('button', { name: 'Create a channel' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(
    dialog.getByRole('radio', { name: 'Subscribers only, including earlier messages' }),
  ).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('only ours');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('main').getByRole('heading', { name: 'only ours' })).toBeVisible();
  await adam.call('update-organization', { can_create_private_channel_group: nobody });
  await page.goto(`${server.url}/#channels/new`);
  await expect(page).toHaveURL(/#channels\/all$/);
  await expect(dialog).toHaveCount(0);
});
