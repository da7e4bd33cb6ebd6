// Notifies of new messages while the user looks elsewhere, by a browser notification and a sound, in one tab
// only.

import type { EventOf } from '../../client/event-stream.ts';
import { mayBeQuiet } from '../../client/state/do-not-disturb.ts';
import { plainText } from '../components/plain-text.ts';
import { t } from '../i18n/texts.ts';
import { laterConversations } from '../store/later-conversations.ts';
import type { Message } from '../store/message.ts';
import { alertsFor } from '../store/message-alerts.ts';
import { channelName, personName, topicName } from '../store/names.ts';
import { addressOf, conversationOf, isSameTarget } from '../store/narrow-targets.ts';
import { showNotification } from './browser-notifications.ts';
import { inOneTab } from './in-one-tab.ts';
import type { NotifyOptions } from './notify-options.ts';
import type { Organization } from './organization.ts';
import { rungMessagesOf } from './rung-messages.ts';
import { playSound } from './sounds.ts';

function titleOf({ state }: Organization, message: Message): string {
  const sender = personName(state, message.sender_id);
  if (message.type === 'private') return sender;
  return `${sender} (#${channelName(state, message.stream_id ?? 0)} › ${topicName(message.subject)})`;
}

/** Whether this is the message of a direct call that has just begun, as the server writes it, and the call itself rings. */
async function isRinging(organization: Organization, { id, type, content }: Message): Promise<boolean> {
  const isCall = /^<p><strong>[^<]+<\/strong> · <a href="[^"]*\/calls\/\d+">[^<]*<\/a><\/p>$/.test(content);
  const mayRing = isCall && type === 'private' && organization.state.user_settings?.call_ringing === true;
  return mayRing && rungMessagesOf(organization).rings(id);
}

/** Notifies of a message that has just arrived, if the person's settings want it. */
export async function notifyOfMessage(
  { organization, targetsInView, go }: NotifyOptions,
  event: EventOf<'message'>,
): Promise<void> {
  const message: Message = { ...event.message, flags: event.flags };
  const { desktop, sound } = alertsFor(organization.state, message, organization.ownId);
  if ((!desktop && !sound) || (await isRinging(organization, message))) return;
  const conversation = conversationOf(message, organization.ownId);
  const lock = `notified of ${message.id}`;
  const hasFocus = document.hasFocus();
  if (hasFocus && targetsInView().some((target) => isSameTarget(conversation, target))) {
    // Another window, which shows something else, does not notify either.
    void inOneTab(lock, hasFocus, undefined);
    return;
  }
  const { state, ownId } = organization;
  // As on phones, mentions still notify.
  const isAway = laterConversations(state, ownId).isAway(conversation);
  if (isAway && !message.flags.includes('mentioned')) return;
  const settings = state.user_settings;
  if (mayBeQuiet(state.do_not_disturb?.[organization.ownId])) {
    // Without the rule, a time that may be quiet counts as quiet.
    const rule = await import('../store/quiet-time.ts').catch(() => undefined);
    if (rule?.isHeldBack(state, message, organization.ownId, Date.now() / 1000) !== false) return;
  }
  const hidesText = message.type === 'private' && settings?.pm_content_in_desktop_notifications === false;
  const address = addressOf(conversation, state);
  void inOneTab(lock, hasFocus, () => {
    if (sound) playSound(settings?.notification_sound ?? 'none');
    if (!desktop) return;
    showNotification({
      title: titleOf(organization, message),
      body: hidesText ? t('messageList.newDirect') : plainText(message.content),
      tag: address,
      onClick: () => go(address),
    });
  });
}
