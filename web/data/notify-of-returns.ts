// Notifies of conversations that come back from later, by a browser notification and a sound, in one tab only. Loaded with
// the first one.

import type { EventOf } from '../../client/event-stream.ts';
import { t } from '../i18n/texts.ts';
import { personName, topicName } from '../store/names.ts';
import { addressOf, type Conversation, isSameTarget, otherIds } from '../store/narrow-targets.ts';
import { personQuietUntil } from '../store/quiet-time.ts';
import { showNotification } from './browser-notifications.ts';
import { inOneTab } from './in-one-tab.ts';
import type { NotifyOptions } from './notify-options.ts';
import { playSound } from './sounds.ts';

type Returned = Extract<EventOf<'later_conversations'>, { readonly op: 'update' }>['later_conversation'];

/** Shows that a conversation is back, unless it is in view or the viewer does not want to be disturbed. */
export function notifyOfReturn(
  { organization: { state, ownId }, targetsInView, go }: NotifyOptions,
  { stream_id, topic, user_ids, returned_at }: Returned,
): void {
  const settings = state.user_settings;
  if (!settings || personQuietUntil(state, ownId, Date.now() / 1000) !== null) return;
  const conversation: Conversation =
    stream_id === null
      ? { kind: 'direct', ids: otherIds(user_ids, ownId) }
      : { kind: 'topic', channelId: stream_id, topic };
  const hasFocus = document.hasFocus();
  const isInView = hasFocus && targetsInView().some((target) => isSameTarget(conversation, target));
  const name =
    conversation.kind === 'topic'
      ? topicName(topic)
      : conversation.ids.map((id) => personName(state, id)).join(', ');
  const address = addressOf(conversation, state);
  const notify = () => {
    if (settings.enable_sounds) playSound(settings.notification_sound);
    if (!settings.enable_desktop_notifications) return;
    showNotification({
      title: t('later.back', { conversation: name }),
      body: '',
      tag: address,
      onClick: () => go(address),
    });
  };
  // In view, it is shown by no other window either.
  void inOneTab(`back at ${returned_at}: ${address}`, hasFocus, isInView ? undefined : notify);
}
