// The actions of keys and buttons on a row of a list of conversations, each with an undo. Loaded with the first of
// them.

import { TopicVisibility, topicPolicyOf } from '../../client/state/topics.ts';
import type { ContextMenuOptions } from '../components/context-menu.tsx';
import { showError, showStatus } from '../components/status-line.tsx';
import { putAway, removeFromLater } from '../data/change-later.ts';
import { mutedText, restoreMute, setMute } from '../data/change-mute.ts';
import { readMarksOf } from '../data/flag-changes.ts';
import { markAsRead } from '../data/mark-read.ts';
import type { Organization } from '../data/organization.ts';
import { setTopicPolicy, type TopicPolicy } from '../data/set-topic-policy.ts';
import { dayAndTime, has24Hours } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { type LaterConversation, laterConversations } from '../store/later-conversations.ts';
import { type Mute, muteOf } from '../store/mutes.ts';
import { topicName } from '../store/names.ts';
import { closeRow } from './close-row.ts';
import { type RowChoice, type RowContent, rowContents } from './row-choice.ts';
import { type MenuAction, showRowMenu } from './row-menu.ts';
import { type UndoStep, UndoSteps } from './undo-steps.ts';

export type RowAction = MenuAction | 'menu' | 'undo' | 'allDone';

export interface RowActionContext {
  readonly organization: Organization;
  readonly choice: RowChoice;
  /** Whether rows leave the list when they are read or muted. */
  readonly isClosing: boolean;
  /** The row that the action is for, if it is for one. */
  readonly row: HTMLElement | undefined;
  /** Where the menu opens. */
  readonly at?: ContextMenuOptions['at'];
}

const allSteps = new WeakMap<Organization, UndoSteps>();

function stepsOf(organization: Organization): UndoSteps {
  const steps = allSteps.get(organization) ?? new UndoSteps();
  allSteps.set(organization, steps);
  return steps;
}

function undo({ organization, choice }: RowActionContext, step?: UndoStep): void {
  choice.finish();
  const lastStep = stepsOf(organization).take(step);
  if (!lastStep) return;
  const { key } = lastStep;
  choice.wanted = key;
  const reopen = () => key !== undefined && choice.closed.get(key)?.();
  Promise.resolve(lastStep.undo()).then(reopen, reopen);
}

interface Change {
  readonly text: string;
  /** The row that is chosen when the change is undone. */
  readonly key: string | undefined;
  /** Whether the server accepted it. */
  readonly done: Promise<boolean>;
  /** The promise that it may return resolves when the list has the row again. */
  readonly undo: () => unknown;
}

/** Reports a change and offers to undo it, until it turns out that the server refused it. */
function offerUndo(context: RowActionContext, { text, key, done, undo: revert }: Change): void {
  const steps = stepsOf(context.organization);
  const step: UndoStep = {
    key,
    undo() {
      hide();
      return revert();
    },
  };
  steps.add(step);
  const hide = showStatus(text, {
    label: t('common.undo'),
    keyHint: 'Z',
    onChoose: () => undo(context, step),
  });
  void done.then((isDone) => {
    if (!isDone && steps.take(step)) hide();
  });
}

/** Marks everything as read. */
function markAllRead(context: RowActionContext): void {
  const { organization, choice } = context;
  choice.finish();
  const marked = markAsRead(organization, { kind: 'everything' });
  if (!marked || marked.ids.length === 0) return;
  const text = t('messageList.markedRead', { count: marked.ids.length });
  offerUndo(context, { text, key: choice.chosen?.key, done: marked.done, undo: () => marked.undo() });
}

/**
 * The seconds after which a conversation that was already back comes back again: the server requires a time in the
 * future.
 */
const SOON = 5;

/** Puts a conversation away again until the same time, or for a few seconds if that time has passed. */
function putAwayAgain(organization: Organization, { conversation, until }: LaterConversation) {
  return putAway(organization, conversation, Math.max(until, Math.ceil(Date.now() / 1000) + SOON));
}

/** Marks a conversation as read, and as done if it was put away. Returns whether it was sent. */
function markDone(context: RowActionContext, { key, conversation }: RowContent): boolean {
  const { organization } = context;
  const later = laterConversations(organization.state, organization.ownId).get(conversation);
  const marked = markAsRead(organization, conversation);
  if (!marked) return false;
  const { ids } = marked;
  if (later) void removeFromLater(organization, conversation);
  else if (ids.length === 0) return false;
  offerUndo(context, {
    text: ids.length > 0 ? t('messageList.markedRead', { count: ids.length }) : t('lists.done'),
    key,
    done: marked.done,
    undo() {
      if (later) void putAwayAgain(organization, later);
      return ids.length > 0 ? marked.undo() : undefined;
    },
  });
  return true;
}

/** Asks until when to put a conversation away. */
async function putAwayUntil(context: RowActionContext, content: RowContent): Promise<void> {
  const { organization } = context;
  const { key, conversation } = content;
  const { state, ownId } = organization;
  const clock = { is24Hours: has24Hours(state.user_settings?.twenty_four_hour_time) };
  const before = laterConversations(state, ownId).get(conversation);
  const leave = (until: number) =>
    closeRow(context, async () => {
      void putAway(organization, conversation, until);
      const undo = () =>
        before ? putAwayAgain(organization, before) : removeFromLater(organization, conversation);
      const text = t('lists.putAway', { when: dayAndTime(until, clock) });
      offerUndo(context, { text, key, done: Promise.resolve(true), undo });
      return true;
    });
  const { showTimeDialog } = await import('../forms/time-dialog.tsx');
  showTimeDialog({
    title: t('later.title'),
    action: t('later.putAway'),
    clock,
    // After the dialog has closed and returned the focus.
    onChoose: async (until) => void setTimeout(() => leave(until)),
  });
}

function markUnread(context: RowActionContext, { key, conversation, newestId }: RowContent): void {
  const { organization } = context;
  offerUndo(context, {
    text: t('messages.markedUnread', { count: 1 }),
    key,
    done: readMarksOf(organization).unread([newestId]),
    undo: () => markAsRead(organization, conversation),
  });
}

/** Sets the policy of a topic. Returns whether the server accepted it. */
function changePolicy(
  context: RowActionContext,
  { key, conversation }: RowContent,
  policy: TopicPolicy,
  text: string,
): Promise<boolean> {
  const { organization } = context;
  if (conversation.kind !== 'topic') return Promise.resolve(false);
  const undo = restoreMute(organization, conversation);
  const done = setTopicPolicy(organization, conversation, policy);
  offerUndo(context, { text, key, done, undo: async () => (await done) && undo() });
  return done;
}

function mute(context: RowActionContext, { key, conversation }: RowContent, to: Mute | undefined): void {
  const { organization } = context;
  const change = () => {
    const undo = restoreMute(organization, conversation);
    const done = setMute(organization, conversation, to);
    const text = mutedText(organization, conversation, to !== undefined);
    offerUndo(context, { text, key, done, undo: async () => (await done) && undo() });
    return done;
  };
  if (to) closeRow(context, change);
  else void change();
}

function toggleMuted(context: RowActionContext, content: RowContent): void {
  const isMuted = muteOf(context.organization.state, content.conversation) !== undefined;
  mute(context, content, isMuted ? undefined : { until: null });
}

/** Asks until when to mute. */
async function muteFor(context: RowActionContext, content: RowContent): Promise<void> {
  const { showMuteDialog } = await import('../forms/mute-dialog.ts');
  // After the dialog has closed and returned the focus.
  showMuteDialog(context.organization, content.conversation, (to) =>
    setTimeout(() => mute(context, content, to)),
  );
}

function toggleFollowed(context: RowActionContext, content: RowContent): void {
  const { conversation } = content;
  if (conversation.kind !== 'topic') {
    showStatus(t('lists.cannotFollow'));
    return;
  }
  const { channelId, topic } = conversation;
  const isFollowed = topicPolicyOf(context.organization.state, channelId, topic) === TopicVisibility.followed;
  // The row may move to another group.
  context.choice.wanted = content.key;
  const name = topicName(topic);
  if (isFollowed)
    void changePolicy(context, content, TopicVisibility.inherit, t('lists.unfollowed', { name }));
  else void changePolicy(context, content, TopicVisibility.followed, t('lists.followed', { name }));
}

/** Shows the menu of a row, which is chosen and has the focus afterwards. */
function openMenu(context: RowActionContext, row: HTMLElement, content: RowContent): void {
  row.focus();
  showRowMenu(context.organization, {
    row,
    content,
    at: context.at,
    act: (action) => actOnRow(action, { ...context, at: undefined }),
  });
}

const reportUnavailable = () => showError(t('common.needsServer'));

/** Performs an action on a row or on all rows, or undoes the last action. */
export function actOnRow(action: RowAction, context: RowActionContext): void {
  const content = context.row && rowContents.get(context.row);
  if (action === 'undo') undo(context);
  else if (action === 'allDone') markAllRead(context);
  else if (!content || !context.row) return;
  else if (action === 'menu') openMenu(context, context.row, content);
  else if (action === 'unread') markUnread(context, content);
  else if (action === 'mute') toggleMuted(context, content);
  else if (action === 'muteFor') muteFor(context, content).catch(reportUnavailable);
  else if (action === 'follow') toggleFollowed(context, content);
  else if (action === 'later') putAwayUntil(context, content).catch(reportUnavailable);
  else closeRow(context, async () => markDone(context, content));
}
