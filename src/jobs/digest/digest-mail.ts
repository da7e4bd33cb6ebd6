// Sends the weekly digest: on the organization's weekday, a mail to everyone who was away for some days and
// missed something. Accounts are processed in parts. The mails of a part enter the outbox in the unit of work
// that records the progress, so no one gets two. No more parts follow while many mails wait.

import { MAIL_KIND, queueMail } from '../../actions/outbox/mail-store.ts';
import { hasBacklog } from '../../actions/outbox/outbox-store.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { organizationUrl } from '../../model/organizations/organization-url.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import { requesterOf } from '../../queries/requester.ts';
import { type AwayPerson, peopleAwaySince } from '../../stores/digest/away-people.ts';
import {
  type DigestRun,
  isDigestDue,
  leaseDigestRun,
  recordDigestProgress,
  releaseDigestRun,
} from '../../stores/digest/run-store.ts';
import { allOrganizationRows, readOrganization } from '../../stores/organizations/organization-store.ts';
import { AT_ONCE, type Job } from '../job.ts';
import type { MissedMailServices } from '../missed-mail/missed-mail-sender.ts';
import { type RecentActivity, readRecentActivity } from './busy-topics.ts';
import { composeDigest } from './compose.ts';
import { digestFor } from './content.ts';

/** Accounts that were active within this many days get none; the digest covers messages sent within them. */
const AWAY_DAYS = 5;
/** The hour of the organization's day from which digests are sent, in UTC. */
const FIRST_HOUR = 8;
/** How often the job checks whether it is time. */
const POLL_SECONDS = 600;
/** Mails due by then count as waiting, including those deferred a moment ago. */
const WAITING_SECONDS = 600;
/** The polling interval while many mails wait. */
const BEHIND_SECONDS = 5;

/**
 * When today's digests begin, in seconds; undefined if today is another weekday (0 is Monday) or it is too
 * early.
 */
export function digestMoment(weekday: number, now: number): number | undefined {
  const day = Math.floor(now / DAY);
  // The first day of 1970 was a Thursday.
  if ((day + 3) % 7 !== weekday) return undefined;
  const moment = day * DAY + FIRST_HOUR * 3600;
  return now < moment ? undefined : moment;
}

/** Whether digests are still switched on. */
function isEnabled({ state: { organization } }: OrganizationHub): boolean {
  return !organization.isDeactivated && organization.settings.digest_emails_enabled;
}

export class DigestMailJob implements Job {
  readonly name = 'digest mail';
  readonly pollSeconds = POLL_SECONDS;
  readonly #services: MissedMailServices;
  #isBehind = false;

  constructor(services: MissedMailServices) {
    this.#services = services;
  }

  async next(now: number): Promise<number> {
    return now + (this.#isBehind ? BEHIND_SECONDS : POLL_SECONDS);
  }

  /** The settings may have changed. */
  wakeOn({ touches }: LogEntry): number | undefined {
    return touches?.organization ? AT_ONCE : undefined;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const { database, hubs } = this.#services;
    const moment = Math.floor(now);
    this.#isBehind = false;
    for (const { id, is_deactivated } of await allOrganizationRows(database.reader(0))) {
      if (is_deactivated === 1 || signal.aborted) continue;
      const reader = database.reader(id);
      const { settings } = await readOrganization(reader);
      if (!settings.digest_emails_enabled) continue;
      const begins = digestMoment(settings.digest_weekday, moment);
      if (!(await isDigestDue(reader, begins, moment))) continue;
      if (await this.#isOutboxFull(moment)) return;
      const run = await database.write(id, (writer) => leaseDigestRun(writer, begins, moment));
      if (run) await this.#processAccounts(await hubs.upToDate(id), run, moment, signal);
    }
  }

  async #isOutboxFull(now: number): Promise<boolean> {
    const reader = this.#services.database.reader(0);
    this.#isBehind = await hasBacklog(reader, MAIL_KIND, now + WAITING_SECONDS, limits.digestMailsWaiting);
    return this.#isBehind;
  }

  /** Processes one part of the accounts after another, until all are done or too many mails wait. */
  async #processAccounts(
    hub: OrganizationHub,
    startedRun: DigestRun,
    moment: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { database } = this.#services;
    // Stores the presence that this server has only in memory.
    await hub.storePresence();
    const { state } = hub;
    const recentActivity = await database.longRead(hub.id, state.sequence, (reader) =>
      readRecentActivity({ state, reader }, moment - AWAY_DAYS * DAY),
    );
    // A run continues after the last id that it has processed.
    const ids = [...hub.state.accounts.keys()].sort((one, other) => one - other);
    const startedAt = performance.now();
    for (let run = startedRun; ; ) {
      const now = moment + Math.floor((performance.now() - startedAt) / 1000);
      if (signal.aborted || (await this.#isOutboxFull(now))) {
        return database.write(hub.id, (writer) => releaseDigestRun(writer, now));
      }
      await hub.catchUp();
      if (!isEnabled(hub)) return;
      const first = ids.findIndex((id) => id > run.after);
      const part = first === -1 ? [] : ids.slice(first, first + limits.digestPeoplePerUnit);
      const lastAccount = part.at(-1);
      const mails =
        lastAccount === undefined
          ? []
          : await this.#mailsFor(hub, { after: run.after, through: lastAccount }, recentActivity, moment);
      const isLeased = await database.write(hub.id, async (writer) => {
        if (!(await recordDigestProgress(writer, run, lastAccount, now))) return false;
        await queueMail(writer, ...mails);
        return true;
      });
      if (!isLeased || lastAccount === undefined) return;
      run = { after: lastAccount };
    }
  }

  /** The mails to accounts in a range that were away and missed something. */
  async #mailsFor(
    hub: OrganizationHub,
    range: { readonly after: number; readonly through: number },
    recentActivity: RecentActivity,
    moment: number,
  ): Promise<Mail[]> {
    const mails: Mail[] = [];
    const yielder = new Yielder();
    for (const person of await peopleAwaySince(hub.reader, range, moment - AWAY_DAYS * DAY)) {
      try {
        const mail = await this.#mailFor(hub, person, recentActivity);
        if (mail) mails.push(mail);
      } catch (error) {
        this.#services.log.error({ account: person.id, error: detailOf(error) }, 'digest failed');
      }
      await yielder.yieldIfDue();
    }
    return mails;
  }

  async #mailFor(
    hub: OrganizationHub,
    person: AwayPerson,
    recentActivity: RecentActivity,
  ): Promise<Mail | undefined> {
    const { keyring, publicUrl } = this.#services;
    const { state } = hub;
    const account = state.account(person.id);
    if (!account?.isActive || !account.isEmailConfirmed || account.isBot || account.isImportedStub)
      return undefined;
    if (!account.settings.enable_digest_emails) return undefined;
    if (!account.settings.presence_enabled && person.isConnected) return undefined;
    const content = await digestFor(await requesterOf(hub, account), recentActivity);
    if (!content) return undefined;
    const url = organizationUrl(publicUrl, state.organization.host);
    return composeDigest(hub, account, content, { keyring, organizationUrl: url });
  }
}
