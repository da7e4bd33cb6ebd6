// `mail test`: sends one mail through the mail server that `serve` is configured with, and prints the result
// of each step with advice on failure.

import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { codeOf, messageOf } from '../api-contract/error-detail.ts';
import { nowMilliseconds } from '../api-contract/time.ts';
import { composeMail } from '../integrations/mail/compose.ts';
import { standardSender } from '../integrations/mail/configured.ts';
import { mailServerAnswers, smtpTransport } from '../integrations/mail/transport.ts';
import { mailAddressIn } from './mail-options.ts';
import { printHelp } from './print-help.ts';
import { parseServeOptions, type ServeOptions, wordsAmong } from './serve-options.ts';
import { UsageError } from './usage.ts';

const HELP = `Usage: npm run parley -- mail test ADDRESS [FLAGS]

sends a mail to an address, as the server would, and says of each step what came of it
  --json               prints JSON, for scripts
All flags and variables of the server are taken, above all --smtp-url, --mail-from and --url: see serve --help.
`;

/** The time limit of a step. */
const WAIT_MILLISECONDS = 60_000;

/** Advice by the mail library's error code. */
const remedies: Readonly<Record<string, string>> = {
  EDNS: 'Check the name of the host in --smtp-url.',
  ECONNECTION:
    'Check host and port of --smtp-url (587 or 465, as a rule), and whether a firewall lets this machine through.',
  ESOCKET:
    'Check host and port of --smtp-url, and whether it begins as it must: smtps:// for port 465, smtp:// for 587 and 25.',
  ETIMEDOUT:
    'Check the port of --smtp-url, and whether a firewall or the provider of this machine blocks outgoing mail.',
  ETLS: 'The encryption failed: check that the host in --smtp-url is the one that its certificate names.',
  EAUTH:
    'Check user and password in --smtp-url; signs such as @, : and / in them are written %40, %3A and %2F.',
  EENVELOPE:
    'The server refuses the sender or the recipient: give an address with --mail-from that it lets this user send from.',
  EMESSAGE: 'The server refuses the mail itself: its answer says why.',
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
      const failureText = `The mail server did not take the mail: ${messageOf(error).replace(/\.$/, '')}.`;
      throw new UsageError(remedy === undefined ? failureText : `${failureText} ${remedy}`);
    });
    this.done.push({ step, detail });
    // Messages of servers must not contain terminal control sequences.
    if (this.#prints) process.stdout.write(`${step.padEnd(12)} ${detail.replaceAll(/\p{Cc}/gu, ' ')}\n`);
  }
}

async function addressesOf(host: string): Promise<string> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch((error: unknown) => {
    throw Object.assign(new Error(`${host} is not known (${codeOf(error) ?? 'no address'})`), {
      code: 'EDNS',
    });
  });
  return `${host} is ${found.map(({ address }) => address).join(', ')}`;
}

function settingsOf({ smtpUrl, publicUrl }: ServeOptions, sender: string): string {
  const { protocol, host, username } = new URL(smtpUrl ?? '');
  const user = username === '' ? 'without a log-in' : `as ${decodeURIComponent(username)}`;
  const links =
    publicUrl === undefined ? 'links need --url, which is missing' : `links begin with ${publicUrl}`;
  return `${protocol}//${host} ${user}, from ${sender}; ${links}`;
}

async function send(smtpUrl: string, to: string, sender: string): Promise<string> {
  const text =
    'This mail was sent by the command "mail test". If you read it, your chat server can send mail.';
  const mail = { to, subject: 'Your mail server works', text };
  const context = { organization: { uuid: randomUUID(), name: 'Parley' }, rowId: 0, sender };
  const transport = smtpTransport(smtpUrl);
  try {
    const composed = composeMail(mail, { ...context, sentAt: new Date(nowMilliseconds()) });
    await transport.send(composed, 'test', AbortSignal.timeout(WAIT_MILLISECONDS));
    return `The mail server took a mail from ${sender} to ${to}.`;
  } finally {
    transport.rest();
  }
}

/** Runs the command. @throws UsageError with the mail server's answer if it refuses the mail */
export async function mailTest(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    printHelp(HELP);
    return;
  }
  const { words, others } = wordsAmong(args, 'mail test --help');
  const [address, ...more] = words;
  if (address === undefined || more.length > 0) {
    throw new UsageError('Usage: mail test ADDRESS; see mail test --help.', 2);
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
      'No mail server is configured: name it with --smtp-url, or PARLEY_SMTP_URL (docs/guide/mail.md).',
      2,
    );
  }
  const sender = options.mailFrom ?? standardSender(publicUrl);
  const isForScripts = args.includes('--json');
  const steps = new Steps(!isForScripts);
  await steps.run('settings', async () => settingsOf(options, sender));
  await steps.run('address', () => addressesOf(new URL(smtpUrl).hostname));
  await steps.run('connection', async () => {
    await mailServerAnswers(smtpUrl);
    return new URL(smtpUrl).username === ''
      ? 'was made'
      : 'was made, and nothing was said against the log-in';
  });
  await steps.run('mail', () => send(smtpUrl, to, sender));
  if (isForScripts)
    process.stdout.write(`${JSON.stringify({ from: sender, to, steps: steps.done }, undefined, 2)}\n`);
  else process.stdout.write(`Look whether it arrives at ${to}, also in the folder for unwanted mail.\n`);
}
