// How visible a topic is to a person, beyond what its channel is.

export const VisibilityPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type VisibilityPolicy = (typeof VisibilityPolicy)[keyof typeof VisibilityPolicy];

/** Values of the two personal settings for automatic changes. */
const Automatic = { participation: 1, sending: 2, starting: 3, never: 4 } as const;

/** What a person did in a topic. Who starts a topic also sends to it, and who sends takes part. */
export interface Deed {
  readonly kind: 'participation' | 'sending';
  /** No message of the topic that the person can see came before. */
  readonly isStart: boolean;
}

function isMet(setting: number, deed: Deed): boolean {
  if (setting === Automatic.participation) return true;
  if (setting === Automatic.sending) return deed.kind === 'sending';
  return setting === Automatic.starting && deed.kind === 'sending' && deed.isStart;
}

export interface AutomaticSettings {
  readonly automatically_follow_topics_policy: number;
  readonly automatically_unmute_topics_in_muted_streams_policy: number;
}

/**
 * The policy that a topic gets because of what a person did; undefined when it stays. Nothing becomes less visible,
 * and starting a topic changes nothing where the person has chosen a policy before. (Reference behaviour.)
 */
export function policyAfter(
  deed: Deed,
  settings: AutomaticSettings,
  present: VisibilityPolicy,
  isChannelMuted: boolean,
): VisibilityPolicy | undefined {
  if (present === VisibilityPolicy.followed) return undefined;
  const counted = present === VisibilityPolicy.inherit ? deed : { ...deed, isStart: false };
  if (isMet(settings.automatically_follow_topics_policy, counted)) return VisibilityPolicy.followed;
  if (!isChannelMuted || present === VisibilityPolicy.unmuted) return undefined;
  const unmutes = isMet(settings.automatically_unmute_topics_in_muted_streams_policy, counted);
  return unmutes ? VisibilityPolicy.unmuted : undefined;
}

/** Whether somebody whose settings say so follows a topic because they were mentioned; muted topics stay muted. */
export function followsWhenMentioned(present: VisibilityPolicy): boolean {
  return present === VisibilityPolicy.inherit || present === VisibilityPolicy.unmuted;
}

/** Whether anything a person does can change a policy. */
export function isEverAutomatic(settings: AutomaticSettings): boolean {
  return (
    settings.automatically_follow_topics_policy !== Automatic.never ||
    settings.automatically_unmute_topics_in_muted_streams_policy !== Automatic.never
  );
}
