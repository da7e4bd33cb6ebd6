// Marks everything in a conversation or channel, or all messages, as read, loaded or not: shown at once, and reverted if
// the server refuses. All of it can be undone.

import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import { wireNarrow } from '../store/narrow.ts';
import { narrowOf, term } from '../store/narrow-targets.ts';
import { flagEvent } from '../store/read-marks.ts';
import { type ConversationOrChannel, type ReadScope, unreadIds } from '../store/unread-ids.ts';
import { attempt } from './attempt.ts';
import { readMarksOf, reportRead } from './flag-changes.ts';
import type { Organization } from './organization.ts';

/** The maximum number of messages that the server marks in one call. */
const MAX_PER_CALL = 5000;

/** Marks messages from an anchor on. Returns the anchor of the next call; undefined after the last one. */
async function markFrom(
  organization: Organization,
  conversation: ConversationOrChannel,
  anchor: string,
): Promise<string | undefined> {
  const { found_newest, last_processed_id } = await organization.client.call(
    'update-message-flags-for-narrow',
    {
      narrow: wireNarrow([...narrowOf(conversation), term('is', 'unread')]),
      anchor,
      include_anchor: false,
      num_before: 0,
      num_after: MAX_PER_CALL,
      op: 'add',
      flag: 'read',
    },
  );
  return found_newest || last_processed_id === null ? undefined : String(last_processed_id);
}

async function send(organization: Organization, scope: ReadScope): Promise<true> {
  if (scope.kind === 'everything') await organization.client.call('mark-all-as-read');
  else {
    let anchor: string | undefined = 'oldest';
    while (anchor !== undefined) anchor = await markFrom(organization, scope, anchor);
  }
  return true;
}

interface MarkedRead {
  /** The messages that were unread before. */
  readonly ids: readonly number[];
  /** Whether the server accepted it; an error has been reported by then. */
  readonly done: Promise<boolean>;
  /** Marks the messages as unread again. Resolves when they are shown so, before the server answers. */
  undo(): Promise<void>;
}

/** Marks a conversation, a channel or everything as read; undefined without the server, which is reported. */
export function markAsRead(organization: Organization, scope: ReadScope): MarkedRead | undefined {
  if (organization.connection === 'interrupted') {
    showError(t('common.needsServer'));
    return undefined;
  }
  const before = organization.state;
  const ids = unreadIds(before, scope);
  const readEvent = flagEvent('read', 'add', ids);
  const marks = readMarksOf(organization);
  const show = (event: typeof readEvent) => organization.apply({ kind: 'event', event });
  const showUnread = async () => {
    const { unreadEvent } = await import('../store/unread-event.ts');
    const event = unreadEvent(before, ids);
    show(event);
    return event;
  };
  show(readEvent);
  const settled = organization.messages.store.addOptimistic(() => readEvent);
  /** Shown again when the server's event arrives, if the undo was faster. */
  let undone: typeof readEvent | undefined;
  const stopWaiting = onceRead(organization, ids, () => undone && show(undone));
  const done = marks
    .callInTurn(() => attempt(send(organization, scope)))
    .then(async (isDone) => {
      settled();
      if (isDone) return true;
      stopWaiting();
      await showUnread();
      return false;
    });
  return {
    ids,
    done,
    async undo() {
      settled();
      undone = await showUnread();
      void marks.unread(ids).then((isDone) => isDone || show(readEvent));
    },
  };
}

/**
 * Calls the listener once, after the server's event that marks one of the messages as read. The returned function ends
 * this.
 */
function onceRead(organization: Organization, ids: readonly number[], listener: () => void): () => void {
  const marked = new Set(ids);
  const stop = organization.on('update_message_flags', ({ id, op, flag, messages }) => {
    // Events that are only shown here have no positive id.
    if (id < 0 || flag !== 'read' || !messages.some((message) => marked.has(message))) return;
    stop();
    // The event of the undo comes first if the messages had been read elsewhere.
    if (op === 'add') listener();
  });
  return stop;
}

/**
 * Marks a conversation, a channel or everything as read and offers to undo it. The undo also restores `readBefore`,
 * which were read a moment earlier.
 */
export async function markRead(
  organization: Organization,
  scope: ReadScope,
  readBefore: readonly number[] = [],
): Promise<void> {
  const marked = markAsRead(organization, scope);
  if (!marked || !(await marked.done)) return;
  const readEarlier = readBefore.filter((id) => !marked.ids.includes(id));
  reportRead(organization, [...readEarlier, ...marked.ids], () => {
    void marked.undo();
    if (readEarlier.length > 0) void readMarksOf(organization).unread(readEarlier);
  });
}
