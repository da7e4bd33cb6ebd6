// Caches the state and its event queue cursor in the browser between visits, so that reopening the client
// continues there and fetches nothing again. After a day a new registration replaces it, so that an
// inconsistency does not last. Recently used views are cached with it and shown at once. They are never older
// than the state, so the events that update the state update them too.

import type { QueueCursor } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { isRecord } from '../lib/stored-values.ts';
import { type CachedView, isCachedView, isSameView, viewsToCache } from '../store/cached-view.ts';
import type { MessageLists } from '../store/message-lists.ts';
import { isCursor, isStateAtCursor, type StateAtCursor } from './state-at-cursor.ts';
import { furtherRecords, StoredSections, sectionRecords } from './stored-sections.ts';

/** Increase when the stored format or the registration changes. */
const FORMAT_VERSION = 3;
const RECORD = 'state';
const VIEWS_RECORD = 'views';
const DAY_MILLISECONDS = 86_400_000;
/** The delay between a change and its write, which includes later changes. */
export const WRITE_AFTER_MILLISECONDS = 5000;

/** The state without its large sections, which have records of their own. */
interface CachedRecord extends StateAtCursor {
  readonly form: number;
  /** The versions of the records of its large sections, by their names. */
  readonly sections: Readonly<Record<string, string>>;
  /** When the queue was registered, by this computer's clock. */
  readonly since: number;
}

interface CachedViews {
  readonly form: number;
  readonly place: QueueCursor;
  readonly views: readonly CachedView[];
}

function isCachedRecord(value: unknown): value is CachedRecord {
  if (!isStateAtCursor(value)) return false;
  const { form, since, sections }: Partial<CachedRecord> = value;
  return form === FORMAT_VERSION && typeof since === 'number' && isRecord(sections);
}

/** The views in a record that are complete, if they are at least as new as the state at a cursor. */
function viewsIn(record: unknown, { queueId, lastEventId }: QueueCursor): readonly CachedView[] {
  if (!isRecord(record) || record.form !== FORMAT_VERSION || !isCursor(record.place)) return [];
  const isNewEnough = record.place.queueId === queueId && record.place.lastEventId >= lastEventId;
  return isNewEnough && Array.isArray(record.views) ? record.views.filter(isCachedView) : [];
}

function isSame(a: readonly CachedView[], b: readonly CachedView[]): boolean {
  return a.length === b.length && a.every((view, index) => isSameView(view, b[index] ?? view));
}

/** The browser's storage by name, and whether it is online. */
export interface StateRecords {
  /** Reads several records as they are at one moment. */
  readonly read: (names: readonly string[]) => Promise<readonly unknown[]>;
  /** Writes several records in one transaction. */
  readonly write: (records: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly isOnline: () => boolean;
}

export class CachedState {
  #since = Date.now();
  #queueId = '';
  #current: (() => StateAtCursor) | undefined;
  #hasChanged = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lists: MessageLists | undefined;
  /** The views as read, or written last. */
  #views: readonly CachedView[] = [];
  readonly #sections = new StoredSections();
  /** The cursor of the state that was read. */
  #readCursor: QueueCursor | undefined;
  readonly #onNewQueue: () => void;
  readonly #records: StateRecords;

  /** @param onNewQueue called when another queue replaces the cached one: what happened in between is unknown */
  constructor(onNewQueue: () => void, records: StateRecords) {
    this.#onNewQueue = onNewQueue;
    this.#records = records;
  }

  /** The cached state; undefined if there is none or it is too old. */
  async read(): Promise<StateAtCursor | undefined> {
    const [stored, storedViews, ...storedSections] = await this.#records.read([
      RECORD,
      VIEWS_RECORD,
      ...sectionRecords,
    ]);
    if (!isCachedRecord(stored)) return undefined;
    const further = furtherRecords(storedSections);
    const storedParts = further.length === 0 ? [] : await this.#records.read(further);
    const sections = this.#sections.read(stored.sections, storedSections, storedParts);
    if (!sections) return undefined;
    // Offline, an old state is better than none.
    const isOld = Math.abs(Date.now() - stored.since) > DAY_MILLISECONDS;
    if (isOld && this.#records.isOnline()) return undefined;
    const { place: cursor } = stored;
    const state: State = { ...stored.state, ...sections };
    this.#since = stored.since;
    this.#queueId = cursor.queueId;
    this.#readCursor = cursor;
    this.#views = viewsIn(storedViews, cursor);
    return { state, place: cursor };
  }

  /** The views cached with the state at a cursor; none if that is not the state that was read. */
  viewsAt({ queueId, lastEventId }: QueueCursor): readonly CachedView[] {
    const isRead = queueId === this.#readCursor?.queueId && lastEventId === this.#readCursor.lastEventId;
    return isRead ? this.#views : [];
  }

  /** From now on, writes include the views of these lists. */
  cacheViews(lists: MessageLists): void {
    this.#lists = lists;
  }

  /** The state changed: schedules a write. */
  update(current: () => StateAtCursor): void {
    this.#current = current;
    this.#hasChanged = true;
    const { queueId } = current().place;
    if (queueId !== this.#queueId) {
      this.#queueId = queueId;
      this.#since = Date.now();
      this.#onNewQueue();
    }
    this.#timer ??= setTimeout(() => this.write(), WRITE_AFTER_MILLISECONDS);
  }

  /** Writes pending changes now. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Only the leading tab has a cursor.
    const current = this.#current?.();
    if (!current) return;
    const views = this.#lists ? viewsToCache(this.#lists) : [];
    if (!this.#hasChanged && isSame(views, this.#views)) return;
    const viewsRecord: CachedViews = { form: FORMAT_VERSION, place: current.place, views };
    void this.#records
      .write({ ...(this.#hasChanged && this.#stateRecords(current)), [VIEWS_RECORD]: viewsRecord })
      .then((isStored) => {
        if (!isStored) this.#sections.forget();
      });
    this.#hasChanged = false;
    this.#views = views;
  }

  #stateRecords({ state, place }: StateAtCursor): Record<string, unknown> {
    const { rest, versions, changed } = this.#sections.split(state);
    const record: CachedRecord = {
      form: FORMAT_VERSION,
      since: this.#since,
      sections: versions,
      state: rest,
      place,
    };
    return { [RECORD]: record, ...changed };
  }
}
