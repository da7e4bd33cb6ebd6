// Why a microphone, a camera or the screen cannot be used.

/** What others hear or see. */
export type DeviceMedium = 'microphone' | 'camera' | 'screen';

/** `busy`: the system does not hand it out; `cancelled`: the person chose no screen. */
export type DeviceProblem = 'insecure' | 'refused' | 'missing' | 'busy' | 'cancelled';

export class DeviceError extends Error {
  readonly medium: DeviceMedium;
  readonly problem: DeviceProblem;

  constructor(medium: DeviceMedium, problem: DeviceProblem) {
    super(`no ${medium}: ${problem}`);
    this.medium = medium;
    this.problem = problem;
  }
}
