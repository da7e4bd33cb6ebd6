// `version`: prints the version of this program, and with `--json` the versions of its environment too.

import { parseArgs } from 'node:util';
import { FEATURE_LEVEL } from '../api-contract/feature-level.ts';
import { parleyVersion } from '../api-contract/version.ts';
import { argumentError } from './flag-values.ts';
import { printHelp } from './print-help.ts';

const HELP = `Usage: npm run parley -- version [--json]

Prints the version.
  --json               prints JSON, with the database schema, the API feature level and the Node.js version
`;

function parseFlags(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ args: [...args], options: { json: flag, help: flag } }).values;
  } catch (error) {
    throw argumentError(error, 'version --help');
  }
}

export async function versionCommand(args: readonly string[]): Promise<void> {
  const { json, help } = parseFlags(args);
  if (help) {
    printHelp(HELP);
    return;
  }
  if (!json) {
    process.stdout.write(`parley ${parleyVersion()}\n`);
    return;
  }
  const { newestSchema } = await import('../storage/migrations/migrate.ts');
  const versions = {
    version: parleyVersion(),
    schema: newestSchema,
    feature_level: FEATURE_LEVEL,
    node: process.versions.node,
  };
  process.stdout.write(`${JSON.stringify(versions, undefined, 2)}\n`);
}
