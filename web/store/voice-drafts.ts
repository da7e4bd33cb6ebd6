// Recordings that were not sent yet, by conversation. They are stored in the browser; if it stores nothing, they last
// while the page is open. A recording of a page that was closed meanwhile is stored as far as it got.

import { type Destination, isSameDestination } from '../lib/destination.ts';
import { isDestination, isRecord } from '../lib/stored-values.ts';

export interface VoiceDraft {
  /** In the order of recording; begins with its time in milliseconds. */
  readonly id: string;
  readonly destination: Destination;
  readonly file: Blob;
  /** As a clock measured them. */
  readonly seconds: number;
  /** Missing until the recording is complete. */
  readonly measures?: Measures;
}

/** What was found in a complete recording. */
export interface Measures {
  readonly seconds: number;
  /** Missing if the browser cannot decode it. */
  readonly waveform?: string;
}

/** A draft whose recording is complete. */
export type CompleteDraft = VoiceDraft & { readonly measures: Measures };

export interface VoiceDraftsOptions {
  /** The records that the browser stores, by id. */
  readonly records: {
    all(): Promise<readonly unknown[]>;
    /** False if nothing can be stored. */
    put(id: string, draft: VoiceDraft): Promise<boolean>;
    remove(id: string): Promise<unknown>;
  };
  /** Whether a page is recording the draft. */
  readonly isHeld: (id: string) => Promise<boolean>;
  /** In milliseconds. */
  readonly now: () => number;
}

const MAX_AGE_MILLISECONDS = 30 * 86_400_000;

function measuresIn(value: unknown): Measures | undefined {
  if (!isRecord(value) || typeof value.seconds !== 'number') return undefined;
  const { seconds, waveform } = value;
  return typeof waveform === 'string' ? { seconds, waveform } : { seconds };
}

/** A record of a draft; undefined if it does not hold one. */
function draftIn(value: unknown): VoiceDraft | undefined {
  if (!isRecord(value) || !(value.file instanceof Blob)) return undefined;
  const { id, destination, file, seconds } = value;
  if (typeof id !== 'string' || typeof seconds !== 'number' || !isDestination(destination)) return undefined;
  const measures = measuresIn(value.measures);
  return { id, destination, file, seconds, ...(measures && { measures }) };
}

export class VoiceDrafts {
  readonly #options: VoiceDraftsOptions;
  /** The drafts of a browser that stores nothing. */
  readonly #inMemory = new Map<string, VoiceDraft>();

  constructor(options: VoiceDraftsOptions) {
    this.#options = options;
  }

  /** An id for a recording that begins now. */
  newId(): string {
    return `${this.#options.now()}-${Math.random().toString(36).slice(2, 8)}`;
  }

  /** The first draft for a conversation, except what a page is recording. Drafts older than thirty days are removed. */
  async first(destination: Destination): Promise<VoiceDraft | undefined> {
    const { records, isHeld, now } = this.#options;
    const stored = (await records.all()).flatMap((record) => draftIn(record) ?? []);
    for (const draft of [...stored, ...this.#inMemory.values()]) {
      if (now() - Number.parseInt(draft.id, 10) > MAX_AGE_MILLISECONDS) await this.remove(draft.id);
      else if (!isSameDestination(draft.destination, destination)) continue;
      else if (draft.measures || !(await isHeld(draft.id))) return draft;
    }
    return undefined;
  }

  async store(draft: VoiceDraft): Promise<void> {
    const isStored = await this.#options.records.put(draft.id, draft);
    if (isStored) this.#inMemory.delete(draft.id);
    else this.#inMemory.set(draft.id, draft);
  }

  async remove(id: string): Promise<void> {
    this.#inMemory.delete(id);
    await this.#options.records.remove(id);
  }
}
