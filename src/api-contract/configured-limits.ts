// The limits that the server's operator can configure. Their defaults are in `limits.ts` with all other limits.

import { limits } from './limits.ts';

export interface ConfiguredLimits {
  /** Per account, and per network for requests without an account; undefined: unlimited. */
  readonly requestsPerMinute: number | undefined;
  /** Per uploaded file. */
  readonly fileMegabytes: number;
  /** Total MiB of files that an organization may store, unless its own setting overrides it; undefined: unlimited. */
  readonly organizationMegabytes: number | undefined;
  /** Total MiB of files that a person and their bots may store; undefined: unlimited. */
  readonly personMegabytes: number | undefined;
  /** How many days the audit log is stored; undefined: forever. */
  readonly auditDays: number | undefined;
}

export const defaultConfiguredLimits: ConfiguredLimits = {
  requestsPerMinute: limits.requestsPerMinute,
  fileMegabytes: limits.fileMegabytes,
  organizationMegabytes: undefined,
  personMegabytes: undefined,
  auditDays: limits.auditDays,
};
