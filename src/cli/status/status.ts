// `status`: prints for people what a running server reports to load balancers and monitoring.

import { readClocks } from '../../api-contract/service-clock.ts';
import { type Finding, failed, findingsText, passed } from '../checks/finding.ts';
import { printHelp } from '../print-help.ts';
import { parseServeOptions } from '../serve-options.ts';
import { figures } from './figures.ts';
import { type Health, readServerState, type ServerState } from './read-samples.ts';

const HELP = `Usage: npm run parley -- status [FLAGS]

Prints whether the server on this machine is live, ready or degraded, why, and its figures: sends, deliveries, clients,
waiting work, the last backup, the disk, standbys and the certificate. It asks the running server and reads no data. The
exit status is 1 if a line is FAILED.

  --json               prints JSON for scripts
Also takes the server's flags and variables, which say where it listens: see serve --help.
`;

/** Runs the command. The exit status is 1 if the server is not ready, or something needs attention. */
export async function statusCommand(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    printHelp(HELP);
    return;
  }
  const options = parseServeOptions(
    args.filter((arg) => arg !== '--json'),
    process.env,
  );
  if (!options) return;
  const state = await readServerState(options);
  const findings = statusFindings(state, readClocks().wall / 1000);
  const isRight = findings.every((finding) => finding.is_right);
  const word = state.health?.status ?? (state.version === undefined ? 'stopped' : 'stopping');
  const json = { status: word, is_right: isRight, lines: findings };
  process.stdout.write(
    args.includes('--json') ? `${JSON.stringify(json, undefined, 2)}\n` : findingsText(findings),
  );
  if (!isRight) process.exitCode = 1;
}

/** What the state means, a line for each part. @param now in seconds */
export function statusFindings({ address, version, health, samples }: ServerState, now: number): Finding[] {
  if (version === undefined)
    return [failed('live', `No Parley server answers at ${address}. Check --host and --port, or start it.`)];
  const live = passed('live', `Parley ${version} answers at ${address}.`);
  if (!health) return [live, failed('ready', 'The server is stopping.')];
  return [
    live,
    readiness(health),
    ...(health.reasons ?? []).map((reason) => degradation(reason, health)),
    ...figures(samples, now),
  ];
}

function readiness({ status, reasons, database }: Health): Finding {
  if (status === 'ok') return passed('ready', 'The server can serve, and lacks nothing.');
  if (status === 'degraded') return passed('ready', 'The server can serve, and is degraded:');
  return failed(
    'ready',
    database === undefined && reasons?.includes('disk_full')
      ? 'The server cannot save anything, since its disk is full. Free some space; do not restart it.'
      : 'The database does not answer.',
  );
}

function degradation(
  reason: NonNullable<Health['reasons']>[number],
  { clock_ahead_seconds: seconds = 0, failing_jobs: jobs = [] }: Health,
): Finding {
  switch (reason) {
    case 'disk_low':
      return failed('degraded', 'Files are refused, since the disk is nearly full. Free some space.');
    case 'disk_full':
      return failed('degraded', 'The disk is full. Free some space.');
    case 'clock_wrong':
      return failed(
        'degraded',
        `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's. Correct it.`,
      );
    case 'not_listening':
      return failed(
        'degraded',
        'The connection for notifications of other servers is down, so their events arrive seconds late.',
      );
    case 'replica_fails':
      return failed(
        'degraded',
        'The database of --database-read-url cannot be used, so searches and exports slow down writes.',
      );
    case 'jobs_fail':
      return failed('degraded', `Jobs fail: ${jobs.join(', ')}. The log has the cause.`);
  }
}
