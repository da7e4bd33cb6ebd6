// Slash commands: suggested while they are typed, and run instead of being sent.

import { topicAddress } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('slash commands are suggested while they are typed, and run instead of being sent', async ({
  server,
  open,
}) => {
  const page = await open('mel', await topicAddress(server, 'commands'));
  const field = page.getByRole('textbox', { name: /^Message/ });
  const options = page.getByRole('option');
  const status = (text: string | RegExp) => page.getByRole('status').getByText(text);

  await test.step('a slash suggests all commands, and further letters only the matching ones', async () => {
    await field.pressSequentially('/');
    await expect(options).toContainText(['/me', '/poll', '/todo', '/remind', '/dark']);
    await picture(page, 'commands');
    await expect.poll(() => violations(page)).toEqual([]);
    await field.pressSequentially('po');
    await expect(options).toHaveText([/^\/poll question/]);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('/poll ');
  });

  await test.step('a command in a message is sent with it', async () => {
    await page.keyboard.type('Tea?\nYes');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('group', { name: 'Poll' }).getByText('Tea?')).toBeVisible();
  });

  await test.step('a command that changes a setting is run, and says how to go back', async () => {
    await field.fill('/dark');
    await page.keyboard.press('Control+Enter');
    await expect(status('You now use the dark theme. Type /light to go back.')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(field).toHaveValue('');
  });

  await test.step('a command that fails stays in the field, with the reason', async () => {
    await field.fill('/remind tea');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').getByText(/^Say when and what/)).toBeVisible();
    await expect(field).toHaveValue('/remind tea');
    await picture(page, 'command-failed');
  });

  await test.step('a reminder is scheduled', async () => {
    await field.fill('/remind tomorrow 9:00 make *tea*');
    await page.keyboard.press('Control+Enter');
    await expect(status(/^You will be reminded on /)).toBeVisible();
    await page.goto(`${server.url}/#scheduled`);
    await expect(page.getByRole('main').getByText('make tea')).toBeVisible();
  });

  await test.step('a message that begins like a command is sent', async () => {
    await page.goBack();
    await field.fill('/dark chocolate');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('feed').getByText('/dark chocolate')).toBeVisible();
  });
});
