// Mutes channels, people and conversations, for a while or without an end, and unmutes them.

import { TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import { t } from '../i18n/texts.ts';
import { type Mute, type MuteTarget, muteOf } from '../store/mutes.ts';
import { channelName, peopleNames, personName, topicName } from '../store/names.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';
import { reportMuted } from './report-muted.ts';
import { setTopicPolicy, type TopicPolicy } from './set-topic-policy.ts';

/** The name of what is muted. */
export function muteTargetName({ state }: Organization, target: MuteTarget): string {
  if (target.kind === 'person') return personName(state, target.personId);
  if (target.kind === 'direct') return peopleNames(state, target.ids);
  return target.kind === 'topic' ? topicName(target.topic) : channelName(state, target.channelId);
}

/** The title of the question until when to mute something. */
export function muteTitle(organization: Organization, target: MuteTarget): string {
  const name = muteTargetName(organization, target);
  return t(target.kind === 'direct' ? 'mutes.titleDirect' : 'mutes.title', { name });
}

/** Says that something was muted or unmuted. */
export function mutedText(organization: Organization, target: MuteTarget, isMuted: boolean): string {
  const name = muteTargetName(organization, target);
  if (target.kind === 'direct') return t(isMuted ? 'mutes.directMuted' : 'mutes.directUnmuted', { name });
  return t(isMuted ? 'channels.nowMuted' : 'channels.nowUnmuted', { name });
}

/** Mutes something, or unmutes it if `mute` is undefined. Returns whether the server accepted it; errors are reported. */
export async function setMute(
  organization: Organization,
  target: MuteTarget,
  mute: Mute | undefined,
): Promise<boolean> {
  const { client, state } = organization;
  const until = mute?.until ?? null;
  if (target.kind === 'person') {
    const muted_user_id = target.personId;
    const call = mute
      ? client.call('mute-user', { muted_user_id, ...(until !== null && { muted_until: until }) })
      : client.call('unmute-user', { muted_user_id });
    return (await attempt<unknown>(call)) !== undefined;
  }
  if (target.kind === 'direct') {
    const user_ids = [...target.ids];
    const call = mute
      ? client.call('mute-direct-conversation', { user_ids, ...(until !== null && { muted_until: until }) })
      : client.call('unmute-direct-conversation', { user_ids });
    return (await attempt<unknown>(call)) !== undefined;
  }
  const stream_id = target.channelId;
  if (target.kind === 'channel') {
    const change =
      until === null
        ? ({ stream_id, property: 'is_muted', value: mute !== undefined } as const)
        : ({ stream_id, property: 'muted_until', value: until } as const);
    const call = client.call('update-subscription-settings', { subscription_data: [change] });
    return (await attempt(call)) !== undefined;
  }
  if (mute) return setTopicPolicy(organization, target, TopicVisibility.muted, until);
  const isChannelMuted = muteOf(state, { kind: 'channel', channelId: stream_id }) !== undefined;
  return setTopicPolicy(organization, target, TopicVisibility[isChannelMuted ? 'unmuted' : 'inherit']);
}

/** Returns a function that restores the current setting. */
export function restoreMute(organization: Organization, target: MuteTarget): () => Promise<boolean> {
  const { state } = organization;
  const before = muteOf(state, target);
  if (target.kind !== 'topic') return () => setMute(organization, target, before);
  const policy = topicPolicyOf(state, target.channelId, target.topic) as TopicPolicy;
  const until = policy === TopicVisibility.muted ? before?.until : null;
  return () => setTopicPolicy(organization, target, policy, until);
}

/** Mutes or unmutes something, and reports it with an undo. */
export async function changeMute(
  organization: Organization,
  target: MuteTarget,
  mute: Mute | undefined,
): Promise<void> {
  const undo = restoreMute(organization, target);
  if (await setMute(organization, target, mute))
    reportMuted(mutedText(organization, target, mute !== undefined), undo);
}

/** Mutes something without an end, or unmutes it, and reports it with an undo. */
export function toggleMute(organization: Organization, target: MuteTarget): Promise<void> {
  return changeMute(organization, target, muteOf(organization.state, target) ? undefined : { until: null });
}
