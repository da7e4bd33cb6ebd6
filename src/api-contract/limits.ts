// All limits of the server; `limits/` has one file per subject. If the API has a field for a limit, the
// register response contains it. Limits of the relay and of the Markdown renderer, which do not depend on the
// server, are defined there.

import { archiveLimits } from './limits/archives.ts';
import { botLimits } from './limits/bots.ts';
import { callLimits } from './limits/calls.ts';
import { eventLimits } from './limits/event-limits.ts';
import { fileLimits } from './limits/files.ts';
import { gifLimits } from './limits/gifs.ts';
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

/** Lengths are in code points, times and sizes in the units of their names. Each is the highest accepted value. */
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
  ...gifLimits,
  ...scimLimits,
  ...callLimits,
} as const;
