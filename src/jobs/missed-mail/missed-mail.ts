// Mails people about messages that they missed. It scans new messages soon after they are stored and records
// whom they concern; due records are mailed (`missed-mail-sender.ts`). Every step is a unit of work that
// only one server can complete.

import type { LogEntry } from '../../api-contract/event.ts';
import { DAY } from '../../api-contract/time.ts';
import type { MessageEventExtra } from '../../model/messages/message-events.ts';
import { nextMissedByMany } from '../../stores/missed-mail/missed-by-many-store.ts';
import {
  insertMissedBatch,
  nextMissed,
  recordScannedUntil,
  scannedUntil,
} from '../../stores/missed-mail/missed-mail-store.ts';
import { allOrganizationRows } from '../../stores/organizations/organization-store.ts';
import type { Job } from '../job.ts';
import { findMissed, hasNewsAfter } from './collect.ts';
import { MissedMailSender, type MissedMailServices, upToDateHub } from './missed-mail-sender.ts';
import { WideMissedMailSender } from './wide-missed-mail.ts';

/** Messages sent within this time are scanned together. */
const GATHER_SECONDS = 5;
/** How often all organizations are scanned for messages that other servers left. */
const SCAN_ALL_SECONDS = 60;
/** Unscanned messages older than this are skipped. */
const OLDEST_SECONDS = DAY;
/** The maximum number of irrelevant messages that are scanned again after a crash. */
const MAX_UNSTORED_MESSAGES = 2000;

interface Progress {
  readonly until: number;
  /** Messages since the progress was last stored. */
  readonly unstoredCount: number;
}

export class MissedMailJob implements Job {
  readonly name = 'missed mail';
  readonly pollSeconds = SCAN_ALL_SECONDS;
  readonly #services: MissedMailServices;
  readonly #sender: MissedMailSender;
  readonly #byMany: WideMissedMailSender;
  readonly #progress = new Map<number, Progress>();
  /** Organizations with new messages since the last run. */
  #withNews = new Set<number>();
  #scanAllAt = 0;
  #isFirstScan = true;

  constructor(services: MissedMailServices) {
    this.#services = services;
    this.#sender = new MissedMailSender(services);
    this.#byMany = new WideMissedMailSender(services, this.#sender);
  }

  async next(now: number): Promise<number> {
    const reader = this.#services.database.reader(0);
    const dueTimes = [await nextMissed(reader), await nextMissedByMany(reader)];
    return Math.min(...dueTimes.map((dueAt) => dueAt ?? Number.POSITIVE_INFINITY), now + SCAN_ALL_SECONDS);
  }

  wakeOn(entry: LogEntry, organizationId: number): number | undefined {
    const moment = momentOf(entry);
    if (moment === undefined) return undefined;
    this.#withNews.add(organizationId);
    return moment + GATHER_SECONDS;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const moment = Math.floor(now);
    for (const organizationId of await this.#toScan(moment)) {
      if (!signal.aborted) await this.#scan(organizationId, moment, signal);
    }
    this.#isFirstScan = false;
    await this.#sender.sendDue(moment, signal);
    await this.#byMany.sendDue(moment, signal);
  }

  async #toScan(now: number): Promise<readonly number[]> {
    const withNews = [...this.#withNews];
    this.#withNews = new Set();
    if (now < this.#scanAllAt) return withNews;
    this.#scanAllAt = now + SCAN_ALL_SECONDS;
    const rows = await allOrganizationRows(this.#services.database.reader(0));
    return rows.filter((row) => row.is_deactivated === 0).map((row) => row.id);
  }

  /** Scans the new messages of an organization; one without any is not even loaded. */
  async #scan(organizationId: number, now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const progress = await this.#progressIn(organizationId);
    if (!(await hasNewsAfter(database.reader(organizationId), progress.until))) return;
    const hub = await upToDateHub(this.#services, organizationId);
    for (let { until, unstoredCount } = progress; !signal.aborted; ) {
      const found = await findMissed(hub, until, now - OLDEST_SECONDS);
      until = found.until;
      unstoredCount += found.count;
      // Each part is a unit of work of its own, so that a message to very many people does not hold up other
      // writes.
      for await (const batch of found.batches) {
        await database.write(organizationId, (writer) => insertMissedBatch(writer, batch));
        if (signal.aborted) return;
        unstoredCount = 0;
      }
      if (unstoredCount >= MAX_UNSTORED_MESSAGES) {
        await database.write(organizationId, (writer) => recordScannedUntil(writer, found.until));
        unstoredCount = 0;
      }
      this.#progress.set(organizationId, { until, unstoredCount });
      if (found.isEnd) return;
    }
  }

  async #progressIn(organizationId: number): Promise<Progress> {
    const { database } = this.#services;
    const reader = database.reader(organizationId);
    const storedCursor = await scannedUntil(reader);
    const ownProgress = this.#progress.get(organizationId);
    if (storedCursor !== undefined || ownProgress) {
      const isAhead = (ownProgress?.until ?? 0) > (storedCursor ?? 0);
      return isAhead && ownProgress ? ownProgress : { until: storedCursor ?? 0, unstoredCount: 0 };
    }
    // Messages from before this server's first scan are skipped; an organization created while it runs has
    // none.
    const until = this.#isFirstScan ? await database.sequence(reader) : 0;
    if (until > 0) await database.write(organizationId, (writer) => recordScannedUntil(writer, until));
    return { until, unstoredCount: 0 };
  }
}

/** When a message was sent or its content changed; undefined for other entries. */
function momentOf({ type, payload, extra }: LogEntry): number | undefined {
  if (type === 'update_message' && 'content' in payload) return Number(payload.edit_timestamp);
  return type === 'message' ? (extra as MessageEventExtra | undefined)?.row.sent_at : undefined;
}
