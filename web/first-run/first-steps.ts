// The first steps of a new account, and which of them are done. What is done is read from the state of the organization, so
// that it does not matter where and in which order it was done.

import type { State } from '../../client/state/state.ts';
import { mayChangeOwn } from '../settings/own-permissions.ts';
import { activeChannels, type KnownChannel } from '../store/directory.ts';
import { inviteMethods } from '../store/invite-methods.ts';
import { isAllowed, mayPost } from '../store/permissions.ts';

/** The step of `onboarding_steps` that remains until the list is hidden or finished. */
export const LIST_STEP = 'next_steps';
/** The step of `onboarding_steps` that remains until notifications were chosen in one of the person's browsers. */
export const NOTIFICATIONS_STEP = 'next_steps_notifications';

export type StepKey = 'hello' | 'picture' | 'invite' | 'create' | 'join' | 'notifications';

export interface FirstStep {
  readonly key: StepKey;
  readonly isDone: boolean;
}

/** Facts that are not in the client's state; undefined until they are fetched. */
export interface FirstRunFacts {
  readonly hasInvited?: boolean;
  readonly hasWritten?: boolean;
  /** Whether this browser may show notifications. */
  readonly isNotified: boolean;
}

/** Where newcomers say hello: the topic of the first message of an organization. */
const WELCOME_TOPIC = 'greetings';

/** The channels that people made, which those of sample content are not. */
function channelsOfPeople(state: State): readonly KnownChannel[] {
  return activeChannels(state).filter(({ creator_id }) => creator_id !== null);
}

const isDefault = (state: State, { stream_id }: KnownChannel): boolean =>
  state.realm_default_streams?.includes(stream_id) === true;

/** The channels that the viewer may subscribe to and has not. */
export function channelsToJoin(state: State): readonly KnownChannel[] {
  const own = new Set(state.subscriptions?.map(({ stream_id }) => stream_id));
  return activeChannels(state).filter((channel) => !own.has(channel.stream_id) && !channel.invite_only);
}

/** The channel and topic where newcomers introduce themselves: the oldest default channel; undefined if they may not post there. */
export function welcomeTopic(
  state: State,
  ownId: number,
): { readonly channelId: number; readonly topic: string } | undefined {
  const own = new Set(state.subscriptions?.map(({ stream_id }) => stream_id));
  const candidates = activeChannels(state)
    .filter(
      (channel) =>
        own.has(channel.stream_id) && isDefault(state, channel) && mayPost(state, channel.stream_id, ownId),
    )
    .sort((a, b) => a.stream_id - b.stream_id);
  const channel = candidates.find(({ creator_id }) => creator_id !== null) ?? candidates[0];
  if (!channel) return undefined;
  return {
    channelId: channel.stream_id,
    topic: channel.topics_policy === 'empty_topic_only' ? '' : WELCOME_TOPIC,
  };
}

/** The other people of the organization, without bots. */
function hasOthers(state: State, ownId: number): boolean {
  return state.realm_users?.some(({ user_id, is_bot }) => user_id !== ownId && !is_bot) === true;
}

function stepsOfAdministrators(state: State, ownId: number, facts: FirstRunFacts): FirstStep[] {
  const steps: FirstStep[] = [];
  if (inviteMethods(state, ownId).length > 0)
    steps.push({ key: 'invite', isDone: facts.hasInvited === true || hasOthers(state, ownId) });
  if (isAllowed(state, state.realm_can_create_public_channel_group, ownId))
    steps.push({ key: 'create', isDone: channelsOfPeople(state).length > 1 });
  return steps;
}

function joinStep(state: State): FirstStep[] {
  const isDone =
    state.subscriptions?.some((channel) => !channel.is_archived && !isDefault(state, channel)) === true;
  return isDone || channelsToJoin(state).length > 0 ? [{ key: 'join', isDone }] : [];
}

/** The steps in order; without those that the viewer may not do. */
export function firstSteps(state: State, ownId: number, facts: FirstRunFacts): readonly FirstStep[] {
  const isAdmin = state.is_admin === true;
  const steps: FirstStep[] = [];
  if (!isAdmin && welcomeTopic(state, ownId)) steps.push({ key: 'hello', isDone: facts.hasWritten === true });
  if (mayChangeOwn(state, 'avatar')) steps.push({ key: 'picture', isDone: state.avatar_source === 'U' });
  steps.push(...(isAdmin ? stepsOfAdministrators(state, ownId, facts) : joinStep(state)));
  const isAnswered = state.onboarding_steps?.some(({ name }) => name === NOTIFICATIONS_STEP) === false;
  steps.push({ key: 'notifications', isDone: isAnswered || facts.isNotified });
  return steps;
}

/** The people of the organization except the viewer: owners first, then administrators, moderators and the others, by name. */
export function peopleHere(state: State, ownId: number): NonNullable<State['realm_users']> {
  const people = state.realm_users?.filter(({ user_id, is_bot }) => user_id !== ownId && !is_bot) ?? [];
  const rank = (role: number) => Math.min(role, 400);
  return people.sort((a, b) => rank(a.role) - rank(b.role) || a.full_name.localeCompare(b.full_name));
}
