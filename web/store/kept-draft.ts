// One message that is being written, kept on the server: a second after the last key, one request at a time, and again
// where one failed. What the server does not have yet stands in the browser, for the case that the page goes first.

import { type Destination, destinationKey } from '../lib/destination.ts';

export interface Written {
  readonly destination: Destination;
  readonly content: string;
}

/** What the server does with drafts. */
export interface DraftServer {
  create(draft: Written): Promise<number>;
  edit(id: number, draft: Written): Promise<void>;
  delete(id: number): Promise<void>;
}

export interface KeptDraftOptions {
  readonly server: DraftServer;
  /** Runs something after so many milliseconds; answers with how not to. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /** Keeps what the server does not have yet in the browser; undefined for nothing. */
  readonly keepHere?: (draft: Written | undefined) => void;
  /** Whether a refusal is for good, so that trying again is no use. */
  readonly isFinal?: (error: unknown) => boolean;
}

const PAUSE = 1000;
const PAUSE_AFTER_FAILURE = 5000;

function fingerprint({ destination, content }: Written): string {
  return `${destinationKey(destination)}\n${content}`;
}

export class KeptDraft {
  readonly #options: KeptDraftOptions;
  #id: number | undefined;
  #wanted: Written | undefined;
  /** What the server has. */
  #kept: string | undefined;
  #cancel: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();

  /** @param existing a draft that the server has */
  constructor(options: KeptDraftOptions, existing?: { readonly id: number; readonly draft: Written }) {
    this.#options = options;
    this.#id = existing?.id;
    this.#wanted = existing?.draft;
    this.#kept = existing && fingerprint(existing.draft);
  }

  /** On the server, once it is there. */
  get id(): number | undefined {
    return this.#id;
  }

  /** What is written now; nothing but spaces is no draft. */
  change(draft: Written): void {
    this.#wanted = draft.content.trim() === '' ? undefined : draft;
    if (this.#isKept) return;
    this.#options.keepHere?.(this.#wanted);
    this.#keepIn(PAUSE);
  }

  /** It was sent, or thrown away. */
  async discard(): Promise<void> {
    this.#wanted = undefined;
    this.#options.keepHere?.(undefined);
    await this.flush();
  }

  /** Keeps at once what is not kept yet. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#running = this.#running.then(() => this.#keep());
    await this.#running;
  }

  get #isKept(): boolean {
    return (this.#wanted && fingerprint(this.#wanted)) === this.#kept;
  }

  #keepIn(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#options.later(() => void this.flush(), milliseconds);
  }

  async #keep(): Promise<void> {
    const wanted = this.#wanted;
    if (this.#isKept) return;
    try {
      this.#id = await this.#write(wanted);
      this.#kept = wanted && fingerprint(wanted);
      if (this.#isKept) this.#options.keepHere?.(undefined);
    } catch (error) {
      if (!this.#options.isFinal?.(error)) this.#keepIn(PAUSE_AFTER_FAILURE);
    }
  }

  async #write(wanted: Written | undefined): Promise<number | undefined> {
    const { server } = this.#options;
    if (wanted && this.#id === undefined) return server.create(wanted);
    if (this.#id === undefined) return undefined;
    if (!wanted) {
      await server.delete(this.#id);
      return undefined;
    }
    await server.edit(this.#id, wanted);
    return this.#id;
  }
}
