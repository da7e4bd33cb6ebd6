// Implements the actions that modules trigger in each other; only the app knows all of them.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import type { Composer } from '../composer/composer.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { Destination } from '../lib/destination.ts';
import { destinationOfMessage } from '../message-list/destination-of-message.ts';
import type { Message } from '../store/message.ts';
import { personName } from '../store/names.ts';
import { composerOf } from './composer-of.ts';
import { dialogAt } from './dialog-at.ts';
import { replaceView } from './go-back.ts';

const reportUnavailable = () => showError(t('common.needsServer'));

async function quote(
  composer: () => Composer,
  organization: Organization,
  message: Message,
  destination: Destination,
): Promise<void> {
  const selection = getSelection();
  // Copied now, since the selection may change until the code is loaded.
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined;
  const { quotationOf } = await import('./quote-message.ts');
  const text = await quotationOf(organization, message, range);
  if (text !== undefined) composer().open(destination, text);
}

/**
 * @param composer the composer in which these actions write; that of the page by default
 * @param own actions that differ from those of the page
 */
export function appActions(
  organization: Organization,
  composer = () => composerOf(organization),
  own?: Partial<Actions>,
): Actions {
  const actions: Actions = {
    address: () => location.hash,
    go: (address) => {
      location.hash = address;
    },
    replace: replaceView,
    compose: (destination, text) => composer().open(destination, text),
    quote: (message) =>
      void quote(composer, organization, message, destinationOfMessage(message, organization.ownId)).catch(
        reportUnavailable,
      ),
    forward: (message) =>
      void quote(composer, organization, message, {
        kind: 'channel',
        channelId: undefined,
        topic: '',
      }).catch(reportUnavailable),
    showPerson: (personId, anchor) =>
      void import('../people/person-card.tsx').then(
        ({ showPersonCard }) => showPersonCard(personId, anchor, personName(organization.state, personId)),
        reportUnavailable,
      ),
    invite: () => void dialogAt('#invite')?.(organization),
    async menuItems(target) {
      const { menuFor } = await loadSecondary(() => import('./conversation-menu.ts'));
      return menuFor(organization, actions, target);
    },
    attach: (destination, address, files) =>
      void import('./attach-files.ts').then(
        ({ attachFiles }) => attachFiles(organization, destination, address, files),
        reportUnavailable,
      ),
    ...own,
  };
  return actions;
}
