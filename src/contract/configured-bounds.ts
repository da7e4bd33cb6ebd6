// The bounds that whoever runs the server chooses; what they are unless chosen stands with all others in `limits.ts`.

import { limits } from './limits.ts';

export interface ConfiguredBounds {
  /** Of an account, and of all without one in a network; undefined: as many as they like. */
  readonly requestsPerMinute: number | undefined;
  /** Of a file that is uploaded. */
  readonly fileMegabytes: number;
}

export const standardBounds: ConfiguredBounds = {
  requestsPerMinute: limits.requestsPerMinute,
  fileMegabytes: limits.fileMegabytes,
};
