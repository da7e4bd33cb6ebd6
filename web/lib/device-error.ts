// Why a microphone, a camera or the screen cannot be used.

/** `cancelled`: the person chose no screen. */
export type DeviceProblem = 'insecure' | 'refused' | 'missing' | 'busy' | 'cancelled';

export class DeviceError extends Error {
  readonly problem: DeviceProblem;

  constructor(problem: DeviceProblem) {
    super(`no device: ${problem}`);
    this.problem = problem;
  }
}
