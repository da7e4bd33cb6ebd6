// A link in a mail, opened without a session: it leads to the login page, and from there to its topic.

import { expect, test } from './fixtures.ts';

test('a link in a mail leads through the login page to its topic', async ({ server, open }) => {
  const mia = await server.as('mia');
  const id = await mia.sendToChannel('general', 'while away', 'this was in the mail');
  const { stream_id: channel } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
  const page = await open(undefined);
  const fragment = `#narrow/channel/${channel}-general/topic/while.20away/near/${id}`;
  for (const byPassword of [true, false]) {
    // The client is closed first: it would notice that the session is gone, and open the login page itself.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${server.url}/${fragment}`);
    await expect(page).toHaveURL(/\/login\//);
    if (byPassword) {
      await page.getByRole('textbox', { name: 'Email' }).fill('mel@example.com');
      await page.getByLabel('Password').fill('demo-password');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    } else await page.getByRole('button', { name: 'Log in as Mel Member' }).click();
    await expect(page).toHaveURL(`${server.url}/${fragment}`);
    await expect(page.getByRole('feed').getByText('this was in the mail')).toBeVisible();
  }
});
