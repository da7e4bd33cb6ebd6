// Recording a voice message for the conversation of a composer, from the microphone to the message. What was recorded
// is stored as a draft of its conversation until it is sent or discarded.

import type { Destination } from '../../lib/destination.ts';
import type { CompleteDraft, Measures, VoiceDraft, VoiceDrafts } from '../../store/voice-drafts.ts';
import { type Recorder, type RecorderOptions, RecordingError, type RecordingProblem } from './recording.ts';

export type VoiceState =
  | { readonly kind: 'empty' }
  /** The browser asks the person for the microphone. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'recording'; readonly seconds: number; readonly levels: readonly number[] }
  | { readonly kind: 'measuring' }
  | { readonly kind: 'complete'; readonly draft: CompleteDraft };

/** What people are told about a recording that ended otherwise than they asked for. */
export type VoiceNotice = RecordingProblem | 'longest' | 'tooShort';

export interface VoiceOptions {
  readonly start: (options: RecorderOptions) => Promise<Recorder>;
  readonly measure: (
    recorded: Blob,
    seconds: number,
  ) => Promise<{ readonly file: Blob; readonly measures: Measures }>;
  readonly drafts: Pick<VoiceDrafts, 'newId' | 'first' | 'store' | 'remove'>;
  /** Keeps other pages from a draft while it is recorded. Returns a function that ends this. */
  readonly hold: (id: string) => () => void;
  /** Sends a draft; false if it was not accepted. */
  readonly send: (draft: CompleteDraft) => Promise<boolean>;
  readonly maxBytes: number;
  readonly onChange: () => void;
  readonly onNotice: (notice: VoiceNotice) => void;
  /** In milliseconds. */
  readonly now: () => number;
}

export const MAX_SECONDS = 15 * 60;
const MIN_SECONDS = 1;
const TICK_MILLISECONDS = 100;
const REDIRECT_MILLISECONDS = 1000;
/** The loudness of the last seconds. */
const SHOWN_LEVELS = 64;
/** The draft of a running recording is stored when it has grown by this share, so that long ones are not always rewritten. */
const STORED_GROWTH = 1.2;

interface Running {
  readonly id: string;
  readonly recorder: Recorder;
  readonly startedAt: number;
  readonly timer: ReturnType<typeof setInterval>;
  readonly release: () => void;
  storedBytes: number;
  isDiscarded: boolean;
}

export class VoiceSession {
  readonly #options: VoiceOptions;
  #state: VoiceState = { kind: 'empty' };
  #destination: Destination;
  #asking: AbortController | undefined;
  #running: Running | undefined;
  #redirecting: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: VoiceOptions, destination: Destination) {
    this.#options = options;
    this.#destination = destination;
  }

  get state(): VoiceState {
    return this.#state;
  }

  /** Shows the draft of the conversation, if there is one. */
  async open(): Promise<void> {
    const draft = await this.#options.drafts.first(this.#destination);
    if (draft && this.#state.kind === 'empty') await this.#show(draft);
  }

  /** The message is for another conversation: that of a moved topic, or another choice of the person. */
  redirect(destination: Destination): void {
    this.#destination = destination;
    if (this.#state.kind !== 'complete') return;
    this.#set({ kind: 'complete', draft: { ...this.#state.draft, destination } });
    // A topic is typed letter by letter.
    clearTimeout(this.#redirecting);
    this.#redirecting = setTimeout(() => this.#storeRedirected(), REDIRECT_MILLISECONDS);
  }

  #storeRedirected(): void {
    if (this.#redirecting === undefined) return;
    clearTimeout(this.#redirecting);
    this.#redirecting = undefined;
    if (this.#state.kind === 'complete') void this.#options.drafts.store(this.#state.draft);
  }

  async record(): Promise<void> {
    if (this.#state.kind !== 'empty') return;
    const asking = new AbortController();
    this.#asking = asking;
    this.#set({ kind: 'asking' });
    let running: Running | undefined;
    try {
      const recorder = await this.#options.start({
        signal: asking.signal,
        onData: () => running && this.#onData(running),
        onEnd: () => running && void this.#onEnd(running),
      });
      running = this.#begin(recorder);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#set({ kind: 'empty' });
      this.#options.onNotice(error instanceof RecordingError ? error.problem : 'busy');
    }
  }

  /** Ends the recording, which can be listened to then. */
  stop(): void {
    if (this.#state.kind !== 'recording') return;
    this.#set({ kind: 'measuring' });
    this.#running?.recorder.stop();
  }

  async discard(): Promise<void> {
    const shown = this.#state;
    if (shown.kind === 'complete') {
      await this.#options.drafts.remove(shown.draft.id);
      await this.#showNext();
      return;
    }
    this.#asking?.abort();
    if (this.#running) {
      this.#running.isDiscarded = true;
      this.#running.recorder.stop();
    }
    this.#set({ kind: 'empty' });
  }

  /** Sends the recording; it stays if it is not accepted. */
  async send(): Promise<boolean> {
    if (this.#state.kind !== 'complete') return false;
    const { draft } = this.#state;
    this.#set({ kind: 'measuring' });
    if (!(await this.#options.send(draft))) {
      this.#set({ kind: 'complete', draft });
      return false;
    }
    await this.#options.drafts.remove(draft.id);
    await this.#showNext();
    return true;
  }

  /** Ends a recording, whose draft stays: the page may be about to end, before the rest of it arrives. */
  suspend(): void {
    this.#asking?.abort();
    if (this.#running) {
      void this.#storePart(this.#running);
      this.#running.recorder.stop();
    }
    this.#storeRedirected();
  }

  /** Ends a recording, whose draft stays, and reports nothing more. */
  close(): void {
    this.#isClosed = true;
    this.suspend();
  }

  /** Shows another draft of the conversation, which another tab may have recorded. */
  async #showNext(): Promise<void> {
    const draft = await this.#options.drafts.first(this.#destination);
    if (draft) await this.#show(draft);
    else this.#set({ kind: 'empty' });
  }

  async #show(draft: VoiceDraft): Promise<void> {
    if (draft.measures) this.#set({ kind: 'complete', draft: { ...draft, measures: draft.measures } });
    else await this.#complete(draft);
  }

  #begin(recorder: Recorder): Running {
    const { drafts, hold, now } = this.#options;
    const id = drafts.newId();
    const running: Running = {
      id,
      recorder,
      startedAt: now(),
      timer: setInterval(() => this.#tick(), TICK_MILLISECONDS),
      release: hold(id),
      storedBytes: 0,
      isDiscarded: false,
    };
    this.#running = running;
    this.#set({ kind: 'recording', seconds: 0, levels: [] });
    return running;
  }

  #secondsOf({ startedAt }: Running): number {
    return (this.#options.now() - startedAt) / 1000;
  }

  #tick(): void {
    if (!this.#running || this.#state.kind !== 'recording') return;
    const seconds = this.#secondsOf(this.#running);
    const levels = [...this.#state.levels, this.#running.recorder.level].slice(-SHOWN_LEVELS);
    this.#set({ kind: 'recording', seconds, levels });
    if (seconds >= MAX_SECONDS) this.#stopAtLimit();
  }

  #stopAtLimit(): void {
    this.stop();
    this.#options.onNotice('longest');
  }

  #onData(running: Running): void {
    if (running !== this.#running || running.isDiscarded || this.#state.kind !== 'recording') return;
    const { size } = running.recorder.recorded;
    if (size > Math.max(1, running.storedBytes) * STORED_GROWTH) void this.#storePart(running);
    if (size >= this.#options.maxBytes) this.#stopAtLimit();
  }

  async #storePart(running: Running): Promise<void> {
    const { id, recorder } = running;
    const file = recorder.recorded;
    running.storedBytes = file.size;
    const seconds = this.#secondsOf(running);
    await this.#options.drafts.store({ id, destination: this.#destination, file, seconds });
  }

  async #onEnd(running: Running): Promise<void> {
    if (this.#running === running) this.#running = undefined;
    clearInterval(running.timer);
    const { id, recorder } = running;
    try {
      if (running.isDiscarded) {
        await this.#options.drafts.remove(id);
        return;
      }
      const seconds = this.#secondsOf(running);
      const recorded = { id, destination: this.#destination, file: recorder.recorded, seconds };
      const isLongEnough = await this.#complete(recorded);
      if (!isLongEnough && !this.#isClosed) this.#options.onNotice('tooShort');
    } finally {
      running.release();
    }
  }

  /** Measures and stores a recording, or drops one that is too short. Returns whether it is long enough. */
  async #complete(recorded: VoiceDraft): Promise<boolean> {
    const { drafts, measure } = this.#options;
    this.#set({ kind: 'measuring' });
    const { file, measures } = await measure(recorded.file, recorded.seconds);
    if (measures.seconds < MIN_SECONDS) {
      await drafts.remove(recorded.id);
      this.#set({ kind: 'empty' });
      return false;
    }
    const draft = { ...recorded, destination: this.#destination, file, measures };
    await drafts.store(draft);
    this.#set({ kind: 'complete', draft });
    return true;
  }

  #set(state: VoiceState): void {
    this.#state = state;
    if (!this.#isClosed) this.#options.onChange();
  }
}
