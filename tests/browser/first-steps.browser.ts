// From the link that founds an organization to the first message of a second person, on a server without mail.

import type { Page } from '@playwright/test';
import { startTestServer } from '../support/server.ts';
import { expect, test, webDirectory } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

const PASSWORD = 'a rather long pass phrase';

/** The initial channel of every organization, by the address of its sidebar entry. */
async function generalId(page: Page): Promise<number> {
  const line = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: /^general/ });
  const [, id] = /channel\/(\d+)/.exec((await line.getAttribute('href')) ?? '') ?? [];
  return Number(id);
}

test('an owner creates an organization and invites by link, and a newcomer posts', async ({ openOn }) => {
  const server = await startTestServer({ isDemo: false, mailFilesCountAsSent: false, webDirectory });
  const open = openOn(server);
  const founding = server.server.foundingLink.path;
  const owner = await open(undefined, founding.slice(1));
  const steps = owner.getByRole('region', { name: 'Next steps' });
  const dialog = owner.getByRole('dialog');
  let link = '';
  let channelId = 0;

  await test.step('the owner sees the next steps', async () => {
    await owner.getByLabel('Organization name').fill('Acme');
    await owner.getByRole('textbox', { name: 'Your name', exact: true }).fill('Olga Owner');
    await owner.getByRole('textbox', { name: 'Your email address', exact: true }).fill('olga@acme.example');
    await owner.getByLabel('Password').fill(PASSWORD);
    await owner.getByRole('button', { name: 'Create organization' }).click();
    await expect(steps.getByRole('link', { name: /^Create a channel/ })).toBeVisible();
    await expect(steps.getByRole('link', { name: /^Add your picture/ })).toBeVisible();
    await expect.poll(() => violations(owner)).toEqual([]);
    await picture(owner, 'next-steps');
  });

  await test.step('the owner invites by link, since email is not set up', async () => {
    await steps.getByRole('button', { name: /^Invite people/ }).click();
    await expect(dialog.getByText('Email isn’t set up on this server.')).toBeVisible();
    await expect(dialog.getByText(/docs\/guide\/mail\.md/)).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Number of uses' }).selectOption('1 person');
    await expect.poll(() => violations(owner)).toEqual([]);
    await picture(owner, 'invite-without-mail');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const field = dialog.getByRole('textbox', { name: 'Invitation link' });
    await expect(field).toHaveValue(/^http/);
    link = await field.inputValue();
    await owner.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the newcomer joins, and is informed about the email address', async () => {
    const newcomer = await open(undefined, new URL(link).pathname.slice(1));
    await expect(newcomer.getByText(/the address stays unconfirmed/)).toBeVisible();
    await expect.poll(() => violations(newcomer)).toEqual([]);
    await picture(newcomer, 'join-without-mail');
    await newcomer.getByRole('textbox', { name: 'Your email address', exact: true }).fill('nia@acme.example');
    await newcomer.getByRole('textbox', { name: 'Your name', exact: true }).fill('Nia New');
    await newcomer.getByLabel('Password').fill(PASSWORD);
    await newcomer.getByRole('button', { name: 'Create my account' }).click();
    await expect(newcomer.getByRole('navigation', { name: 'Sidebar' })).toBeVisible();
    await newcomer.goto(`${server.url}/#settings/security`);
    await expect(newcomer.getByText('This address isn’t confirmed.')).toBeVisible();
    await expect(newcomer.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
    channelId = await generalId(newcomer);
    await newcomer.goto(`${server.url}/#narrow/channel/${channelId}/topic/greetings`);
    const field = newcomer.getByRole('textbox', { name: /^Message/ });
    await field.fill('Hello from Nia');
    await newcomer.getByRole('button', { name: 'Send' }).click();
    await expect(newcomer.getByRole('feed').getByText('Hello from Nia')).toBeVisible();
  });

  await test.step('the owner reads it, sees that the address is unconfirmed, and hides the steps', async () => {
    await owner.goto(`${server.url}/#narrow/channel/${channelId}/topic/greetings`);
    await expect(owner.getByRole('feed').getByText('Hello from Nia')).toBeVisible();
    await owner.goto(`${server.url}/#organization/people/active`);
    await owner.getByRole('button', { name: 'Manage Nia New' }).click();
    await expect(dialog.getByText('This email address isn’t confirmed.')).toBeVisible();
    await owner.keyboard.press('Escape');
    await owner.goto(`${server.url}/#inbox`);
    await steps.getByRole('button', { name: 'Hide these steps' }).click();
    await expect(steps).toHaveCount(0);
    await owner.reload();
    const sidebar = owner.getByRole('navigation', { name: 'Sidebar' });
    await expect(sidebar.getByRole('button', { name: 'Invite people' })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});
