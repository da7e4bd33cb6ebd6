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
  | { readonly kind: 'complete'; readonly draft: CompleteDraft }
  /** It cannot be discarded any more. */
  | { readonly kind: 'sending' };

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
  /** The largest file that may be sent. */
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
/** More than a recorder delivers in a second, which comes after it is stopped, and the bytes that measuring adds. */
const LAST_PIECE_BYTES = 16 * 1024;
/** The draft of a running recording is stored when it has grown by this share, so that long ones are not always rewritten. */
const STORED_GROWTH = 1.2;

interface Running {
  readonly id: string;
  readonly recorder: Recorder;
  readonly startedAt: number;
  readonly timer: ReturnType<typeof setInterval>;
  readonly release: () => void;
  storedBytes: number;
}

export class VoiceSession {
  readonly #options: VoiceOptions;
  #state: VoiceState = { kind: 'empty' };
  #destination: Destination;
  #asking: AbortController | undefined;
  #running: Running | undefined;
  /** The draft that is recorded or shown; undefined once it is discarded, which work that goes on finds out. */
  #current: string | undefined;
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
    if (this.#state.kind === 'complete' && this.#state.draft.id === this.#current)
      void this.#options.drafts.store(this.#state.draft);
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

  /** Drops the recording, unless it is being sent. */
  async discard(): Promise<void> {
    const { kind } = this.#state;
    if (kind === 'sending') return;
    this.#asking?.abort();
    const id = this.#current;
    this.#current = undefined;
    this.#running?.recorder.stop();
    if (kind !== 'complete') this.#set({ kind: 'empty' });
    if (id === undefined) return;
    await this.#options.drafts.remove(id);
    if (kind === 'complete') await this.#showNext();
  }

  /** Sends the recording; it stays if it is not accepted. */
  async send(): Promise<boolean> {
    if (this.#state.kind !== 'complete' || this.#state.draft.id !== this.#current) return false;
    const { draft } = this.#state;
    let isAccepted = false;
    this.#set({ kind: 'sending' });
    try {
      isAccepted = await this.#options.send(draft);
    } finally {
      if (!isAccepted) this.#set({ kind: 'complete', draft });
    }
    if (!isAccepted) return false;
    await this.#options.drafts.remove(draft.id);
    await this.#showNext();
    return true;
  }

  /** Ends a recording, whose draft stays: the page may be about to end, before the rest of it arrives. */
  suspend(): void {
    this.#asking?.abort();
    if (this.#running) {
      if (this.#running.id === this.#current) void this.#storePart(this.#running);
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
    this.#current = draft.id;
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
    };
    this.#running = running;
    this.#current = id;
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
    if (running.id !== this.#current || this.#state.kind !== 'recording') return;
    const { size } = running.recorder.recorded;
    if (size > Math.max(1, running.storedBytes) * STORED_GROWTH) void this.#storePart(running);
    if (size >= this.#options.maxBytes - LAST_PIECE_BYTES) this.#stopAtLimit();
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
      if (id !== this.#current) {
        await this.#options.drafts.remove(id);
        return;
      }
      const seconds = this.#secondsOf(running);
      const recorded = { id, destination: this.#destination, file: recorder.recorded, seconds };
      const isTooShort = !(await this.#complete(recorded));
      if (isTooShort && !this.#isClosed) this.#options.onNotice('tooShort');
    } finally {
      running.release();
    }
  }

  /** Measures and stores a recording, unless it is discarded meanwhile. Returns false if it was too short. */
  async #complete(recorded: VoiceDraft): Promise<boolean> {
    const { drafts, measure } = this.#options;
    const isDiscarded = () => this.#current !== recorded.id;
    this.#set({ kind: 'measuring' });
    const { file, measures } = await measure(recorded.file, recorded.seconds);
    const draft = { ...recorded, destination: this.#destination, file, measures };
    const isLongEnough = measures.seconds >= MIN_SECONDS;
    if (isLongEnough && !isDiscarded()) await drafts.store(draft);
    if (!isLongEnough || isDiscarded()) await drafts.remove(recorded.id);
    if (isDiscarded()) return true;
    this.#set(isLongEnough ? { kind: 'complete', draft } : { kind: 'empty' });
    return isLongEnough;
  }

  #set(state: VoiceState): void {
    this.#state = state;
    if (!this.#isClosed) this.#options.onChange();
  }
}
