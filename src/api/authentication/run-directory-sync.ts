// Runs the synchronization with a directory in its organizations, and reports the outcome in the log, and to
// administrators if too many people are missing at the same time.

import { sendNotices } from '../../actions/messages/notices.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { DirectoryClient } from '../../model/sign-in/directory-client.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import type { DirectorySync } from '../../model/sign-in/sign-in-configuration.ts';
import { composeNotice } from '../../queries/rendering/compose-notice.ts';
import { administratorIds } from '../../stores/accounts/administrators.ts';
import { jobDoneUntil, recordJobDone } from '../../stores/job-marks/job-mark-store.ts';
import { allOrganizationRows } from '../../stores/organizations/organization-store.ts';
import type { Services } from '../services.ts';
import { enabledDirectory } from './directory-login.ts';
import { applyDirectorySync, planDirectorySync, type SyncPlan } from './directory-sync.ts';

/** Administrators are notified of the same problem once a day. */
const NOTICE_INTERVAL_SECONDS = 86_400;

/**
 * Runs the synchronization in every organization that uses the directory. A failure in one is logged and does
 * not affect the others.
 */
export async function runDirectorySync(
  services: Services,
  directory: DirectoryClient,
  sync: DirectorySync,
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of await allOrganizationRows(services.database.reader(0))) {
    if (signal.aborted) return;
    const hub = await services.hubs.upToDate(id);
    const { organization } = hub.state;
    if (organization.isDeactivated || enabledDirectory(services, organization) !== directory) continue;
    try {
      await syncOrganization(services, hub, directory, sync);
    } catch (error) {
      const reason = error instanceof SignInError ? error.reason : detailOf(error);
      const fields = {
        event: 'directory_sync_failed',
        directory: directory.provider.id,
        organization: id,
        reason,
      };
      services.log.error(fields, 'directory sync failed');
    }
  }
}

async function syncOrganization(
  services: Services,
  hub: OrganizationHub,
  directory: DirectoryClient,
  sync: DirectorySync,
): Promise<void> {
  const plan = await planDirectorySync(hub.reader, directory, sync);
  const isTooMuch = plan.leaving.length > plan.deactivationLimit;
  if (isTooMuch) await reportTooMany(services, hub, directory, plan);
  const { returning } = plan;
  const planned = isTooMuch ? { leaving: [], returning } : plan;
  const {
    deactivated,
    reactivated,
    kept: onlyOwners,
  } = await applyDirectorySync(services.database, hub.id, directory, planned);
  for (const { id } of onlyOwners)
    services.log.error(
      { event: 'directory_sync_owner', directory: directory.provider.id, account: id },
      'only owner missing from directory, not deactivated',
    );
  if (deactivated.length + reactivated.length === 0) return;
  const count = { deactivated: deactivated.length, reactivated: reactivated.length };
  services.log.info(
    { event: 'directory_sync', directory: directory.provider.id, ...count },
    'directory sync changed accounts',
  );
}

async function reportTooMany(
  { database, log, publicUrl = '' }: Services,
  hub: OrganizationHub,
  { provider }: DirectoryClient,
  { leaving, accounts, deactivationLimit }: SyncPlan,
): Promise<void> {
  const count = { gone: leaving.length, accounts, most: deactivationLimit };
  const fields = { event: 'directory_sync_too_many', directory: provider.id, organization: hub.id, ...count };
  log.error(fields, 'too many people missing from directory, none deactivated');
  const text =
    `**No accounts were deactivated.** ${leaving.length} of ${accounts} people with an account are no longer in ` +
    `${provider.name}, which is more than the limit of ${deactivationLimit}. Check the directory. If this is correct, ` +
    'an operator can run `parley directory sync` on the server to list these people and raise the limit.';
  const notice = await composeNotice(
    { state: hub.state, reader: hub.reader, organizationUrl: publicUrl },
    text,
    undefined,
  );
  await database.write(hub.id, async (writer) => {
    const until = await jobDoneUntil(writer, 'directory-sync-told');
    if (until !== undefined && until > writer.now) return;
    await recordJobDone(writer, 'directory-sync-told', writer.now + NOTICE_INTERVAL_SECONDS);
    await sendNotices(writer, notice, await administratorIds(writer));
  });
}
