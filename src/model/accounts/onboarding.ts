// The introductions that clients show each person once.

const notices = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
  // Used only by Parley's own client: the first steps, and the choice of notifications among them.
  'next_steps',
  'next_steps_notifications',
] as const;

const actions = ['narrow_to_dm_with_welcome_bot_new_user'] as const;

export interface OnboardingStep {
  readonly type: 'one_time_notice' | 'one_time_action';
  readonly name: string;
}

const steps: readonly OnboardingStep[] = [
  ...notices.map((name) => ({ type: 'one_time_notice', name }) as const),
  ...actions.map((name) => ({ type: 'one_time_action', name }) as const),
];

export function isOnboardingStep(name: string): boolean {
  return steps.some((step) => step.name === name);
}

/** The introductions that a person has not dismissed yet. */
export function remainingSteps(dismissed: ReadonlySet<string>): readonly OnboardingStep[] {
  return steps.filter((step) => !dismissed.has(step.name));
}
