// Creates all jobs of the server.

import type { OutboxServices } from '../actions/outbox/apply-outcome.ts';
import type { ConfiguredLimits } from '../api-contract/configured-limits.ts';
import { limits } from '../api-contract/limits.ts';
import { DAY } from '../api-contract/time.ts';
import { hasExpiredFailures, removeExpiredFailures } from '../stores/accounts/login-failures.ts';
import { hasEntriesBefore, removeEntriesBefore } from '../stores/audit/audit-store.ts';
import { deleteExpiredPreviews, hasExpiredPreviews } from '../stores/link-previews/link-preview-store.ts';
import { deleteExpiredLocalIds, hasExpiredLocalIds } from '../stores/messages/send-deduplication.ts';
import { deleteCallsEndedBefore, hasCallsEndedBefore } from '../stores/native-calls/sweep-store.ts';
import { hasExpiredWrongCodes, removeExpiredWrongCodes } from '../stores/second-factor/wrong-code-store.ts';
import { DeleteExpiredJob, type ExpiredRows } from './delete-expired.ts';
import { DigestMailJob } from './digest/digest-mail.ts';
import { DueChangesJob } from './due-changes.ts';
import { DueJob } from './due-job.ts';
import { dueReminders, dueScheduledMessages } from './due-messages.ts';
import { endingChannelMutes, endingDirectMutes, endingPersonMutes, endingTopicMutes } from './end-mutes.ts';
import { EraseMessagesJob } from './erase-messages.ts';
import { ErasePeopleJob } from './erase-people.ts';
import { FullMembersJob } from './full-members.ts';
import { type InvitationJobServices, InvitationRemindersJob } from './invitation-reminders.ts';
import type { Job } from './job.ts';
import { type ExportJobServices, MakeExportsJob } from './make-exports.ts';
import { markInactiveChannelsEverywhere } from './mark-inactive-channels.ts';
import { MissedMailJob } from './missed-mail/missed-mail.ts';
import type { MissedMailServices } from './missed-mail/missed-mail-sender.ts';
import { duePendingNotices } from './pending-notices.ts';
import { ReadMutedSendersJob } from './read-muted-senders.ts';
import { RegularJob } from './regular-job.ts';
import { ReindexMovedJob } from './reindex-moved.ts';
import { RetentionJob } from './retention.ts';
import { returningConversations } from './return-conversations.ts';
import { SweepCallsJob } from './sweep-calls.ts';
import { UploadFilesJob, type UploadJobServices } from './upload-files.ts';

const INACTIVE_CHANNELS_SECONDS = 6 * 3600;

/** Audit entries older than the operator's configured age. */
function oldAuditEntries({ auditDays }: ConfiguredLimits): ExpiredRows[] {
  if (auditDays === undefined) return [];
  return [
    {
      name: 'audit-entries',
      hasAny: (reader, now) => hasEntriesBefore(reader, now - auditDays * DAY),
      remove: (writer, now) => removeEntriesBefore(writer, now - auditDays * DAY),
    },
  ];
}

/** Creates new instances, since jobs hold their next run time. */
export function allJobs(
  services: UploadJobServices &
    MissedMailServices &
    InvitationJobServices &
    OutboxServices &
    ExportJobServices & { readonly bounds: ConfiguredLimits },
): readonly Job[] {
  return [
    new DueJob(services, dueScheduledMessages),
    new DueJob(services, dueReminders),
    new DueJob(services, duePendingNotices),
    new DueChangesJob(services, returningConversations),
    new DueChangesJob(services, endingTopicMutes),
    new DueChangesJob(services, endingPersonMutes),
    new DueChangesJob(services, endingChannelMutes),
    new DueChangesJob(services, endingDirectMutes),
    new DeleteExpiredJob(services, {
      name: 'login-failures',
      hasAny: hasExpiredFailures,
      remove: removeExpiredFailures,
    }),
    new DeleteExpiredJob(services, {
      name: 'wrong-codes',
      hasAny: hasExpiredWrongCodes,
      remove: removeExpiredWrongCodes,
    }),
    new DeleteExpiredJob(services, {
      name: 'link-previews',
      hasAny: hasExpiredPreviews,
      remove: deleteExpiredPreviews,
    }),
    new DeleteExpiredJob(services, {
      name: 'local-ids',
      hasAny: hasExpiredLocalIds,
      remove: deleteExpiredLocalIds,
    }),
    ...oldAuditEntries(services.bounds).map((kind) => new DeleteExpiredJob(services, kind)),
    new DeleteExpiredJob(services, {
      name: 'ended-calls',
      hasAny: (reader, now) => hasCallsEndedBefore(reader, now - limits.endedCallDays * DAY),
      remove: (writer, now) =>
        deleteCallsEndedBefore(writer, now - limits.endedCallDays * DAY, limits.endedCallsPerSweep),
    }),
    new SweepCallsJob(services),
    new FullMembersJob(services),
    new InvitationRemindersJob(services),
    new RetentionJob(services),
    new RegularJob('silent channels', INACTIVE_CHANNELS_SECONDS, () =>
      markInactiveChannelsEverywhere(services),
    ),
    new EraseMessagesJob(services),
    new ErasePeopleJob(services),
    new ReindexMovedJob(services),
    new ReadMutedSendersJob(services),
    new UploadFilesJob(services),
    new MissedMailJob(services),
    new DigestMailJob(services),
    new MakeExportsJob(services),
  ];
}
