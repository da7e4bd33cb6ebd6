// `mail test`: hands one mail to the mail server that `serve` is configured with, and says what became of it.

import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { messageOf } from '../contract/error-detail.ts';
import { nowMilliseconds } from '../contract/time.ts';
import { composeMail } from '../delivery/mail/compose.ts';
import { standardSender } from '../delivery/mail/configured.ts';
import { smtpTransport } from '../delivery/mail/transport.ts';
import { unreadable, webAddressIn } from './flag-values.ts';
import { mailAddressIn, readMailFrom, readSmtpUrl } from './mail-options.ts';
import { printHelp } from './print-help.ts';
import { UsageError } from './usage.ts';

const HELP = `Usage: npm run parley -- mail test ADDRESS [FLAGS]

sends a mail to an address, as the server would, and says what the mail server answered
  --smtp-url URL       as for the server (PARLEY_SMTP_URL)
  --mail-from A        as for the server (PARLEY_MAIL_FROM)
  --url U              as for the server (PARLEY_URL)
  --json               prints JSON, for scripts
`;

/** What is waited for at most. */
const WAIT_MILLISECONDS = 60_000;

function given(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  try {
    return parseArgs({
      args: [...args],
      options: { 'smtp-url': text, 'mail-from': text, url: text, json: flag, help: flag },
      allowPositionals: true,
    });
  } catch (error) {
    throw unreadable(error, 'mail test --help');
  }
}

/** Runs the command; refuses in one sentence, with what the mail server said where it did not take the mail. */
export async function mailTest(args: readonly string[]): Promise<void> {
  const { values, positionals } = given(args);
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0) {
    throw new UsageError('Usage: mail test ADDRESS; see mail test --help.', 2);
  }
  const to = mailAddressIn('ADDRESS', named);
  const smtpUrl = readSmtpUrl(values['smtp-url'] ?? process.env.PARLEY_SMTP_URL);
  if (smtpUrl === undefined) {
    throw new UsageError('No mail server is configured: name it with --smtp-url, or PARLEY_SMTP_URL.', 2);
  }
  const url = values.url ?? process.env.PARLEY_URL;
  const sender =
    readMailFrom(values['mail-from'] ?? process.env.PARLEY_MAIL_FROM) ??
    standardSender(url === undefined ? undefined : webAddressIn('--url', url));
  const mail = { to, subject: 'Mail from Parley', text: 'Whoever reads this can be reached by mail.' };
  const place = { organization: { uuid: randomUUID(), name: 'Parley' }, rowId: 0, sender };
  const transport = smtpTransport(smtpUrl);
  try {
    const composed = composeMail(mail, { ...place, sentAt: new Date(nowMilliseconds()) });
    await transport.send(composed, 'test', AbortSignal.timeout(WAIT_MILLISECONDS));
  } catch (error) {
    throw new UsageError(`The mail server did not take the mail: ${messageOf(error)}.`);
  } finally {
    transport.rest();
  }
  const json = JSON.stringify({ from: sender, to }, undefined, 2);
  process.stdout.write(values.json ? `${json}\n` : `The mail server took a mail from ${sender} to ${to}.\n`);
}
