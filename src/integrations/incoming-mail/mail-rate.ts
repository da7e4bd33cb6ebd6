// Limits how much mail an organization may receive at all servers of a database, which broadcast each mail.

import { randomBytes } from 'node:crypto';
import { anyText, decodedOrUndefined, id, record } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import type { ParleyDatabase } from '../../storage/database.ts';

const RULES = [
  { seconds: 60, mails: 50 },
  { seconds: 300, mails: 120 },
  { seconds: 3600, mails: 600 },
] as const;
const LONGEST = 3600;

/** The server that received a mail, and the organization. */
const message = record({ by: anyText, mail_for: id });

/** Counts the mails of each organization in memory. */
export class MailRate {
  readonly #database: Pick<ParleyDatabase, 'broadcast' | 'onBroadcast'>;
  /** Marks this server's own messages. */
  readonly #id = randomBytes(6).toString('base64url');
  readonly #received = new Map<number, number[]>();

  constructor(database: Pick<ParleyDatabase, 'broadcast' | 'onBroadcast'>) {
    this.#database = database;
    database.onBroadcast((text) => {
      const heard = decodedOrUndefined(message, parseJson(text));
      if (heard && heard.by !== this.#id) this.#recent(heard.mail_for, nowInSeconds()).push(nowInSeconds());
    });
  }

  /** Counts a mail. Returns false, without counting it, if a limit is reached. `now` is in seconds of the steady clock. */
  admit(organizationId: number, now = nowInSeconds()): boolean {
    const recentTimes = this.#recent(organizationId, now);
    for (const { seconds, mails } of RULES) {
      if (recentTimes.filter((moment) => moment > now - seconds).length >= mails) return false;
    }
    recentTimes.push(now);
    this.#database.broadcast(JSON.stringify({ by: this.#id, mail_for: organizationId }));
    return true;
  }

  /** When mails of the longest time arrived. */
  #recent(organizationId: number, now: number): number[] {
    const recentTimes = (this.#received.get(organizationId) ?? []).filter((moment) => moment > now - LONGEST);
    this.#received.set(organizationId, recentTimes);
    return recentTimes;
  }
}

function nowInSeconds(): number {
  return performance.now() / 1000;
}
