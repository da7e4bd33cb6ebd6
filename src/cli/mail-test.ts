// `mail test`: sends one mail through the mail server that `serve` is configured with, and prints the result
// of each step with advice on failure.

import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { nowMilliseconds } from '../api-contract/time.ts';
import { codeOf, messageOf } from '../errors/error-detail.ts';
import { composeMail } from '../integrations/mail/compose-mail.ts';
import { defaultSender } from '../integrations/mail/configured-mail.ts';
import { smtpTransport, verifyMailServer } from '../integrations/mail/mail-transport.ts';
import { mailAddressIn } from './mail-options.ts';
import { printHelp } from './print-help.ts';
import { parseServeOptions, positionalsAmong, type ServeOptions } from './serve-options.ts';
import { UsageError } from './usage.ts';

const HELP = `Usage: npm run parley -- mail test ADDRESS [FLAGS]

Sends a test email to an address the way the server does, and prints the result of each step.
  --json               prints JSON for scripts
Also takes the server's flags and variables, such as --smtp-url, --mail-from and --url: see serve --help.
`;

/** The time limit of a step. */
const WAIT_MILLISECONDS = 60_000;

/** Advice by the mail library's error code. */
const remedies: Readonly<Record<string, string>> = {
  EDNS: 'Check the host name in --smtp-url.',
  ECONNECTION:
    'Check the host and port in --smtp-url (usually 587 or 465), and whether a firewall blocks the connection.',
  ESOCKET: 'Check the host and port in --smtp-url. Use smtps:// for port 465, and smtp:// for 587 and 25.',
  ETIMEDOUT:
    'Check the port in --smtp-url, and whether a firewall or your hosting provider blocks outgoing email.',
  ETLS: 'Encryption failed. Check that the host in --smtp-url is the one its certificate is issued for.',
  EAUTH: 'Check the user and password in --smtp-url. Write @ as %40, : as %3A and / as %2F.',
  EENVELOPE:
    'The mail server rejected the sender or recipient. Set --mail-from to an address this user may send from.',
  EMESSAGE: 'The mail server rejected the email. Its answer says why.',
};

interface Step {
  readonly step: string;
  readonly detail: string;
}

/** Runs steps in order and prints each result. */
class Steps {
  readonly done: Step[] = [];
  readonly #prints: boolean;

  constructor(prints: boolean) {
    this.#prints = prints;
  }

  async run(step: string, work: () => Promise<string>): Promise<void> {
    const detail = await work().catch((error: unknown) => {
      const remedy = remedies[codeOf(error) ?? ''];
      const failureText = `The mail server did not accept the email: ${messageOf(error).replace(/\.$/, '')}.`;
      throw new UsageError(remedy === undefined ? failureText : `${failureText} ${remedy}`);
    });
    this.done.push({ step, detail });
    // Messages of servers must not contain terminal control sequences.
    if (this.#prints) process.stdout.write(`${step.padEnd(12)} ${detail.replaceAll(/\p{Cc}/gu, ' ')}\n`);
  }
}

async function addressesOf(host: string): Promise<string> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch((error: unknown) => {
    throw Object.assign(new Error(`host ${host} not found (${codeOf(error) ?? 'no address'})`), {
      code: 'EDNS',
    });
  });
  return `${host} is ${found.map(({ address }) => address).join(', ')}`;
}

function settingsOf({ smtpUrl, publicUrl }: ServeOptions, sender: string): string {
  const { protocol, host, username } = new URL(smtpUrl ?? '');
  const user = username === '' ? 'without login' : `as ${decodeURIComponent(username)}`;
  const links =
    publicUrl === undefined ? 'links need --url, which is not set' : `links start with ${publicUrl}`;
  return `${protocol}//${host} ${user}, from ${sender}; ${links}`;
}

async function send(smtpUrl: string, to: string, sender: string): Promise<string> {
  const text =
    'The command "mail test" sent this email. If you can read it, your chat server can send email.';
  const mail = { to, subject: 'Your chat server can send email', text };
  const context = { organization: { uuid: randomUUID(), name: 'Parley' }, rowId: 0, sender };
  const transport = smtpTransport(smtpUrl);
  try {
    const composed = composeMail(mail, { ...context, sentAt: new Date(nowMilliseconds()) });
    await transport.send(composed, 'test', AbortSignal.timeout(WAIT_MILLISECONDS));
    return `accepted: from ${sender} to ${to}`;
  } finally {
    transport.closeConnections();
  }
}

/** Runs the command. @throws UsageError with the mail server's answer if it refuses the mail */
export async function mailTest(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    printHelp(HELP);
    return;
  }
  const { positionals, others } = positionalsAmong(args, 'mail test --help');
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) {
    throw new UsageError('Usage: mail test ADDRESS. See mail test --help.', 2);
  }
  const to = mailAddressIn('ADDRESS', address);
  const options = parseServeOptions(
    others.filter((arg) => arg !== '--json'),
    process.env,
  );
  if (!options) return;
  const { smtpUrl, publicUrl } = options;
  if (smtpUrl === undefined) {
    throw new UsageError(
      'No mail server is configured. Set --smtp-url or PARLEY_SMTP_URL (docs/guide/mail.md).',
      2,
    );
  }
  const sender = options.mailFrom ?? defaultSender(publicUrl);
  const isForScripts = args.includes('--json');
  const steps = new Steps(!isForScripts);
  await steps.run('settings', async () => settingsOf(options, sender));
  await steps.run('address', () => addressesOf(new URL(smtpUrl).hostname));
  await steps.run('connection', async () => {
    await verifyMailServer(smtpUrl);
    return new URL(smtpUrl).username === '' ? 'connected' : 'connected, login accepted';
  });
  await steps.run('mail', () => send(smtpUrl, to, sender));
  if (isForScripts)
    process.stdout.write(`${JSON.stringify({ from: sender, to, steps: steps.done }, undefined, 2)}\n`);
  else process.stdout.write(`Check whether the email arrives at ${to}. It may be in the spam folder.\n`);
}
