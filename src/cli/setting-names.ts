// Names in the environment that begin as settings do and are none. One that is nearly a setting's is written wrongly: with
// `PARLEY_DATABSE_URL` a server would begin anew in an empty database. Others may be of whatever runs the server, such as
// Kubernetes, which names the services of a cluster in every container, and are only told.

import { videoCallVariables } from '../integrations/calls/configuration.ts';
import { serveFlags } from './serve-flags.ts';
import { UsageError } from './usage.ts';

const settings: ReadonlySet<string> = new Set([
  ...serveFlags.map((flag) => flag.environment),
  ...videoCallVariables,
  'PARLEY_JWT_KEY',
  'PARLEY_PUSH_RELAY_KEY',
  'PARLEY_S3_ACCESS_KEY_ID',
  'PARLEY_S3_SECRET_ACCESS_KEY',
]);

/** What is meant for other programs of the project. */
const OTHERS = /^PARLEY_(?:COMMAND|NAME|DOMAIN|UPSTREAM|WATCH_MEMORY|(?:TEST|RELAY|BENCH)_\w+)$/;

/** Up to this length a name that differs in two characters may be another word, as `PARLEY_HOME` is beside `PARLEY_HOST`. */
const SHORT_NAME = 'PARLEY_'.length + 6;

/** Names in the environment that are like settings and are none. */
export function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PARLEY_') && !settings.has(name) && !OTHERS.test(name))
    .sort();
}

/** Refuses names in the environment that are nearly those of settings. */
export function checkSettingNames(environment: NodeJS.ProcessEnv): void {
  for (const name of unknownSettings(environment)) {
    const meant = [...settings].find((setting) => differences(name, setting) <= mostDifferences(setting));
    if (meant !== undefined)
      throw new UsageError(`${name} in the environment is no setting: ${meant} is. Rename or unset it.`, 2);
  }
}

function mostDifferences(setting: string): number {
  return setting.length <= SHORT_NAME ? 1 : 2;
}

/** How many characters are missing, are too many, are others, or stand in each other's place, between two words. */
function differences(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ];
  for (let row = 1; row <= one.length; row++) {
    const present = [row];
    for (let column = 1; column <= other.length; column++) {
      const isOther = one[row - 1] !== other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      present[column] = Math.min(
        (last[column] ?? 0) + 1,
        (present[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isOther ? 1 : 0),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, present];
  }
  return last.at(-1) ?? 0;
}
