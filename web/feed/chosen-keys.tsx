// The keys that do something with the chosen message.

import type { RefObject } from 'preact';
import { viewAt } from '../ground/address.ts';
import { useActions } from '../link/actions.ts';
import { useKeys } from '../link/key-actions.ts';
import { useOrganization } from '../link/use-organization.ts';
import type { Message } from '../messages/message.ts';
import { wireNarrow } from '../messages/narrow.ts';
import { mayEdit, mayMove } from '../messages/permissions.ts';
import { addressOf, addressOfMessage, conversationOf, narrowOf, placeOf } from '../messages/places.ts';
import { further } from '../parts/further.ts';
import { destinationOfMessage } from './destination-of-message.ts';
import { openMediaOf } from './open-media.ts';
import { markUnreadFrom, toggleFolded, toggleReaction, toggleStar } from './tools/message-actions.ts';
import { groupFor, reactionGroups } from './tools/reactions.ts';

export interface ChosenKeysProps {
  readonly message: Message;
  readonly row: RefObject<HTMLElement | null>;
  readonly onEdit: () => void;
}

/** Those for whoever only reads, too. */
export function ReadingKeys({ message, row }: Omit<ChosenKeysProps, 'onEdit'>) {
  const { state, ownId } = useOrganization();
  const actions = useActions();
  const address = addressOfMessage(message, state, ownId);
  useKeys({
    senderCard: () => row.current && actions.showPerson(message.sender_id, row.current),
    openMedia: () => openMediaOf(row.current),
    nearMessage: () => actions.go(address),
    toggleChannelTopic: () => {
      const view = viewAt(location.hash);
      const shown = view?.kind === 'narrow' ? placeOf(view.terms, ownId) : undefined;
      if (shown?.kind === 'topic')
        actions.go(addressOf({ kind: 'channel', channelId: shown.channelId }, state));
      else actions.go(address.replace(/\/near\/\d+$/, ''));
    },
  });
  return null;
}

const thumbsUp = { name: '+1', code: '1f44d', type: 'unicode_emoji' } as const;

const dialogs = () => further(() => import('./tools/message-dialogs.tsx'));

export function ChosenKeys({ message, row, onEdit }: ChosenKeysProps) {
  const organization = useOrganization();
  const actions = useActions();
  const { state, ownId } = organization;
  const tool = (place: string) => row.current?.querySelector<HTMLElement>(`.message-tools ${place}`)?.click();
  useKeys({
    edit: () => {
      if (mayEdit(state, message, ownId, Date.now() / 1000)) onEdit();
      else void dialogs().then(({ showSource }) => showSource(organization, message));
    },
    quote: () => actions.quote(message),
    forward: () => actions.forward(message),
    reply: () => actions.compose(destinationOfMessage(message, ownId)),
    replyToSender: () =>
      actions.compose({ kind: 'direct', personIds: message.sender_id === ownId ? [] : [message.sender_id] }),
    replyMentioning: () =>
      actions.compose(destinationOfMessage(message, ownId), `@**${message.sender_full_name}** `),
    move: () =>
      mayMove(state, message, ownId, Date.now() / 1000) &&
      void dialogs().then(({ showMove }) => showMove(organization, message)),
    readReceipts: () =>
      state.realm_enable_read_receipts === true &&
      void dialogs().then(({ showReceipts }) => showReceipts(organization, message)),
    editHistory: () => void dialogs().then(({ showHistory }) => showHistory(organization, message)),
    collapse: () => void toggleFolded(organization, message),
    star: () => void toggleStar(organization, message),
    react: () => tool('button:first-of-type'),
    messageMenu: () => tool('[aria-haspopup=menu]'),
    thumbsUp: () => {
      const group = groupFor(reactionGroups(message, ownId), thumbsUp as never);
      void toggleReaction(organization, message, group);
    },
    firstReaction: () => {
      const [first] = reactionGroups(message, ownId);
      if (first) void toggleReaction(organization, message, first);
    },
    unreadFromHere: () =>
      void markUnreadFrom(organization, message, wireNarrow(narrowOf(conversationOf(message, ownId)))),
  });
  return null;
}
