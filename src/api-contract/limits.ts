// The bounds of the server in one place; by what they bound they stand in `limits/`. Where the API has a field for a bound, the
// register response sends it. Those of the relay and of the Markdown renderer, which know nothing of the server around them, stand
// beside what they bound.

import { archiveLimits } from './limits/archives.ts';
import { botLimits } from './limits/bots.ts';
import { eventLimits } from './limits/event-limits.ts';
import { fileLimits } from './limits/files.ts';
import { loggingInLimits } from './limits/logging-in.ts';
import { mailLimits } from './limits/mail.ts';
import { memoryLimits } from './limits/memory.ts';
import { messageLimits } from './limits/messages.ts';
import { organizationLimits } from './limits/organization.ts';
import { pushLimits } from './limits/push.ts';
import { requestLimits } from './limits/requests.ts';
import { responseLimits } from './limits/responses.ts';
import { scimLimits } from './limits/scim.ts';
import { searchingLimits } from './limits/searching.ts';
import { storageLimits } from './limits/storage.ts';

export { MEBIBYTE } from './limits/mebibyte.ts';

/** Lengths in code points, times and sizes in the units of their names; each the most that is taken. */
export const limits = {
  ...messageLimits,
  ...searchingLimits,
  ...organizationLimits,
  ...botLimits,
  ...fileLimits,
  ...archiveLimits,
  ...requestLimits,
  ...responseLimits,
  ...mailLimits,
  ...eventLimits,
  ...pushLimits,
  ...memoryLimits,
  ...storageLimits,
  ...loggingInLimits,
  ...scimLimits,
} as const;
