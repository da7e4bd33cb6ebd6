// Opens the dialogs that have an address of their own.

import { loadAdministration, loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { inviteMethods } from '../store/invite-methods.ts';
import { mayCreateChannels } from '../store/permissions.ts';
import type { AddressedDialog } from './addressed-dialogs.ts';
import { composerOf } from './composer-of.ts';
import { showShortcuts } from './lazy-dialogs.ts';

/** `rest` is the last part of the address. */
type Open = (organization: Organization, rest: string) => unknown;

const help = () => loadSecondary(() => import('./help-dialogs.tsx'));

async function invite({ state, ownId }: Organization): Promise<void> {
  if (inviteMethods(state, ownId).length === 0) return showError(t('frame.mayNotInvite'));
  const { showInviteDialog } = await loadAdministration(
    () => import('../organization/people/invite-dialog.tsx'),
  );
  showInviteDialog();
}

/** Creates a channel, in the folder with the id `rest`; the list of channels for those who may not. */
async function createChannel({ state, ownId }: Organization, rest: string): Promise<void> {
  if (!mayCreateChannels(state, ownId)) {
    location.hash = '#channels/all';
    return;
  }
  const { showCreateChannel } = await loadSecondary(() => import('../channels/create-channel.tsx'));
  showCreateChannel(Number(rest) || undefined);
}

const dialogs: Readonly<Record<AddressedDialog, Open>> = {
  'keyboard-shortcuts': showShortcuts,
  'message-formatting': async () => (await help()).showFormatting(),
  'search-operators': async () => (await help()).showOperators(),
  'about-zulip': async () => (await help()).showAbout(),
  about: async () => (await help()).showAbout(),
  invite,
  'channels/new': createChannel,
  search: () => document.getElementById('search')?.focus(),
  'share-failed': async () => (await loadSecondary(() => import('./take-shared.tsx'))).showShareFailure(),
  compose: (organization) =>
    composerOf(organization).open({ kind: 'channel', channelId: undefined, topic: '' }),
};

/** Opens a dialog; `rest` is what follows its name in the address. */
export async function openAddressedDialog(
  name: AddressedDialog,
  organization: Organization,
  rest: string,
): Promise<void> {
  await dialogs[name](organization, rest);
}
