// `serve`: reads the options, checks that the server can start, and runs it.

import { codeOf, messageOf } from '../errors/error-detail.ts';
import { makeDataDirectory } from '../server/data-directory.ts';
import { checkAddressFree } from './process-lifecycle.ts';
import { parseServeOptions, type ServeOptions } from './serve-options.ts';
import { UsageError } from './usage.ts';

/** Runs the command. @throws UsageError if the server cannot start for a reason that the operator can change */
export async function serve(args: readonly string[]): Promise<void> {
  const options = parseServeOptions(args, process.env);
  if (!options) return;
  try {
    await checkAddressFree(options.host, options.port);
    await makeDataDirectory(options.dataDirectory);
    // The server is loaded late, so that a mistyped flag or an occupied port is reported at once.
    const { runServer } = await import('./run-server.ts');
    await runServer(options, args);
  } catch (error) {
    throw startFailure(error, options);
  }
}

/** System errors of a data directory that is missing, inaccessible or not a directory. */
const DIRECTORY_CODES: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOENT',
  'EEXIST',
]);

function startFailure(error: unknown, { port, metricsPort }: ServeOptions): unknown {
  const code = codeOf(error) ?? '';
  if (code === 'EADDRINUSE') {
    const takenPort = portOf(error) ?? port;
    const besides = takenPort === metricsPort ? '--metrics-port' : '--incoming-mail-port';
    const flag = takenPort === port ? '--port' : besides;
    return new UsageError(`Port ${takenPort} is taken. Choose another with ${flag}.`);
  }
  if (DIRECTORY_CODES.has(code)) {
    return new UsageError(`Cannot use the data directory: ${messageOf(error)}.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError('The address in --host does not belong to this machine.');
  return error;
}

/** The port that could not be listened on. */
function portOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('port' in error)) return undefined;
  return typeof error.port === 'number' ? error.port : undefined;
}
