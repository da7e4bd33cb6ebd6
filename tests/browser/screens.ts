// Every screen of the browser client, once: its address, its heading, and a selector for its content. The tests that
// look at all screens (accessibility, sizes of targets, translations, addresses, lost servers) share this list, so a
// new screen is one entry here.

import { expect, type Page } from '@playwright/test';
import type { State } from '../../client/state/state.ts';
import { sectionsFor } from '../../web/organization/sections.ts';
import { settingSections } from '../../web/settings/setting-sections.ts';
import type { TestServer } from '../support/server.ts';

export interface Screen {
  /** The fragment, with its `#`. */
  readonly address: string;
  readonly heading: RegExp;
  /** A selector of its content. */
  readonly content: string;
  /** Many people open it every day: the tests of every change include it. */
  readonly isCommon: boolean;
  /** Its controls change things: it shows no messages or conversations. */
  readonly isForm: boolean;
}

const organizationSections = sectionsFor({ is_owner: true, is_admin: true } as State, 0);

const common = (address: string, heading: RegExp, content = 'main h1'): Screen => ({
  address,
  heading,
  content,
  isCommon: true,
  isForm: false,
});
const rare = (address: string, heading: RegExp, content = 'main h1'): Screen => ({
  ...common(address, heading, content),
  isCommon: false,
});

const form = (address: string, heading: RegExp, content?: string): Screen => ({
  ...rare(address, heading, content),
  isForm: true,
});

/** All screens by name, with the addresses of the demo organization on this server. */
export async function allScreens(server: Pick<TestServer, 'as'>): Promise<ReadonlyMap<string, Screen>> {
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const [mia, max] = [await server.as('mia'), await server.as('max')];
  const groups = (await adam.call('get-user-groups', {})).user_groups;
  const group = groups.find(({ name }) => name === 'role:members');
  const sections = (
    name: string,
    heading: RegExp,
    all: readonly string[],
    isCommon: (section: string) => boolean,
  ) =>
    all.map((section): [string, Screen] => [
      `${name}, ${section}`,
      { ...form(`#${name}/${section}`, heading), isCommon: isCommon(section) },
    ]);
  return new Map<string, Screen>([
    ['inbox', common('#inbox', /^Inbox/)],
    ['recent', common('#recent', /^Recent conversations/, '.conversation')],
    ['combined feed', common('#feed', /^Combined feed/, 'article')],
    ['topic', common(`#narrow/channel/${stream_id}/topic/event.20queues`, /event queues/, 'article')],
    ['channel', common(`#narrow/channel/${stream_id}`, /engineering/, 'article')],
    ['topics of a channel', rare(`#topics/channel/${stream_id}`, /engineering/, '.conversation')],
    ['direct messages', common('#narrow/is/dm', /^Direct messages/)],
    ['a direct conversation', common(`#narrow/dm/${mia.userId}`, /^Mia Member/, '.composer')],
    ['a group conversation', rare(`#narrow/dm/${mia.userId},${max.userId}`, /^Mia Member, Max/, '.composer')],
    ['all direct conversations', common('#direct', /^Direct messages/, '.conversation')],
    ['mentions', common('#narrow/is/mentioned', /^Mentions/)],
    ['starred', common('#narrow/is/starred', /^Starred messages/)],
    ['search', common('#narrow/search/queue', /queue/, 'article')],
    ['a search without results', rare('#narrow/search/98765', /98765/, '.empty-state')],
    ['channels', { ...form('#channels/all', /^Channels/), isCommon: true }],
    [
      'settings of a channel',
      form(`#channels/${stream_id}/engineering/general`, /engineering/, '.setting, .fields'),
    ],
    ['drafts', { ...form('#drafts', /^Drafts/), isCommon: true }],
    ['scheduled', form('#scheduled', /^Scheduled messages/)],
    ['reminders', form('#reminders', /^Reminders/)],
    ['groups', form('#groups/all', /^User groups/)],
    ['a group', form(`#groups/${group?.id}/${group?.name}`, /^User groups/, '.group-details')],
    ['profile of a person', rare(`#user/${adam.userId}`, /^Adam Admin/)],
    ['unknown address', rare('#nonsense', /./)],
    ['an unknown person', rare('#user/999999', /./, '.empty-state')],
    ['an unknown channel', rare('#channels/999999/none/general', /./, '.empty-state')],
    // On phones the lists of sections, and a page for each kind of notifications.
    ['settings', form('#settings', /^Settings/)],
    ['organization', form('#organization', /^Organization/)],
    ['notifications of a kind', form('#settings/notifications/followed', /^Settings/)],
    ['deactivated people', form('#organization/people/deactivated', /^Organization/)],
    ['invited people', form('#organization/people/invited', /^Organization/)],
    ...sections('settings', /^Settings/, settingSections, (section) =>
      ['display', 'notifications'].includes(section),
    ),
    ...sections('organization', /^Organization/, organizationSections, () => false),
  ]);
}

/** The address of the screen with this name. */
export function addressIn(screens: ReadonlyMap<string, Screen>, name: string): string {
  const screen = screens.get(name);
  if (!screen) throw new Error(`No screen is named "${name}".`);
  return screen.address;
}

/** Opens a screen in a page that has loaded the client, and waits for its content. */
export async function openScreen(page: Page, server: TestServer, screen: Screen): Promise<void> {
  await page.goto(`${server.url}/${screen.address}`);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator(screen.content).first()).toBeVisible();
}
