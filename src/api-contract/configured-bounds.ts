// The bounds that whoever runs the server chooses; what they are unless chosen stands with all others in `limits.ts`.

import { limits } from './limits.ts';

export interface ConfiguredBounds {
  /** Of an account, and of all without one in a network; undefined: as many as they like. */
  readonly requestsPerMinute: number | undefined;
  /** Of a file that is uploaded. */
  readonly fileMegabytes: number;
  /** MiB of all files together that an organization may keep, where its own setting says nothing; undefined: as many as it likes. */
  readonly organizationMegabytes: number | undefined;
  /** MiB of all files together that a person with their bots may keep; undefined: as many as they like. */
  readonly personMegabytes: number | undefined;
  /** For so many days the audit log keeps what happened; undefined: for ever. */
  readonly auditDays: number | undefined;
}

export const standardBounds: ConfiguredBounds = {
  requestsPerMinute: limits.requestsPerMinute,
  fileMegabytes: limits.fileMegabytes,
  organizationMegabytes: undefined,
  personMegabytes: undefined,
  auditDays: limits.auditDays,
};
