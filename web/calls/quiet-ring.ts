// A line that says who calls while this person is in another call, without a sound. No event ends it: it goes when ringing is
// over, the call is, or the person joins.

import { showOffer } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { callById, conversationOfCall } from '../store/calls.ts';
import { personName, targetName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import type { Ring } from './calls.ts';
import { ringMilliseconds } from './server-time.ts';

/** Shows the line. Returns a function that removes it. */
export function showQuietRing(organization: Organization, ring: Ring): () => void {
  const { callId, callerId, until } = ring;
  const { state, ownId } = organization;
  let call = callById(state, callId);
  const conversation = conversationOfCall(call ?? ring.call, ownId);
  const name = personName(state, callerId);
  const isOnlyCaller = conversation.kind === 'direct' && conversation.ids.length === 1;
  const text = isOnlyCaller
    ? t('call.isCalling', { name })
    : t('call.isCallingIn', { name, place: targetName(conversation, state, '') });
  const remove = showOffer(text, {
    label: t('composer.goThere'),
    onChoose: () => {
      location.hash = addressOf(conversation, organization.state);
    },
  });
  const timer = setTimeout(() => stop(), ringMilliseconds(until, Date.now()));
  const stopFollowing = organization.onChange(() => {
    const [earlier, now] = [call, callById(organization.state, callId)];
    call = now;
    // The call may be in a channel to which the person is not subscribed, so that its end is not known.
    if (!earlier && !now) return;
    const people = now?.participants ?? [];
    if (people.length === 0 || people.some(({ user_id }) => user_id === ownId)) stop();
  });
  const stop = () => {
    clearTimeout(timer);
    stopFollowing();
    remove();
  };
  return stop;
}
