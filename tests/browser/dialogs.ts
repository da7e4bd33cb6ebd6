// Every dialog of the browser client, once: where it is opened, how, and its name. The tests that look at all dialogs
// (accessibility, sizes of targets, cut texts) share this list, so a new dialog is one entry here.

import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { TestServer } from '../support/server.ts';
import { upload } from '../uploads/support.ts';

type Step = (page: Page) => Promise<void>;

export interface ListedDialog {
  /** The address of the screen below it. */
  readonly address: string;
  readonly steps: readonly Step[];
}

/** Presses a button, or a link, of the topmost dialog or the page, which may be shown only while it is pointed at. */
const press =
  (name: string | RegExp): Step =>
  async (page) => {
    const dialogs = page.locator('dialog[open]');
    const within = (await dialogs.count()) > 0 ? dialogs.last() : page;
    await within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .press('Enter');
  };
const item =
  (name: string | RegExp): Step =>
  async (page) => {
    await page.getByRole('menuitem', { name }).first().press('Enter');
  };
const key =
  (pressed: string): Step =>
  (page) =>
    page.keyboard.press(pressed);
/** Chooses the newest message. */
const newest: Step = async (page) => {
  const message = page.getByRole('article').last();
  await message.focus();
  await expect(message).toBeFocused();
};
const menuOf =
  (row: string): Step =>
  async (page) => {
    await page
      .getByRole('navigation', { name: 'Sidebar' })
      .getByRole('link', { name: row, exact: true })
      .press('Shift+F10');
  };
const moreViews: Step = (page) => page.locator('summary').filter({ hasText: 'More views' }).press('Enter');
const firstRow: Step = (page) => page.locator('.inbox-row').first().focus();
const withOneLink: Step = (page) =>
  page.getByRole('radio', { name: 'With one link that anyone can use' }).check();
const days: Step = async (page) => {
  await page.getByRole('combobox', { name: 'When' }).selectOption('Choose dates…');
};
const write =
  (text: string): Step =>
  (page) =>
    page.locator('.composer .writing-field').fill(text);

/** Adds one of everything that lists of the demo organization lack, as its owner. */
export async function fillLists(server: Pick<TestServer, 'as'>) {
  const olive = await server.as('olive');
  const { stream_id } = await olive.call('get-stream-id', { stream: 'engineering' });
  const due = Math.floor(Date.now() / 1000) + 86_400;
  const message = await olive.sendToChannel('engineering', 'dialogs', 'A message with dialogs');
  await olive.call('update-message', { message_id: message, content: 'A message with **dialogs**' });
  await olive.call('create-message-reminder', { message_id: message, scheduled_delivery_timestamp: due });
  await olive.ok('POST', '/scheduled_messages', {
    type: 'channel',
    to: stream_id,
    topic: 'dialogs',
    content: 'to be sent tomorrow',
    scheduled_delivery_timestamp: due,
  });
  await olive.call('create-drafts', {
    drafts: [{ type: 'stream', to: [stream_id], topic: 'dialogs', content: 'half a', timestamp: due }],
  });
  await olive.call('create-saved-snippet', { title: 'Away', content: 'I am away.' });
  const group = await olive.call('create-user-group', {
    name: 'makers',
    description: 'They make',
    members: [],
  });
  await olive.call('create-custom-profile-field', { name: 'Office', hint: 'A room', field_type: 1 });
  await olive.call('create-channel-folder', { name: 'Building' });
  await olive.call('add-sidebar-section', { name: 'Projects' });
  await olive.call('create-invite-link', {});
  await olive.call('export-realm', { export_type: 'public' });
  await olive.call('create-default-stream-group', {
    group_name: 'Makers',
    description: 'For makers',
    stream_names: ['engineering'],
  });
  await olive.ok('POST', '/realm/playgrounds', {
    name: 'Rust there',
    pygments_language: 'Rust',
    url_template: 'https://example.com/{code}',
  });
  await olive.ok('POST', '/realm/domains', { domain: 'acme.example', allow_subdomains: true });
  await olive.ok('POST', '/bots', {
    full_name: 'Own Bot',
    short_name: 'own',
    bot_type: 3,
    payload_url: '"https://example.com/"',
  });
  const files = { file: new File(['of mine'], 'mine.txt', { type: 'text/plain' }) };
  await olive.call('upload-file', {}, { files });
  const background = { r: 20, g: 120, b: 160 };
  const bytes = await sharp({ create: { width: 80, height: 50, channels: 3, background } })
    .png()
    .toBuffer();
  const { url } = await upload(olive, 'plan.png', bytes, 'image/png');
  await olive.sendToChannel('engineering', 'pictures', `[plan.png](${url})`);
  const leadership = await olive.call('get-stream-id', { stream: 'leadership' });
  await olive.ok('PATCH', '/realm', { moderation_request_channel_id: leadership.stream_id });
  await olive.call('deactivate-user', { user_id: (await server.as('gus')).userId });
  await olive.call('subscribe', { subscriptions: [{ name: 'workshop' }] });
  const workshop = await olive.call('get-stream-id', { stream: 'workshop' });
  return { channelId: stream_id, emptyChannelId: workshop.stream_id, groupId: group.group_id };
}

/** All dialogs by their names, with addresses for what `fillLists` has added. */
export function allDialogs({
  channelId,
  emptyChannelId,
  groupId,
}: Awaited<ReturnType<typeof fillLists>>): ReadonlyMap<string, ListedDialog> {
  const topic = `#narrow/channel/${channelId}/topic/dialogs`;
  const group = `#groups/${groupId}/makers`;
  const settings = `#channels/${channelId}/engineering/general`;
  const at = (address: string, ...steps: readonly Step[]): ListedDialog => ({ address, steps });
  const manage = press('Manage Mel Member');
  const ownBot = '#settings/bots';
  return new Map<string, ListedDialog>([
    ['Message formatting', at('#message-formatting')],
    ['Search operators', at('#search-operators')],
    ['Keyboard shortcuts', at('#keyboard-shortcuts')],
    ['About Parley', at('#about')],
    ['Other organizations', at('#inbox', key('g'), item('Other organizations'))],
    ['Pause notifications', at('#inbox', key('g'), item('Pause notifications'))],
    ['Set your status', at('#inbox', key('Shift+Y'))],
    ['Search and jump', at('#inbox', key('Control+k'))],
    ['Arrange views', at('#inbox', moreViews, press('Arrange views'))],
    ['Put away until', at('#inbox', firstRow, key('h'))],
    ['Mute engineering', at('#inbox', menuOf('engineering'), item('Mute for…'))],
    ['New section…', at('#drafts', menuOf('engineering'), item('Move to section'), item('New section…'))],
    ['Rename section', at('#drafts', press('Options for Projects'), item('Rename section'))],
    ['Remove Projects?', at('#drafts', press('Options for Projects'), item('Remove section'))],
    ['Add to Projects', at('#drafts', press('Add to Projects'))],

    ['Choose dates', at('#narrow/search/queue', days)],
    ['Message source', at(topic, newest, key('i'), item('View source'))],
    ['Edit history', at(topic, newest, key('Shift+H'))],
    ['Read by', at(topic, newest, key('Shift+V'))],
    ['Delete this message?', at(topic, newest, key('i'), item('Delete'))],
    ['Move to another topic', at(topic, newest, key('m'))],
    ['Report this message', at(topic, newest, key('i'), item('Report'))],
    ['plan.png', at(`#narrow/channel/${channelId}/topic/pictures`, newest, key('v'))],
    ['Remind me', at(topic, newest, key('i'), item('Remind me'))],
    ['Emoji', at(topic, newest, key(':'))],
    ['Schedule for later', at(topic, write('later'), press('Schedule for later'))],
    ['New poll', at(topic, press('Insert'), item('Poll'))],
    ['New to-do list', at(topic, press('Insert'), item('To-do list'))],
    ['Saved snippets', at(topic, press('Insert'), item('Saved snippets'))],
    ['New snippet', at(topic, press('Insert'), item('Saved snippets'), press('New snippet'))],
    ['Edit snippet', at(topic, press('Insert'), item('Saved snippets'), press('Edit “Away”'))],
    ['Delete this snippet?', at(topic, press('Insert'), item('Saved snippets'), press('Delete “Away”'))],
    ['Change time', at('#scheduled', press('Change time'))],

    ['Create a channel', at('#channels/new')],
    ['Subscribers', at(`#narrow/channel/${emptyChannelId}-workshop`, press('Add people'))],
    ['Channel folders', at('#channels/all', press('Folders'))],
    ['Email address', at(settings, press('Email address'))],
    ['Archive engineering?', at(settings, press('Archive channel'))],
    ['Create a group', at('#groups/new')],
    ['Edit group', at(group, press('Edit group'))],
    ['Deactivate makers?', at(group, press('Deactivate group'))],

    ['New bot', at(ownBot, press('New bot'))],
    ['Edit Own Bot', at(ownBot, press('Edit Own Bot'))],
    ['Webhook URLs for Own Bot', at(ownBot, press('Webhook URLs for Own Bot'))],
    ['Events for Own Bot', at(ownBot, press('Events for Own Bot'))],
    ['Deactivate Own Bot?', at(ownBot, press('Deactivate Own Bot'))],
    ['Delete mine.txt?', at('#settings/files', press('Delete mine.txt'))],

    ['Manage Mel Member', at('#organization/people', manage)],
    ['Deactivate Mel Member?', at('#organization/people', manage, press('Deactivate Mel Member'))],
    [
      'Permanently erase Gus Guest?',
      at('#organization/people/deactivated', press('Manage Gus Guest'), press('Erase Gus Guest')),
    ],
    ['Create an account', at('#organization/people', press('Create an account'))],
    ['Invite people', at('#invite')],
    ['Copy link', at('#invite', withOneLink, press('Create link'))],
    ['Manage Helper Bot', at('#organization/bots', press('Manage Helper Bot'))],
    [
      'API key for Helper Bot',
      at('#organization/bots', press('Manage Helper Bot'), press('API key for Helper Bot')),
    ],
    ['Add a group', at('#organization/newcomers', press('Add a group'))],
    ['Delete Makers?', at('#organization/newcomers', press('Delete Makers'))],
    ['Add linkifier', at('#organization/linkifiers', press('Add linkifier'))],
    ['Add playground', at('#organization/playgrounds', press('Add playground'))],
    ['Delete Rust there?', at('#organization/playgrounds', press('Delete Rust there'))],
    ['Add field', at('#organization/fields', press('Add field'))],
    ['Delete Office?', at('#organization/fields', press('Delete Office'))],
    ['Remove acme.example?', at('#organization/domains', press('Remove acme.example'))],
    ['Deactivate Parley Demo?', at('#organization/deactivation', press('Deactivate organization'))],
  ]);
}

/** A selector of the open dialogs. */
export const shownDialog = ':is(dialog[open], [role=dialog])';

/** Opens a dialog in a page that has loaded the client. */
export async function openDialog(
  page: Page,
  server: TestServer,
  name: string,
  { address, steps }: ListedDialog,
): Promise<void> {
  // A dialog closes with its address, which may be that of the view below it.
  for (const view of ['#drafts', '#recent']) {
    await page.goto(`${server.url}/${view}`);
    await expect(page.locator('main h1')).toBeVisible();
  }
  await page.goto(`${server.url}/${address}`);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const step of steps) await step(page);
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
}
