// Every job of the server.

import { DueJob } from './due.ts';
import { dueReminding, dueScheduled } from './due-messages.ts';
import { FullMembersJob } from './full-members.ts';
import type { Job } from './job.ts';
import { RetentionJob } from './retention.ts';
import { SilentChannelsJob } from './retire-silent-channels.ts';
import { UploadFilesJob, type UploadJobServices } from './upload-files.ts';

export function allJobs(services: UploadJobServices): readonly Job[] {
  return [
    new DueJob(services, dueScheduled),
    new DueJob(services, dueReminding),
    new FullMembersJob(services),
    new RetentionJob(services),
    new SilentChannelsJob(services),
    new UploadFilesJob(services),
  ];
}
