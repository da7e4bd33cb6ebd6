// Mail about messages that people missed. It looks at new messages soon after they are on disk and notes whom they
// concern; what is due of that is mailed (`missed-mail-sending.ts`). Every step is a unit of work that only one server
// can do.

import type { LogEntry } from '../../api-contract/event.ts';
import { DAY } from '../../api-contract/time.ts';
import type { MessageEventExtra } from '../../model/messages/message-events.ts';
import {
  keepMissed,
  lookedUntil,
  nextMissed,
  noteLookedUntil,
} from '../../stores/missed-mail/missed-mail-store.ts';
import { nextMissedByMany } from '../../stores/missed-mail/wide-message-store.ts';
import { allOrganizationRows } from '../../stores/organizations/organization-store.ts';
import type { Job } from '../job.ts';
import { findMissed, hasNewsAfter } from './collect.ts';
import { MissedMailSender, type MissedMailServices, upToDateHub } from './sending.ts';
import { MissedByManySender } from './wide-missed-mail.ts';

/** Messages are looked at together that were sent within so long. */
const GATHER_SECONDS = 5;
/** How often every organization is looked at, for what another server left. */
const LOOK_AT_ALL_SECONDS = 60;
/** Older messages that were never looked at concern nobody any more. */
const OLDEST_SECONDS = DAY;
/** So many messages that concerned nobody are looked at again after a crash. */
const UNNOTED_MESSAGES = 2000;

interface Looked {
  readonly until: number;
  /** Messages since the last note on disk. */
  readonly unnoted: number;
}

export class MissedMailJob implements Job {
  readonly name = 'missed mail';
  readonly lookEverySeconds = LOOK_AT_ALL_SECONDS;
  readonly #services: MissedMailServices;
  readonly #sender: MissedMailSender;
  readonly #byMany: MissedByManySender;
  readonly #looked = new Map<number, Looked>();
  /** Organizations in which somebody wrote since the last look. */
  #awake = new Set<number>();
  #lookAtAllAt = 0;
  #isFirstLook = true;

  constructor(services: MissedMailServices) {
    this.#services = services;
    this.#sender = new MissedMailSender(services);
    this.#byMany = new MissedByManySender(services, this.#sender);
  }

  async next(now: number): Promise<number> {
    const reader = this.#services.database.reader(0);
    const due = [await nextMissed(reader), await nextMissedByMany(reader)];
    return Math.min(...due.map((one) => one ?? Number.POSITIVE_INFINITY), now + LOOK_AT_ALL_SECONDS);
  }

  broughtBy(entry: LogEntry, organizationId: number): number | undefined {
    const moment = momentOf(entry);
    if (moment === undefined) return undefined;
    this.#awake.add(organizationId);
    return moment + GATHER_SECONDS;
  }

  async run(now: number, signal: AbortSignal): Promise<void> {
    const moment = Math.floor(now);
    for (const organizationId of await this.#toLookAt(moment)) {
      if (!signal.aborted) await this.#look(organizationId, moment, signal);
    }
    this.#isFirstLook = false;
    await this.#sender.sendDue(moment, signal);
    await this.#byMany.sendDue(moment, signal);
  }

  async #toLookAt(now: number): Promise<readonly number[]> {
    const awake = [...this.#awake];
    this.#awake = new Set();
    if (now < this.#lookAtAllAt) return awake;
    this.#lookAtAllAt = now + LOOK_AT_ALL_SECONDS;
    const rows = await allOrganizationRows(this.#services.database.reader(0));
    return rows.filter((row) => row.is_deactivated === 0).map((row) => row.id);
  }

  /** Looks at what was sent in an organization since the last time; a silent one is not even loaded. */
  async #look(organizationId: number, now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    const looked = await this.#lookedIn(organizationId);
    if (!(await hasNewsAfter(database.reader(organizationId), looked.until))) return;
    const place = await upToDateHub(this.#services, organizationId);
    for (let { until, unnoted } = looked; !signal.aborted; ) {
      const found = await findMissed(place, until, now - OLDEST_SECONDS);
      if (found.until === until) return;
      until = found.until;
      unnoted += found.count;
      // Each part is a unit of work of its own, so that a message to very many holds up nobody's writes.
      for await (const batch of found.batches) {
        await database.write(organizationId, (writer) => keepMissed(writer, batch));
        if (signal.aborted) return;
        unnoted = 0;
      }
      if (unnoted >= UNNOTED_MESSAGES) {
        await database.write(organizationId, (writer) => noteLookedUntil(writer, found.until));
        unnoted = 0;
      }
      this.#looked.set(organizationId, { until, unnoted });
      if (found.isEnd) return;
    }
  }

  async #lookedIn(organizationId: number): Promise<Looked> {
    const { database } = this.#services;
    const reader = database.reader(organizationId);
    const noted = await lookedUntil(reader);
    const present = this.#looked.get(organizationId);
    if (noted !== undefined || present) {
      const isAhead = (present?.until ?? 0) > (noted ?? 0);
      return isAhead && present ? present : { until: noted ?? 0, unnoted: 0 };
    }
    // What was there before this server began to look is history; what is new while it runs has no history.
    const until = this.#isFirstLook ? await database.sequence(reader) : 0;
    if (until > 0) await database.write(organizationId, (writer) => noteLookedUntil(writer, until));
    return { until, unnoted: 0 };
  }
}

/** When a message was sent or its content changed; undefined for everything else. */
function momentOf({ type, payload, extra }: LogEntry): number | undefined {
  if (type === 'update_message' && 'content' in payload) return Number(payload.edit_timestamp);
  return type === 'message' ? (extra as MessageEventExtra | undefined)?.row.sent_at : undefined;
}
