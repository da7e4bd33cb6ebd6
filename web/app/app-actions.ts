// Implements the actions that modules trigger in each other; only the app knows all of them.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { linkTo } from '../components/link-to.ts';
import type { Composer } from '../composer/composer.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { Destination } from '../lib/destination.ts';
import { quotation } from '../lib/quoting.ts';
import { destinationOfMessage } from '../message-list/destination-of-message.ts';
import { fetchSource } from '../message-list/tools/message-actions.ts';
import type { Message } from '../store/message.ts';
import { personName } from '../store/names.ts';
import { addressOfMessage } from '../store/narrow-targets.ts';
import { dialogAt } from './addressed-dialogs.ts';
import { composerOf } from './composer-of.ts';

async function quote(
  composer: () => Composer,
  organization: Organization,
  message: Message,
  destination: Destination,
): Promise<void> {
  const { state, ownId } = organization;
  const source = await fetchSource(organization, message);
  if (source === undefined) return;
  const text = quotation({
    sender: message.sender_full_name,
    senderId: message.sender_id,
    link: linkTo(addressOfMessage(message, state, ownId)),
    content: source,
    linkLabel: t('composer.said'),
  });
  composer().open(destination, text);
}

/**
 * @param composer for what is written by these actions; the page's by default
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
    replace: (address) => location.replace(address),
    compose: (destination, text) => composer().open(destination, text),
    quote: (message) =>
      void quote(composer, organization, message, destinationOfMessage(message, organization.ownId)),
    forward: (message) =>
      void quote(composer, organization, message, { kind: 'channel', channelId: undefined, topic: '' }),
    showPerson: (personId, anchor) =>
      void import('../people/person-card.tsx').then(({ showPersonCard }) =>
        showPersonCard(personId, anchor, personName(organization.state, personId)),
      ),
    invite: () => void dialogAt('#invite')?.(organization),
    async menuItems(target) {
      const { menuFor } = await loadSecondary(() => import('./conversation-menu.ts'));
      return menuFor(organization, actions, target);
    },
    attach: (destination, address, files) =>
      void import('./attach-files.ts').then(({ attachFiles }) =>
        attachFiles(organization, destination, address, files),
      ),
    ...own,
  };
  return actions;
}
