// What can be done with a row of the inbox: marking it as read, muting, following, opening, and undoing each.

import { expect, test } from './fixtures.ts';

test('a row leaves before the server answers, and returns if the server refuses', async ({
  server,
  open,
}) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  await adam.sendToChannel('engineering', 'refused', 'a message');
  await adam.sendToChannel('engineering', 'other', 'a message');
  const page = await open('mel', '#inbox');
  const row = page.getByRole('row', { name: /refused/ });
  let answer = () => undefined as unknown;
  await page.route('**/messages/flags/narrow', async (route) => {
    await new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    await route.fulfill({ status: 400, json: { result: 'error', msg: 'No.', code: 'BAD_REQUEST' } });
  });
  await row.hover();
  await row.getByRole('button', { name: /^Mark as read/ }).click();
  await expect(row).toHaveCount(0);
  answer();
  await expect(row).toHaveAccessibleName(/refused.*1 unread/);
});
