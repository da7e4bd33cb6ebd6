// The actions that the command palette offers: on the conversation in view, to go somewhere, and the settings.

import type { Actions } from '../data/actions.ts';
import { performAction } from '../data/key-actions.ts';
import type { Organization } from '../data/organization.ts';
import type { ListedSetting } from '../forms/listed-setting.ts';
import { t } from '../i18n/texts.ts';
import { viewAt } from '../lib/address.ts';
import { type Action, bindings } from '../lib/keys.ts';
import { itemsOfMenu, type PaletteItem } from '../palette/palette-item.ts';
import { listedSettings } from '../settings/listed-settings.ts';
import { narrowTargetIn, viewIcons, viewLines } from '../sidebar/sidebar-model.ts';
import { inviteMethods } from '../store/invite-methods.ts';
import { targetName } from '../store/names.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { menuFor } from './conversation-menu.ts';
import { mainMenu } from './main-menu.ts';

/** Actions with keys of their own that make sense in any view. */
const keyActions = [
  'newTopic',
  'newDirect',
  'nextUnreadTopic',
  'nextUnreadDirect',
  'nextUnreadFollowed',
] as const;

function keyItem(action: Action & (typeof keyActions)[number]): PaletteItem {
  const [key] = bindings[action];
  return {
    key: `key ${action}`,
    name: t(`keys.${action}`),
    keyHint: key.length === 1 ? key.toUpperCase() : key,
    picture: { icon: action.startsWith('new') ? 'new-message' : 'arrow-down' },
    opens: () => void performAction(action),
  };
}

function viewItems({ state }: Organization): PaletteItem[] {
  const lines = viewLines(
    undefined,
    { counts: unreadCounts(state), starred: 0 },
    state.navigation_views ?? [],
  );
  return lines.map(({ key, name, title, address, count }) => ({
    key: `view ${key}`,
    name: title,
    count,
    picture: { icon: viewIcons[name] },
    opens: address,
  }));
}

/** The menu of the conversation or channel in view. */
function itemsInView(organization: Organization, actions: Actions): PaletteItem[] {
  const target = narrowTargetIn(viewAt(location.hash), organization.ownId);
  if (target?.kind !== 'topic' && target?.kind !== 'channel' && target?.kind !== 'direct') return [];
  const context = targetName(target, organization.state, '');
  return itemsOfMenu(menuFor(organization, actions, target), `menu ${target.kind}`).map((item) => ({
    ...item,
    context,
  }));
}

export function settingItem({ key, name, section, address }: ListedSetting): PaletteItem {
  return { key: `setting ${key}`, context: section, name, picture: { icon: 'settings' }, opens: address };
}

/** All actions, and the personal settings. */
export function paletteCommands(organization: Organization, actions: Actions): PaletteItem[] {
  const { state, ownId } = organization;
  const views = viewItems(organization);
  const isView = (name: string) => views.some((view) => view.name === name);
  return [
    ...itemsInView(organization, actions),
    ...keyActions.map(keyItem),
    ...views,
    ...itemsOfMenu(mainMenu(organization), 'main menu').filter(({ name }) => !isView(name)),
    ...(inviteMethods(state, ownId).length > 0
      ? [
          {
            key: 'invite',
            name: t('palette.invite'),
            picture: { icon: 'add-person' },
            opens: () => actions.invite(),
          } as const,
        ]
      : []),
    ...listedSettings().map(settingItem),
  ];
}
