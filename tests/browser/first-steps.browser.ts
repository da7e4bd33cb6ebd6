// From the link that founds an organization to the first message of a second person, on a server without mail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { startTestServer } from '../support/server.ts';
import { picture, skip, startBrowser, violations, webDirectory } from './browser.ts';

const PASSWORD = 'a rather long pass phrase';

/** The initial channel of every organization, by the address of its sidebar entry. */
async function generalId(page: Page): Promise<number> {
  const line = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: /^general/ });
  const [, id] = /channel\/(\d+)/.exec((await line.getAttribute('href')) ?? '') ?? [];
  return Number(id);
}

test('an owner creates an organization and invites by link, and a newcomer posts', {
  skip,
  timeout: 300_000,
}, async (context) => {
  const server = await startTestServer({ isDemo: false, mailFilesCountAsSent: false, webDirectory });
  const open = await startBrowser(server);
  const founding = server.server.foundingLink.path;
  const owner = await open(undefined, founding.slice(1));
  const steps = owner.getByRole('region', { name: 'Next steps' });
  const dialog = owner.getByRole('dialog');
  let link = '';
  let channelId = 0;

  await context.test('the owner sees the next steps', async () => {
    await owner.getByLabel('Organization name').fill('Acme');
    await owner.getByRole('textbox', { name: 'Your name', exact: true }).fill('Olga Owner');
    await owner.getByRole('textbox', { name: 'Your email address', exact: true }).fill('olga@acme.example');
    await owner.getByLabel('Password').fill(PASSWORD);
    await owner.getByRole('button', { name: 'Create organization' }).click();
    await steps.getByRole('link', { name: /^Create a channel/ }).waitFor();
    await steps.getByRole('link', { name: /^Add your picture/ }).waitFor();
    assert.deepEqual(await violations(owner), []);
    await picture(owner, 'next-steps');
  });

  await context.test('the owner invites by link, since email is not set up', async () => {
    await steps.getByRole('button', { name: /^Invite people/ }).click();
    await dialog.getByText('Email isn’t set up on this server.').waitFor();
    await dialog.getByText(/docs\/guide\/mail\.md/).waitFor();
    await dialog.getByRole('combobox', { name: 'Number of uses' }).selectOption('1 person');
    assert.deepEqual(await violations(owner), []);
    await picture(owner, 'invite-without-mail');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const field = dialog.getByRole('textbox', { name: 'Invitation link' });
    await field.waitFor();
    link = await field.inputValue();
    await owner.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await context.test('the newcomer joins, and is informed about the email address', async () => {
    const newcomer = await open(undefined, new URL(link).pathname.slice(1));
    await newcomer.getByText(/the address stays unconfirmed/).waitFor();
    assert.deepEqual(await violations(newcomer), []);
    await picture(newcomer, 'join-without-mail');
    await newcomer.getByRole('textbox', { name: 'Your email address', exact: true }).fill('nia@acme.example');
    await newcomer.getByRole('textbox', { name: 'Your name', exact: true }).fill('Nia New');
    await newcomer.getByLabel('Password').fill(PASSWORD);
    await newcomer.getByRole('button', { name: 'Create my account' }).click();
    await newcomer.getByRole('navigation', { name: 'Sidebar' }).waitFor();
    await newcomer.goto(`${server.url}/#settings/security`);
    await newcomer.getByText('This address isn’t confirmed.').waitFor();
    assert.equal(await newcomer.getByRole('button', { name: 'Invite people' }).count(), 0);
    channelId = await generalId(newcomer);
    await newcomer.goto(`${server.url}/#narrow/channel/${channelId}/topic/greetings`);
    const field = newcomer.getByRole('textbox', { name: /^Message/ });
    await field.fill('Hello from Nia');
    await newcomer.getByRole('button', { name: 'Send' }).click();
    await newcomer.getByRole('feed').getByText('Hello from Nia').waitFor();
  });

  await context.test(
    'the owner reads it, sees that the address is unconfirmed, and hides the steps',
    async () => {
      await owner.goto(`${server.url}/#narrow/channel/${channelId}/topic/greetings`);
      await owner.getByRole('feed').getByText('Hello from Nia').waitFor();
      await owner.goto(`${server.url}/#organization/people/active`);
      await owner.getByRole('button', { name: 'Manage Nia New' }).click();
      await dialog.getByText('This email address isn’t confirmed.').waitFor();
      await owner.keyboard.press('Escape');
      await owner.goto(`${server.url}/#inbox`);
      await steps.getByRole('button', { name: 'Hide these steps' }).click();
      await steps.waitFor({ state: 'detached' });
      await owner.reload();
      const sidebar = owner.getByRole('navigation', { name: 'Sidebar' });
      await sidebar.getByRole('button', { name: 'Invite people' }).waitFor();
      assert.equal(await steps.count(), 0);
    },
  );
});
