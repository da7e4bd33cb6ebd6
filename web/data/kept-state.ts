// The state that the browser keeps between visits, with its place in the event queue: opening the client again goes on
// from there and asks for nothing that is known already. After a day a new registration takes its place all the same, so
// that nothing that went wrong stays wrong for long. Beside it stand the views that were looked at last, which are shown at
// once: they are never older than the state, so that the events that bring it up to date bring them up to date as well.

import type { QueuePlace } from '../../client/event-stream.ts';
import { isSameView, type KeptView, viewsToKeep } from '../store/kept-view.ts';
import type { MessageLists } from '../store/message-lists.ts';
import type { Held } from './place.ts';

/** To be raised when what is kept, or what is registered for, has another shape. */
const FORM = 1;
const RECORD = 'state';
const VIEWS_RECORD = 'views';
const A_DAY_MILLISECONDS = 86_400_000;
/** So long after a change it is written, with all that changed meanwhile. */
export const WRITE_AFTER_MILLISECONDS = 5000;

interface Kept extends Held {
  readonly form: number;
  /** When the queue was registered, by this computer's clock. */
  readonly since: number;
}

interface KeptViews {
  readonly form: number;
  readonly place: QueuePlace;
  readonly views: readonly KeptView[];
}

function isSame(a: readonly KeptView[], b: readonly KeptView[]): boolean {
  return a.length === b.length && a.every((view, index) => isSameView(view, b[index] ?? view));
}

/** What the browser keeps, by names, and whether it has a network. */
export interface StateRecords {
  readonly read: (name: string) => Promise<unknown>;
  /** Puts several in their places at once. */
  readonly write: (records: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly isOnline: () => boolean;
}

export class KeptState {
  #since = Date.now();
  #queueId = '';
  #held: (() => Held) | undefined;
  #hasChanged = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lists: MessageLists | undefined;
  /** As they were read, or written last. */
  #views: readonly KeptView[] = [];
  /** Where the state was that was read. */
  #read: QueuePlace | undefined;
  readonly #onNewQueue: () => void;
  readonly #records: StateRecords;

  /** @param onNewQueue what happened before is unknown: called when another queue takes the place of the one that was kept */
  constructor(onNewQueue: () => void, records: StateRecords) {
    this.#onNewQueue = onNewQueue;
    this.#records = records;
  }

  /** What was kept; undefined where there is nothing, or it is too old. */
  async read(): Promise<Held | undefined> {
    const [kept, beside] = (await Promise.all([
      this.#records.read(RECORD),
      this.#records.read(VIEWS_RECORD),
    ])) as [Kept | undefined, KeptViews | undefined];
    if (kept?.form !== FORM) return undefined;
    // Without a network something old is better than nothing.
    const isOld = Math.abs(Date.now() - kept.since) > A_DAY_MILLISECONDS;
    if (isOld && this.#records.isOnline()) return undefined;
    const { state, place } = kept;
    this.#since = kept.since;
    this.#queueId = place.queueId;
    this.#read = place;
    const isBeside = beside?.form === FORM && beside.place.queueId === place.queueId;
    if (isBeside && beside.place.lastEventId >= place.lastEventId) this.#views = beside.views;
    return { state, place };
  }

  /** The views that were kept with the state at a place; none where that is not the one that was read. */
  viewsAt({ queueId, lastEventId }: QueuePlace): readonly KeptView[] {
    const isRead = queueId === this.#read?.queueId && lastEventId === this.#read.lastEventId;
    return isRead ? this.#views : [];
  }

  /** The views of these lists are kept from now on, whenever something is written. */
  keepViews(lists: MessageLists): void {
    this.#lists = lists;
  }

  /** Something changed: it is kept soon. */
  note(held: () => Held): void {
    this.#held = held;
    this.#hasChanged = true;
    const { queueId } = held().place;
    if (queueId !== this.#queueId) {
      this.#queueId = queueId;
      this.#since = Date.now();
      this.#onNewQueue();
    }
    this.#timer ??= setTimeout(() => this.write(), WRITE_AFTER_MILLISECONDS);
  }

  /** Keeps what changed, at once. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Only the tab that leads holds it.
    const held = this.#held?.();
    if (!held) return;
    const views = this.#lists ? viewsToKeep(this.#lists) : [];
    if (!this.#hasChanged && isSame(views, this.#views)) return;
    const { place } = held;
    const state: Kept = { form: FORM, since: this.#since, ...held };
    const beside: KeptViews = { form: FORM, place, views };
    void this.#records.write({ ...(this.#hasChanged && { [RECORD]: state }), [VIEWS_RECORD]: beside });
    this.#hasChanged = false;
    this.#views = views;
  }
}
