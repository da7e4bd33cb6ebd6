// How visible a topic is to an account, in addition to its channel's settings.

export const VisibilityPolicy = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type VisibilityPolicy = (typeof VisibilityPolicy)[keyof typeof VisibilityPolicy];

/** Values of the two personal settings for automatic changes. */
const Automatic = { participation: 1, sending: 2, starting: 3, never: 4 } as const;

/** An activity of an account in a topic. Starting a topic includes sending, and sending includes participating. */
export type TopicActivity =
  | { readonly kind: 'participation' }
  | {
      readonly kind: 'sending';
      /** Whether the topic had no earlier message that the account can see. */
      readonly isStart: boolean;
    };

function appliesTo(setting: number, activity: TopicActivity): boolean {
  if (setting === Automatic.participation) return true;
  if (setting === Automatic.sending) return activity.kind === 'sending';
  return setting === Automatic.starting && activity.kind === 'sending' && activity.isStart;
}

export interface AutomaticSettings {
  readonly automatically_follow_topics_policy: number;
  readonly automatically_unmute_topics_in_muted_streams_policy: number;
}

/**
 * The policy that a topic gets because of what an account did; undefined if it does not change. A topic never
 * becomes less visible, and starting a topic changes nothing if the account has chosen a policy before.
 * (As in the reference server.)
 */
export function policyAfter(
  activity: TopicActivity,
  settings: AutomaticSettings,
  current: VisibilityPolicy,
  isChannelMuted: boolean,
): VisibilityPolicy | undefined {
  if (current === VisibilityPolicy.followed) return undefined;
  const isChosen = current !== VisibilityPolicy.inherit;
  const effectiveActivity =
    isChosen && activity.kind === 'sending' ? { ...activity, isStart: false } : activity;
  if (appliesTo(settings.automatically_follow_topics_policy, effectiveActivity))
    return VisibilityPolicy.followed;
  if (!isChannelMuted || current === VisibilityPolicy.unmuted) return undefined;
  const unmutes = appliesTo(settings.automatically_unmute_topics_in_muted_streams_policy, effectiveActivity);
  return unmutes ? VisibilityPolicy.unmuted : undefined;
}

/**
 * Whether an account with the corresponding setting follows a topic in which it is mentioned. Muted topics stay
 * muted.
 */
export function followsWhenMentioned(current: VisibilityPolicy): boolean {
  return current === VisibilityPolicy.inherit || current === VisibilityPolicy.unmuted;
}

/** Whether anything that an account does can change a policy. */
export function hasAutomaticPolicies(settings: AutomaticSettings): boolean {
  return (
    settings.automatically_follow_topics_policy !== Automatic.never ||
    settings.automatically_unmute_topics_in_muted_streams_policy !== Automatic.never
  );
}
