// Changes of one's own flags: shown at once, told to the server in batches, told again where nobody answered.

import type { ApiEvent } from '../../client/event-stream.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { say } from '../parts/status-line.tsx';
import { t } from '../words/words.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';

const A_BATCH_MILLISECONDS = 1000;
const AGAIN_MILLISECONDS = 5000;
const MOST_AT_ONCE = 1000;

/** Marks messages as read. */
class ReadMarks {
  readonly #organization: Organization;
  readonly #waiting = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(organization: Organization) {
    this.#organization = organization;
  }

  read(ids: readonly number[]): void {
    const { store } = this.#organization.messages;
    const unread = ids.filter((id) => store.get(id)?.flags.includes('read') === false);
    if (unread.length === 0) return;
    showFlag(this.#organization, 'read', 'add', unread);
    for (const id of unread) this.#waiting.add(id);
    this.#timer ??= setTimeout(() => this.#send(), A_BATCH_MILLISECONDS);
  }

  /** Takes it back. */
  async unread(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#waiting.delete(id);
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const messages = ids.slice(from, from + MOST_AT_ONCE);
      const call = this.#organization.client.call('update-message-flags', {
        messages,
        op: 'remove',
        flag: 'read',
      });
      if (!(await attempt(call))) return;
    }
  }

  async #send(): Promise<void> {
    const messages = [...this.#waiting].slice(0, MOST_AT_ONCE);
    let pause = A_BATCH_MILLISECONDS;
    try {
      await this.#organization.client.call('update-message-flags', { messages, op: 'add', flag: 'read' });
      for (const id of messages) this.#waiting.delete(id);
    } catch (error) {
      if (error instanceof ParleyError && error.isPassing) pause = AGAIN_MILLISECONDS;
      else for (const id of messages) this.#waiting.delete(id);
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#send(), pause) : undefined;
  }
}

const marks = new WeakMap<Organization, ReadMarks>();

export function readMarksOf(organization: Organization): ReadMarks {
  const present = marks.get(organization) ?? new ReadMarks(organization);
  marks.set(organization, present);
  return present;
}

/** Says what was read, and lets it be taken back. */
export function sayRead(organization: Organization, ids: readonly number[]): void {
  if (ids.length === 0) return;
  say(t('feed.markedRead', { count: ids.length }), {
    label: t('parts.undo'),
    onChoose: () => void readMarksOf(organization).unread(ids),
  });
}

/** Shows flags as they will be; the event that comes of it says the same once more. */
export function showFlag(
  organization: Organization,
  flag: string,
  op: 'add' | 'remove',
  messages: readonly number[],
): void {
  const event = { type: 'update_message_flags', id: -1, op, flag, messages: [...messages], all: false };
  organization.take({ kind: 'event', event: event as ApiEvent });
}
