// Every job of the server.

import { DueJob } from './due.ts';
import { dueReminding, dueScheduled } from './due-messages.ts';
import { FullMembersJob } from './full-members.ts';
import type { Job, JobServices } from './job.ts';
import { RetentionJob } from './retention.ts';
import { SilentChannelsJob } from './retire-silent-channels.ts';

export function allJobs(services: JobServices): readonly Job[] {
  return [
    new DueJob(services, dueScheduled),
    new DueJob(services, dueReminding),
    new FullMembersJob(services),
    new RetentionJob(services),
    new SilentChannelsJob(services),
  ];
}
