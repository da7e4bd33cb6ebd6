// Composes the parts of an archive on several threads, and returns their rows in the order of the parts.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors/error-detail.ts';
import type { MessageWords } from '../../stores/search/search-store.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { ComposingFacts } from './compose.ts';
import type { PackedRows } from './packed-rows.ts';
import type { SurveyedPart } from './survey.ts';

/** The input of a thread. */
export interface ComposingTask {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  readonly format: string;
  readonly facts: ComposingFacts;
  readonly tasks: readonly SurveyedPart[];
}

/** The output of a thread: a batch, or the reason for its failure. */
export type Composed =
  | {
      readonly messages: number;
      readonly tables: PackedRows;
      readonly words: readonly MessageWords[];
      /** Whether it is the last batch of its part. */
      readonly isLast: boolean;
      readonly failure?: never;
    }
  | { readonly failure: string };

export type ComposedRows = Exclude<Composed, { readonly failure: string }>;

const MAX_THREADS = 4;
const YOUNG_GENERATION_MEGABYTES = 32;

/** One thread, and its batches in order. */
class Thread {
  readonly #worker: Worker;
  readonly #received: Composed[] = [];
  #wake: (() => void) | undefined;
  #hasEnded = false;

  constructor(task: ComposingTask) {
    this.#worker = new Worker(new URL('./compose-worker.ts', import.meta.url), {
      workerData: task,
      // Most objects of composing are short-lived.
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES },
    });
    this.#worker.on('message', (message: Composed) => this.#receive(message));
    this.#worker.on('error', (error) => this.#receive({ failure: messageOf(error) }));
    this.#worker.on('exit', () => {
      this.#hasEnded = true;
      this.#wake?.();
    });
  }

  #receive(message: Composed): void {
    this.#received.push(message);
    this.#wake?.();
  }

  async next(): Promise<ComposedRows> {
    while (this.#received.length === 0) {
      if (this.#hasEnded) throw new Error('a thread that composes messages ended too soon');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const message = this.#received.shift() as Composed;
    if (message.failure !== undefined) throw new InvalidArchiveError('messages', message.failure);
    this.#worker.postMessage('taken');
    return message;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The rows of parts, in order. */
export async function* composedParts(
  parts: readonly SurveyedPart[],
  task: Omit<ComposingTask, 'tasks'>,
): AsyncGenerator<ComposedRows> {
  const count = Math.max(1, Math.min(availableParallelism(), MAX_THREADS, parts.length));
  const threads = Array.from({ length: count }, (_, at) => {
    return new Thread({ ...task, tasks: parts.filter((_part, index) => index % count === at) });
  });
  try {
    for (const index of parts.keys()) {
      const thread = threads[index % count] as Thread;
      for (let isLast = false; !isLast; ) {
        const rows = await thread.next();
        yield rows;
        isLast = rows.isLast;
      }
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}
