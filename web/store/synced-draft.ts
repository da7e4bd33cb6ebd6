// Syncs one draft with the server: a second after the last key press, one request at a time, with retries. Unsent
// changes are stored in the browser, in case the page closes first.

import { type Destination, destinationKey } from '../lib/destination.ts';

export interface DraftText {
  readonly destination: Destination;
  readonly content: string;
}

/** The server's draft operations. */
export interface DraftServer {
  create(draft: DraftText): Promise<number>;
  edit(id: number, draft: DraftText): Promise<void>;
  delete(id: number): Promise<void>;
}

export interface SyncedDraftOptions {
  readonly server: DraftServer;
  /** Runs something after a delay in milliseconds; returns a function that cancels it. */
  readonly schedule: (run: () => void, milliseconds: number) => () => void;
  /** Stores in the browser what the server does not have yet; undefined removes it. */
  readonly storeLocally?: (draft: DraftText | undefined) => void;
  /** Whether an error is permanent, so that retrying is useless. */
  readonly isFinal?: (error: unknown) => boolean;
}

const PAUSE = 1000;
const PAUSE_AFTER_FAILURE = 5000;

function fingerprint({ destination, content }: DraftText): string {
  return `${destinationKey(destination)}\n${content}`;
}

export class SyncedDraft {
  readonly #options: SyncedDraftOptions;
  #id: number | undefined;
  #current: DraftText | undefined;
  /** Fingerprint of what the server has. */
  #saved: string | undefined;
  #cancel: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();

  /** @param existing a draft that the server already has */
  constructor(options: SyncedDraftOptions, existing?: { readonly id: number; readonly draft: DraftText }) {
    this.#options = options;
    this.#id = existing?.id;
    this.#current = existing?.draft;
    this.#saved = existing && fingerprint(existing.draft);
  }

  /** The id on the server, once it is there. */
  get id(): number | undefined {
    return this.#id;
  }

  /** Sets the current text. Whitespace alone is not a draft. */
  change(draft: DraftText): void {
    this.#current = draft.content.trim() === '' ? undefined : draft;
    if (this.#isSaved) return;
    this.#options.storeLocally?.(this.#current);
    this.#saveIn(PAUSE);
  }

  /** Deletes the draft, because it was sent or discarded. */
  async discard(): Promise<void> {
    this.#current = undefined;
    this.#options.storeLocally?.(undefined);
    await this.flush();
  }

  /** Saves pending changes now. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#running = this.#running.then(() => this.#save());
    await this.#running;
  }

  get #isSaved(): boolean {
    return (this.#current && fingerprint(this.#current)) === this.#saved;
  }

  #saveIn(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#options.schedule(() => void this.flush(), milliseconds);
  }

  async #save(): Promise<void> {
    const current = this.#current;
    if (this.#isSaved) return;
    try {
      this.#id = await this.#write(current);
      this.#saved = current && fingerprint(current);
      if (this.#isSaved) this.#options.storeLocally?.(undefined);
    } catch (error) {
      if (!this.#options.isFinal?.(error)) this.#saveIn(PAUSE_AFTER_FAILURE);
    }
  }

  async #write(draft: DraftText | undefined): Promise<number | undefined> {
    const { server } = this.#options;
    if (draft && this.#id === undefined) return server.create(draft);
    if (this.#id === undefined) return undefined;
    if (!draft) {
      await server.delete(this.#id);
      return undefined;
    }
    await server.edit(this.#id, draft);
    return this.#id;
  }
}
