// `check`: checks a server's health, also while it runs, and changes nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openUncheckedFileStore } from '../../files/open-store.ts';
import { readVideoCallConfiguration } from '../../integrations/calls/video-call-configuration.ts';
import { readSignInFile } from '../../integrations/sign-in/sign-in-file.ts';
import { readKeyring } from '../../server/keyring.ts';
import { rejectUnfinishedRestore } from '../../server/restore-marker.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import { printHelp } from '../print-help.ts';
import { parseServeOptions, type ServeOptions } from '../serve-options.ts';
import { checkAddress } from './address.ts';
import { checkCalls } from './calls.ts';
import { checkCheckpoints } from './checkpoints.ts';
import { checkDatabase, checkSecret } from './database.ts';
import { checkClock, checkMail, checkRelay } from './external-services.ts';
import { checkFiles } from './files.ts';
import { type Finding, failed, findingsText, passed, runCheck } from './finding.ts';
import { checkDataDirectory, checkDisk } from './machine.ts';
import { checkSignIn } from './sign-in.ts';

const HELP = `Usage: npm run parley -- check [FLAGS]

Checks the configuration, data directory, disk, checkpoints, database, secret, files, public address and its
certificate, mail server, relay, servers of calls, identity providers, directories, and clock. It changes nothing and can
run next to the server. It reads all rows of the database and lists all files, which can take a while. The exit status is
1 if a check fails.

  --json               prints JSON for scripts
Also takes the server's flags and variables: see serve --help.
`;

/** Runs the command. The exit status is 1 if a check fails. */
export async function checkCommand(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    printHelp(HELP);
    return;
  }
  const options = parseServeOptions(
    args.filter((arg) => arg !== '--json'),
    process.env,
  );
  if (!options) return;
  const findings = await allFindings(options);
  const isRight = findings.every((finding) => finding.is_right);
  const json = { is_right: isRight, checks: findings };
  process.stdout.write(
    args.includes('--json') ? `${JSON.stringify(json, undefined, 2)}\n` : findingsText(findings),
  );
  if (!isRight) process.exitCode = 1;
}

async function allFindings(options: ServeOptions): Promise<Finding[]> {
  const { dataDirectory } = options;
  const findings = [
    await runCheck('configuration', () => checkConfiguration(options)),
    await runCheck('data', () => checkDataDirectory(dataDirectory)),
    await runCheck('disk', () => checkDisk(dataDirectory)),
    ...(options.databaseUrl === undefined
      ? [await runCheck('checkpoints', () => checkCheckpoints(options))]
      : []),
  ];
  let rows: (RowSource & { close(): unknown }) | undefined;
  const database = await runCheck('database', async () => {
    rows = await openedRows(options);
    return rows ? checkDatabase(rows) : failed('database', `No database found in ${options.dataDirectory}.`);
  });
  findings.push(database);
  const openRows = rows;
  const readable = database.is_right || openRows?.engine === 'postgres' ? openRows : undefined;
  try {
    if (openRows && database.is_right) {
      findings.push(await runCheck('secret', () => checkSecret(openRows, options.dataDirectory)));
      findings.push(await runCheck('files', () => checkFilesOf(openRows, options)));
    }
    findings.push(await runCheck('url', () => checkAddress(options)));
    findings.push(await runCheck('mail', () => checkMail(options)));
    findings.push(await runCheck('relay', () => checkRelay(options)));
    findings.push(await runCheck('calls', () => checkCalls(options)));
    findings.push(await runCheck('sign-in', () => checkSignIn(options)));
    findings.push(await runCheck('clock', () => checkClock(readable)));
    return findings;
  } finally {
    await openRows?.close();
  }
}

/** Flags and variables were read before; this checks the files that they name. */
async function checkConfiguration({ dataDirectory, signInFile }: ServeOptions): Promise<Finding> {
  await readSignInFile(signInFile);
  await readVideoCallConfiguration(dataDirectory, process.env);
  return passed('configuration', 'Flags, variables and configuration files are valid.');
}

async function openedRows({ databaseUrl, dataDirectory }: ServeOptions) {
  await rejectUnfinishedRestore(dataDirectory);
  if (databaseUrl !== undefined) return PostgresRows.connect(databaseUrl);
  const file = join(dataDirectory, 'parley.db');
  return existsSync(file) ? SqliteRows.readOnly(file) : undefined;
}

async function checkFilesOf(rows: RowSource, { dataDirectory, s3 }: ServeOptions): Promise<Finding> {
  const keyring = await readKeyring(dataDirectory);
  if (!keyring) return failed('files', 'The files cannot be checked without the secret.');
  return checkFiles(rows, await openUncheckedFileStore(dataDirectory, s3), keyring);
}
