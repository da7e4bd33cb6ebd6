// What a voice message needs of a recorder: `recorder.ts` is that of the browser.

import type { DeviceProblem } from '../../lib/device-error.ts';

/** Why nothing can be recorded. */
export type RecordingProblem = Exclude<DeviceProblem, 'cancelled'> | 'unsupported';

export class RecordingError extends Error {
  readonly problem: RecordingProblem;

  constructor(problem: RecordingProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface RecorderOptions {
  /** Aborts asking for the microphone. */
  readonly signal: AbortSignal;
  /** Called about each second, when `recorded` has grown. */
  readonly onData: () => void;
  /** Called once when the recording has ended, by `stop` or because the microphone was unplugged. */
  readonly onEnd: () => void;
}

export interface Recorder {
  /** What was recorded up to now. */
  readonly recorded: Blob;
  /** How loud it is at the moment, from 0 to 15. */
  readonly level: number;
  stop(): void;
}
