// Finds settings that are valid on their own but contradict each other; the server does not start with them.

import type { ConfiguredLimits } from '../api-contract/configured-limits.ts';
import type { ServeFlag } from './serve-flags.ts';
import { UsageError } from './usage.ts';

/** The settings that are checked. */
interface CheckedOptions {
  readonly port: number;
  readonly metricsPort: number | undefined;
  readonly incomingMail: { readonly port?: number | undefined } | undefined;
  readonly s3: object | undefined;
  readonly bounds: ConfiguredLimits;
  readonly logLevel: string;
  readonly writesAccessLog: boolean;
}

/**
 * Refuses contradictory settings.
 * @param isGiven whether a setting was set explicitly, rather than left at its default
 */
export function checkContradictions(options: CheckedOptions, isGiven: (flag: ServeFlag) => boolean): void {
  const contradiction = portsProblem(options) ?? boundsProblem(options, isGiven) ?? logProblem(options);
  if (contradiction !== undefined) throw new UsageError(contradiction, 2);
  for (const flag of ['database-listen-url', 'database-read-url'] as const) {
    if (isGiven(flag) && !isGiven('database-url')) throw new UsageError(`--${flag} needs --database-url.`, 2);
  }
  if (isGiven('checkpoints') && isGiven('database-url'))
    throw new UsageError('--checkpoints is for the embedded database. Leave it out with --database-url.', 2);
  for (const flag of ['s3-region', 's3-addressing'] as const) {
    if (isGiven(flag) && !options.s3) throw new UsageError(`--${flag} needs --s3-bucket.`, 2);
  }
}

/** Each listener needs a port of its own; 0 picks a free one each time. */
function portsProblem({ port, metricsPort, incomingMail }: CheckedOptions): string | undefined {
  const flagsByPort = new Map<number, string>();
  for (const [flag, number] of [
    ['--port', port],
    ['--metrics-port', metricsPort],
    ['--incoming-mail-port', incomingMail?.port],
  ] as const) {
    if (number === undefined || number === 0) continue;
    const other = flagsByPort.get(number);
    if (other !== undefined) return `${other} and ${flag} are both ${number}. Use a different port for each.`;
    flagsByPort.set(number, flag);
  }
  return undefined;
}

function boundsProblem(
  { bounds }: CheckedOptions,
  isGiven: (flag: ServeFlag) => boolean,
): string | undefined {
  const { fileMegabytes, organizationMegabytes, personMegabytes } = bounds;
  const quotas = [
    ['organization-megabytes', organizationMegabytes],
    ['person-megabytes', personMegabytes],
  ] as const;
  for (const [flag, megabytes] of quotas) {
    if (isGiven('file-megabytes') && megabytes !== undefined && fileMegabytes > megabytes)
      return `--file-megabytes ${fileMegabytes} is more than --${flag} ${megabytes}, so the largest files could never be uploaded.`;
  }
  if (organizationMegabytes === undefined || personMegabytes === undefined) return undefined;
  return personMegabytes > organizationMegabytes
    ? `--person-megabytes ${personMegabytes} is more than --organization-megabytes ${organizationMegabytes}, which everyone shares.`
    : undefined;
}

function logProblem({ logLevel, writesAccessLog }: CheckedOptions): string | undefined {
  return writesAccessLog && logLevel !== 'info'
    ? `--access-log writes lines at level info, which --log-level ${logLevel} hides.`
    : undefined;
}
