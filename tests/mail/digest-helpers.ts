// Helpers for tests of digests: people who were away for a month, a job that runs at any time, and the mails that it queues.

import { MAIL_KIND, queuedMail } from '../../src/actions/outbox/mail-store.ts';
import { dueWork } from '../../src/actions/outbox/outbox-store.ts';
import { DAY } from '../../src/api-contract/time.ts';
import { DigestMailJob } from '../../src/jobs/digest/digest-mail.ts';
import type { Mail } from '../../src/model/outbox/mail.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { PUBLIC_URL } from './missed-support.ts';

/** Noon of tomorrow: everything written during the test is recent enough for digests. */
export const noon = (Math.floor(Date.now() / 1000 / DAY) + 1) * DAY + DAY / 2;
/** Its weekday, 0 for Monday. */
export const weekday = (new Date(noon * 1000).getUTCDay() + 6) % 7;
export const WEEK = 7 * DAY;

export interface DigestServer extends TestServer {
  /** Creates a person who has been subscribed to some channels all the time. */
  person(key: string, channels?: readonly string[], more?: { role?: 600 }): Promise<ApiClient>;
  /** Makes everything so far a month old. */
  monthPasses(): Promise<void>;
  /** Makes later messages this much more recent. */
  bringForward(seconds: number): Promise<void>;
  sql(statement: string): Promise<void>;
  /** A separate job, as on another server. */
  job(): DigestMailJob;
  /** Takes the queued mails. */
  mails(): Promise<readonly Mail[]>;
  /** Runs a job and takes the mails that it queued. */
  digests(now?: number): Promise<readonly Mail[]>;
  /** A person's digest; undefined if there is none. */
  digestTo(key: string, now?: number): Promise<Mail | undefined>;
  /** Forgets that the week's digests were sent. */
  again(): Promise<void>;
}

export async function startDigestServer(): Promise<DigestServer> {
  const server = await startTestServer({ publicUrl: PUBLIC_URL });
  // Only the tests read the outbox.
  await server.server.scheduler.close();
  const { services } = server.server;
  const { database } = services;
  const olive = await server.as('olive');
  await olive.ok('PATCH', '/realm', { digest_emails_enabled: true, digest_weekday: weekday });
  const sql = (statement: string) =>
    database.write(1, async (writer) => {
      await writer.execute(statement, []);
      // Makes memory reread what tests change directly.
      const [rows] = await writer.execute('select max(id) as newest from account', []);
      const accounts = Array.from({ length: Number(rows?.newest) }, (_, index) => index + 1);
      writer.emit({
        type: '_changed',
        audience: { kind: 'nobody' },
        payload: {},
        touches: { accounts, subscriptions: accounts },
      });
    });
  const month = 30 * DAY;
  const takeMails = async () => {
    const rows = await dueWork(database.reader(0), MAIL_KIND, noon, 1000);
    await sql(`delete from outbox where kind = '${MAIL_KIND}'`);
    return rows.map((row) => queuedMail(database.reader(row.organization_id), row));
  };
  const job = () => new DigestMailJob(services);
  const digests = async (now = noon) => {
    await job().run(now, new AbortController().signal);
    return takeMails();
  };
  return {
    ...server,
    sql,
    mails: takeMails,
    job,
    digests,
    digestTo: async (key, now) => (await digests(now)).find(({ to }) => to === `${key}@example.com`),
    again: () => sql("delete from job_mark where job like 'digest%'"),
    async person(key, channels = [], more = {}) {
      const client = await newClient(server, { key, ...more });
      for (const name of channels) {
        await olive.ok('POST', '/users/me/subscriptions', {
          subscriptions: [{ name }],
          principals: [client.userId],
        });
      }
      // As if these people had always been subscribed.
      await sql(`update subscription_period set from_sequence = 1 where account_id = ${client.userId}`);
      await sql(
        `update account set date_joined = date_joined - ${month}, last_login_at = 1 where id = ${client.userId}`,
      );
      return client;
    },
    async monthPasses() {
      await sql(`update message set sent_at = sent_at - ${month}`);
      await sql(`update account set date_joined = date_joined - ${month}, last_login_at = 1`);
      await sql('delete from presence');
      await sql(`update channel set created_at = created_at - ${month}`);
      const channels = await database.reader(1).execute('select id from channel', []);
      await database.write(1, async (writer) =>
        writer.emit({
          type: '_changed',
          audience: { kind: 'nobody' },
          payload: {},
          touches: { channels: channels.map(({ id }) => Number(id)) },
        }),
      );
    },
    bringForward: (seconds) => sql(`update message set sent_at = sent_at + ${seconds}`),
  };
}
