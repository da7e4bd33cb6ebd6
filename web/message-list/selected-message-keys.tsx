// Keyboard actions on the selected message.

import type { RefObject } from 'preact';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { useActions } from '../data/actions.ts';
import { useKeys } from '../data/key-actions.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { viewAt } from '../lib/address.ts';
import type { Message } from '../store/message.ts';
import { wireNarrow } from '../store/narrow.ts';
import {
  addressOf,
  addressOfMessage,
  conversationOf,
  narrowOf,
  narrowTargetOf,
} from '../store/narrow-targets.ts';
import { mayEdit, mayMove } from '../store/permissions.ts';
import { destinationOfMessage } from './destination-of-message.ts';
import { beginEditing, editing } from './editing.ts';
import { openMediaOf } from './open-media.ts';
import { markUnreadFrom, toggleCollapsed, toggleReaction, toggleStar } from './tools/message-actions.ts';
import { groupFor, reactionGroups } from './tools/reactions.ts';

export interface SelectedMessageKeysProps {
  readonly controller: { readonly current: Message | undefined };
  readonly moving: RefObject<{ row(id: number): HTMLElement | undefined } | undefined>;
}

type Act = (message: Message, row: HTMLElement | undefined) => unknown;

/**
 * Wraps an action on the message that is selected when the key is pressed. The controller is read rather than
 * the rows, since they are rendered a little later than the selection changes.
 */
function onSelected({ controller, moving }: SelectedMessageKeysProps): (act: Act) => () => unknown {
  return (act) => () => {
    const message = controller.current;
    return message ? act(message, moving.current?.row(message.id)) : false;
  };
}

/** The keys that anonymous viewers have too. */
export function ReadOnlyMessageKeys(props: SelectedMessageKeysProps) {
  const organization = useOrganization();
  const { ownId } = organization;
  const actions = useActions();
  const on = onSelected(props);
  useKeys({
    senderCard: on((message, row) => row && actions.showPerson(message.sender_id, row)),
    openMedia: on((_message, row) => openMediaOf(row ?? null)),
    nearMessage: on((message) => actions.go(addressOfMessage(message, organization.state, ownId))),
    toggleChannelTopic: on((message) => {
      const { state } = organization;
      const view = viewAt(actions.address());
      const inView = view?.kind === 'narrow' ? narrowTargetOf(view.terms, ownId) : undefined;
      if (inView?.kind === 'topic')
        actions.go(addressOf({ kind: 'channel', channelId: inView.channelId }, state));
      else actions.go(addressOfMessage(message, state, ownId).replace(/\/near\/\d+$/, ''));
    }),
  });
  return null;
}

const thumbsUp = { name: '+1', code: '1f44d', type: 'unicode_emoji' } as const;

const dialogs = () => loadSecondary(() => import('./tools/message-dialogs.tsx'));

export function SelectedMessageKeys(props: SelectedMessageKeysProps) {
  const organization = useOrganization();
  const actions = useActions();
  const { ownId } = organization;
  const onAny = onSelected(props);
  const on = (act: Act) =>
    onAny((message, row) => (editing.items.includes(message.id) ? false : act(message, row)));
  const tool = (selector: string) =>
    on((_message, row) => {
      // Its tools are rendered when it has the focus, before this microtask.
      row?.focus({ preventScroll: true });
      queueMicrotask(() => row?.querySelector<HTMLElement>(`.message-tools ${selector}`)?.click());
    });
  useKeys({
    edit: on((message) => {
      if (mayEdit(organization.state, message, ownId, Date.now() / 1000)) beginEditing(message.id);
      else void dialogs().then(({ showSource }) => showSource(organization, message));
    }),
    quote: on((message) => actions.quote(message)),
    forward: on((message) => actions.forward(message)),
    reply: on((message) => actions.compose(destinationOfMessage(message, ownId))),
    replyToSender: on(({ sender_id: id }) =>
      actions.compose({ kind: 'direct', personIds: id === ownId ? [] : [id] }),
    ),
    replyMentioning: on((message) =>
      actions.compose(destinationOfMessage(message, ownId), `@**${message.sender_full_name}** `),
    ),
    move: on(
      (message) =>
        mayMove(organization.state, message, ownId, Date.now() / 1000) &&
        void dialogs().then(({ showMove }) => showMove(organization, message)),
    ),
    readReceipts: on(
      (message) =>
        organization.state.realm_enable_read_receipts === true &&
        void dialogs().then(({ showReceipts }) => showReceipts(organization, message)),
    ),
    editHistory: on(
      (message) => void dialogs().then(({ showHistory }) => showHistory(organization, message)),
    ),
    collapse: on((message) => void toggleCollapsed(organization, message)),
    star: on((message) => void toggleStar(organization, message)),
    react: tool('button:first-of-type'),
    messageMenu: tool('[aria-haspopup=menu]'),
    thumbsUp: on((message) => {
      const group = groupFor(reactionGroups(message, ownId), thumbsUp as never);
      void toggleReaction(organization, message, group);
    }),
    firstReaction: on((message) => {
      const [first] = reactionGroups(message, ownId);
      if (first) void toggleReaction(organization, message, first);
    }),
    unreadFromHere: on(
      (message) =>
        void markUnreadFrom(organization, message, wireNarrow(narrowOf(conversationOf(message, ownId)))),
    ),
  });
  return null;
}
