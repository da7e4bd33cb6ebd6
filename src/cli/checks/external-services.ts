// Checks that the external services of the server are reachable. Nothing is sent.

import { setTimeout } from 'node:timers/promises';
import { limits } from '../../api-contract/limits.ts';
import { readClocks } from '../../api-contract/service-clock.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { verifyMailServer } from '../../integrations/mail/mail-transport.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, failed, passed } from './finding.ts';

const WAIT_MILLISECONDS = 20_000;

/** Checks that the mail server accepts the connection and login. */
export async function checkMail({ smtpUrl }: ServeOptions): Promise<Finding> {
  if (smtpUrl === undefined)
    return passed(
      'mail',
      'Email is not set up: emails are written to files, invitation links work without a confirmed address, and ' +
        'people cannot reset their passwords. To set it up, use --smtp-url and --url (docs/guide/mail.md).',
    );
  const { host } = new URL(smtpUrl);
  const timeout = setTimeout(WAIT_MILLISECONDS, undefined, { ref: false }).then(() => {
    throw new Error(`${host} did not answer within ${WAIT_MILLISECONDS / 1000} seconds`);
  });
  await Promise.race([verifyMailServer(smtpUrl), timeout]);
  return passed('mail', `${host} accepts the connection. Run "mail test" to send a test email.`);
}

/** Checks that the push relay answers at its address. */
export async function checkRelay({ pushRelay }: ServeOptions): Promise<Finding> {
  if (pushRelay === undefined) return passed('relay', 'No relay is configured for phone notifications.');
  const { status } = await new HttpClient([pushRelay.url]).send(`${pushRelay.url}/health`, {
    milliseconds: WAIT_MILLISECONDS,
  });
  // Any answer below 500 is enough, since a relay may not have this page.
  return status < 500
    ? passed('relay', `${pushRelay.url} answers.`)
    : failed('relay', `${pushRelay.url} answers with status ${status}.`);
}

/** How many seconds the newest message is in the future; normally negative. */
async function secondsAhead({ execute }: RowSource): Promise<number> {
  const [row] = await execute('select max(sent_at) as newest from message', []);
  return Number(row?.newest ?? 0) - readClocks().wall / 1000;
}

/** Checks that this machine's clock agrees with the database's, and is not behind the newest written times. */
export async function checkClock(rows: RowSource | undefined): Promise<Finding> {
  if (rows?.engine !== 'postgres') {
    const clockDifference = rows === undefined ? 0 : Math.round(await secondsAhead(rows));
    if (clockDifference <= limits.clockDifferenceSeconds)
      return passed('clock', "This machine's clock is not behind the newest message.");
    return failed(
      'clock',
      `This machine's clock is behind: the newest message is ${clockDifference} seconds in the future. Set the clock with NTP.`,
    );
  }
  const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms';
  const [row] = await rows.execute(sql, []);
  const seconds = Math.round((readClocks().wall - Number(row?.now_ms)) / 1000);
  if (Math.abs(seconds) <= limits.clockDifferenceSeconds)
    return passed('clock', "This machine's clock agrees with the database's.");
  return failed(
    'clock',
    `This machine's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's. Set both with NTP.`,
  );
}
