// Whether what the server works with outside itself can be reached: nothing is sent, only asked.

import { setTimeout } from 'node:timers/promises';
import { limits } from '../../api-contract/limits.ts';
import { thisMoment } from '../../api-contract/service-clock.ts';
import { HttpClient } from '../../integrations/http/http-client.ts';
import { mailServerAnswers } from '../../integrations/mail/transport.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, right, wrong } from './finding.ts';

const WAIT_MILLISECONDS = 20_000;

/** Whether the mail server takes the connection and the password. */
export async function checkMail({ smtpUrl }: ServeOptions): Promise<Finding> {
  if (smtpUrl === undefined)
    return right(
      'mail',
      'Email is not set up: nothing is sent, and mails are written to files. Invitation links let people in without a ' +
        'confirmed address, and nobody can reset a password by themselves. To set it up, give --smtp-url and --url ' +
        '(docs/guide/mail.md).',
    );
  const { host } = new URL(smtpUrl);
  const late = setTimeout(WAIT_MILLISECONDS, undefined, { ref: false }).then(() => {
    throw new Error(`${host} has not answered within ${WAIT_MILLISECONDS / 1000} seconds`);
  });
  await Promise.race([mailServerAnswers(smtpUrl), late]);
  return right('mail', `${host} lets this server send; "mail test" sends a mail.`);
}

/** Whether there is a relay for notifications at its address. */
export async function checkRelay({ pushRelay }: ServeOptions): Promise<Finding> {
  if (pushRelay === undefined) return right('relay', 'No relay for notifications is configured.');
  const { status } = await new HttpClient([pushRelay.url]).send(`${pushRelay.url}/health`, {
    milliseconds: WAIT_MILLISECONDS,
  });
  // Of a relay that knows no such page the answer is enough.
  return status < 500
    ? right('relay', `${pushRelay.url} answers.`)
    : wrong('relay', `${pushRelay.url} answers with status ${status}.`);
}

/** How far in the future the newest message is, in seconds; below zero as a rule. */
async function aheadOfClock({ execute }: RowSource): Promise<number> {
  const [row] = await execute('select max(sent_at) as newest from message', []);
  return Number(row?.newest ?? 0) - thisMoment().wall / 1000;
}

/** Whether this machine's clock shows what the database's does, and is not behind what was written. */
export async function checkClock(rows: RowSource | undefined): Promise<Finding> {
  if (rows?.engine !== 'postgres') {
    const ahead = rows === undefined ? 0 : Math.round(await aheadOfClock(rows));
    if (ahead <= limits.clockDifferenceSeconds)
      return right('clock', 'It is not behind what was written; there is no other to compare it with.');
    return wrong(
      'clock',
      `This machine's clock is behind: the newest message was written ${ahead} seconds from now. Set it by NTP.`,
    );
  }
  const ask = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as told';
  const [row] = await rows.execute(ask, []);
  const seconds = Math.round((thisMoment().wall - Number(row?.told)) / 1000);
  if (Math.abs(seconds) <= limits.clockDifferenceSeconds)
    return right('clock', "This machine's clock agrees with the database's.");
  return wrong(
    'clock',
    `This machine's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's.`,
  );
}
