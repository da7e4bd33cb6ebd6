// From the link for creating an organization, over the first steps of its owner and the invitation of a second person, to
// their first message, on a server without mail.

import { startTestServer } from '../support/server.ts';
import { png } from '../uploads/support.ts';
import { expect, test, webDirectory } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

const PASSWORD = 'a rather long pass phrase';

test('an owner founds an organization and does the first steps, and a newcomer says hello', async ({
  openOn,
}) => {
  const server = await startTestServer({ isDemo: false, mailFilesCountAsSent: false, webDirectory });
  const open = openOn(server);
  const foundingPath = server.server.foundingLink.path;
  const owner = await open(undefined, foundingPath.slice(1));
  const steps = owner.getByRole('region', { name: 'First steps' });
  const sidebar = owner.getByRole('navigation', { name: 'Sidebar' });
  const dialog = owner.getByRole('dialog');
  let link = '';

  await test.step('the owner sees the first steps', async () => {
    await owner.getByLabel('Organization name').fill('Acme');
    await owner.getByRole('textbox', { name: 'Your name', exact: true }).fill('Olga Owner');
    await owner.getByRole('textbox', { name: 'Your email address', exact: true }).fill('olga@acme.example');
    await owner.getByLabel('Password').fill(PASSWORD);
    await owner.getByRole('button', { name: 'Create organization' }).click();
    await expect(steps.getByRole('heading', { name: 'Welcome, Olga' })).toBeVisible();
    await expect(steps.getByRole('status')).toHaveText('0 of 4 done');
    await expect(steps.getByText(/Email isn’t set up on this server/)).toBeVisible();
    await expect.poll(() => violations(owner)).toEqual([]);
    await picture(owner, 'first-steps');
  });

  await test.step('the owner uploads a picture, invites, and creates channels', async () => {
    const chooser = owner.waitForEvent('filechooser');
    await steps.getByRole('button', { name: 'Choose picture' }).click();
    const file = { name: 'olga.png', mimeType: 'image/png', buffer: await png(32, 32) };
    await (await chooser).setFiles(file);
    await expect(steps.getByRole('heading', { name: 'Done: Add your picture' })).toBeVisible();
    await steps.getByRole('button', { name: 'Create link' }).click();
    const field = steps.getByRole('textbox', { name: 'Invitation link' });
    await expect(field).toHaveValue(/^http/);
    link = await field.inputValue();
    await expect(steps.getByRole('button', { name: 'Copy' })).toBeFocused();
    await expect(steps.getByText(/^This link works only on the computer/)).toBeVisible();
    await expect(steps.getByRole('heading', { name: 'Done: Invite people' })).toBeVisible();
    await steps.getByRole('button', { name: 'More options' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Number of uses' })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /^With one link/ })).toBeFocused();
    await expect(dialog.getByText(/--smtp-url/)).toBeVisible();
    await expect.poll(() => violations(owner)).toEqual([]);
    await picture(owner, 'invite-without-mail');
    await owner.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await steps.getByRole('button', { name: 'Create the channel projects' }).click();
    await expect(steps.getByRole('heading', { name: 'Done: Create your first channels' })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: /^projects/ })).toBeVisible();
    await steps.getByRole('button', { name: 'Create another' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(steps.getByRole('status')).toHaveText('3 of 4 done');
  });

  await test.step('the owner adds sample content, and removes it', async () => {
    await steps.getByRole('button', { name: 'Add sample content' }).click();
    await expect(sidebar.getByRole('link', { name: /^sample project/ })).toBeVisible();
    await expect(steps.getByRole('status')).toHaveText('3 of 4 done');
    await picture(owner, 'sample-content');
    await steps.getByRole('button', { name: 'Remove sample content' }).click();
    await dialog.getByRole('button', { name: 'Remove sample content' }).click();
    await expect(sidebar.getByRole('link', { name: /^sample project/ })).toHaveCount(0);
    await steps.getByRole('button', { name: 'Add sample content' }).click();
    await expect(sidebar.getByRole('link', { name: /^sample small talk/ })).toBeVisible();
  });

  await test.step('the newcomer joins, sees who is here and how topics work, and says hello', async () => {
    const newcomer = await open(undefined, new URL(link).pathname.slice(1));
    await expect(newcomer.getByText(/the address stays unconfirmed/)).toBeVisible();
    await expect.poll(() => violations(newcomer)).toEqual([]);
    await picture(newcomer, 'join-without-mail');
    await newcomer.getByRole('textbox', { name: 'Your email address', exact: true }).fill('nia@acme.example');
    await newcomer.getByRole('textbox', { name: 'Your name', exact: true }).fill('Nia New');
    await newcomer.getByLabel('Password').fill(PASSWORD);
    await newcomer.getByRole('button', { name: 'Create my account' }).click();
    const own = newcomer.getByRole('region', { name: 'First steps' });
    await expect(own.getByRole('heading', { name: 'Welcome to Acme, Nia' })).toBeVisible();
    await expect(own.getByRole('button', { name: 'Olga Owner Owner' })).toBeVisible();
    await expect(own.getByRole('link', { name: /^sample project › / })).toBeVisible();
    await expect(newcomer.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
    await expect.poll(() => violations(newcomer)).toEqual([]);
    await newcomer.setViewportSize({ width: 390, height: 844 });
    await newcomer.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => violations(newcomer)).toEqual([]);
    await picture(newcomer, 'newcomer');
    await own.getByRole('button', { name: 'Write a message' }).click();
    const field = newcomer.getByRole('textbox', { name: /^Message/ });
    await expect(field).toBeFocused();
    await newcomer.keyboard.type('Hello from Nia');
    await newcomer.getByRole('button', { name: 'Send' }).click();
    await expect(newcomer.getByRole('feed').getByText('Hello from Nia')).toBeVisible();
    await newcomer.goto(`${server.url}/#inbox`);
    await expect(own.getByRole('heading', { name: 'Done: Say hello' })).toBeVisible();
    await newcomer.goto(`${server.url}/#settings/security`);
    await expect(newcomer.getByText('This address isn’t confirmed.')).toBeVisible();
    await newcomer.goto(`${server.url}/#inbox`);
    await own.getByRole('button', { name: 'Hide this list' }).click();
    await expect(own).toHaveCount(0);
  });

  await test.step('the owner finishes the list, which is gone for good', async () => {
    await owner.evaluate(`Notification.requestPermission = async () => 'denied'`);
    await steps.getByRole('button', { name: 'Turn on' }).click();
    await expect(steps.getByRole('status')).toHaveText('You’re all set.');
    await steps.getByRole('button', { name: 'Close this list' }).click();
    await expect(steps).toHaveCount(0);
    await owner.reload();
    await expect(sidebar.getByRole('button', { name: 'Invite people' })).toBeVisible();
    await expect(steps).toHaveCount(0);
    await sidebar.getByRole('link', { name: /^general/ }).click();
    await expect(owner.getByRole('feed').getByText('Hello from Nia')).toBeVisible();
    await owner.goto(`${server.url}/#organization/people/active`);
    await owner.getByRole('button', { name: 'Manage Nia New' }).click();
    await expect(dialog.getByText('This email address isn’t confirmed.')).toBeVisible();
  });
});
