// Dialogs with an address of their own, for links, emails and other clients. They open over the current view.

import { loadAdministration, loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { inviteMethods } from '../store/invite-methods.ts';
import { isAllowed } from '../store/permissions.ts';
import { composerOf } from './composer-of.ts';
import { showShortcuts } from './lazy-dialogs.ts';

/** `rest` is the last part of the address. */
type Open = (organization: Organization, rest?: string) => unknown;

const help = () => loadSecondary(() => import('./help-dialogs.tsx'));

async function invite({ state, ownId }: Organization): Promise<void> {
  if (inviteMethods(state, ownId).length === 0) return showError(t('frame.mayNotInvite'));
  const { showInviteDialog } = await loadAdministration(
    () => import('../organization/people/invite-dialog.tsx'),
  );
  showInviteDialog();
}

/** Creates a channel, in the folder with the id `rest`; the list of channels for those who may not. */
async function createChannel({ state, ownId }: Organization, rest = ''): Promise<void> {
  if (!isAllowed(state, state.realm_can_create_public_channel_group, ownId)) {
    location.hash = '#channels/all';
    return;
  }
  const { showCreateChannel } = await loadSecondary(() => import('../channels/create-channel.tsx'));
  showCreateChannel(Number(rest) || undefined);
}

const dialogs: Readonly<Record<string, { readonly open: Open; readonly isForAnonymous?: true }>> = {
  'keyboard-shortcuts': { open: showShortcuts, isForAnonymous: true },
  'message-formatting': { open: async () => (await help()).showFormatting(), isForAnonymous: true },
  'search-operators': { open: async () => (await help()).showOperators(), isForAnonymous: true },
  'about-zulip': { open: async () => (await help()).showAbout(), isForAnonymous: true },
  about: { open: async () => (await help()).showAbout(), isForAnonymous: true },
  invite: { open: invite },
  'channels/new': { open: createChannel },
  // The installed client offers this and `compose` as shortcuts of the app.
  search: { open: () => document.getElementById('search')?.focus(), isForAnonymous: true },
  // The service worker leads here if the browser could not store the shared content.
  'share-failed': {
    open: async () => (await loadSecondary(() => import('./take-shared.tsx'))).showShareFailure(),
  },
  compose: {
    open: (organization) =>
      composerOf(organization).open({ kind: 'channel', channelId: undefined, topic: '' }),
  },
};

/** What an address opens over the view; undefined for the address of a view. */
export function dialogAt(fragment: string): Open | undefined {
  const [first = '', second = '', rest] = fragment.replace(/^#/, '').split('/');
  const longName = `${first}/${second}`;
  const name = Object.hasOwn(dialogs, longName) ? longName : first;
  if (!Object.hasOwn(dialogs, name)) return undefined;
  const dialog = dialogs[name];
  return async (organization) => {
    if (organization.isAnonymous && !dialog?.isForAnonymous) return showError(t('frame.membersOnly'));
    try {
      await dialog?.open(organization, rest);
    } catch {
      showError(t('frame.unreachable'));
    }
  };
}
