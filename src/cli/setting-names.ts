// Finds environment variables that look like settings but are none. One that nearly matches a setting is
// refused as a typo: with `PARLEY_DATABSE_URL` a server would start with an empty database. Others are only
// reported, since they may belong to the environment: Kubernetes, for example, names a cluster's services in
// every container.

import { videoCallVariables } from '../integrations/calls/video-call-configuration.ts';
import { serveFlags } from './serve-flags.ts';
import { UsageError } from './usage.ts';

const settings: ReadonlySet<string> = new Set([
  ...serveFlags.map((flag) => flag.environment),
  ...videoCallVariables,
  'PARLEY_JWT_KEY',
  'PARLEY_LIVEKIT_KEY',
  'PARLEY_LIVEKIT_SECRET',
  'PARLEY_PUSH_RELAY_KEY',
  'PARLEY_S3_ACCESS_KEY_ID',
  'PARLEY_S3_SECRET_ACCESS_KEY',
  'PARLEY_TURN_SECRET',
]);

/** Variables of the project's other programs. */
const OTHER_PROGRAMS = /^PARLEY_(?:COMMAND|NAME|DOMAIN|UPSTREAM|WATCH_MEMORY|(?:TEST|RELAY|BENCH)_\w+)$/;

/** Up to this length, names that differ in two characters may be unrelated, like `PARLEY_HOME` and `PARLEY_HOST`. */
const SHORT_NAME = 'PARLEY_'.length + 6;

/** Environment variables that start like settings but are none. */
export function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PARLEY_') && !settings.has(name) && !OTHER_PROGRAMS.test(name))
    .sort();
}

/** Refuses environment variables that nearly match a setting. @throws UsageError */
export function checkSettingNames(environment: NodeJS.ProcessEnv): void {
  for (const name of unknownSettings(environment)) {
    const intended = [...settings].find(
      (setting) => differences(name, setting) <= maximumDifferences(setting),
    );
    if (intended !== undefined)
      throw new UsageError(`${name} is not a setting. Did you mean ${intended}? Rename or unset it.`, 2);
  }
}

function maximumDifferences(setting: string): number {
  return setting.length <= SHORT_NAME ? 1 : 2;
}

/** The edit distance of two words: missing, extra, different and swapped characters. */
function differences(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isOther = one[row - 1] !== other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isOther ? 1 : 0),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last.at(-1) ?? 0;
}
