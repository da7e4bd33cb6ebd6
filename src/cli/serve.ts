// `serve`: starts the server and stops it cleanly.

import { codeOf, messageOf } from '../contract/thrown.ts';
import { parleyVersion } from '../contract/version.ts';
import { ConfigurationProblem, readVideoCallConfiguration } from '../delivery/calls/configuration.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { UnusableFileStore } from '../files/file-store.ts';
import { makeDataDirectory } from '../server/data-directory.ts';
import { standardErrorLog } from '../server/logger.ts';
import { ParleyServer } from '../server/server.ts';
import { fillDemoApart } from './fill-demo.ts';
import { addressOf, stopInTheEnd, tryAddress } from './running.ts';
import { parseServeOptions } from './serve-options.ts';
import { UsageError } from './usage.ts';

/** Runs the command. Rejects with a `UsageError` where the server cannot start for a reason that people can change. */
export async function serve(args: readonly string[]): Promise<void> {
  const options = parseServeOptions(args, process.env);
  if (!options) return;
  let server: ParleyServer;
  try {
    await tryAddress(options.host, options.port);
    await makeDataDirectory(options.dataDirectory);
    await fillDemoApart(options, args);
    const videoCalls = await readVideoCallConfiguration(options.dataDirectory, process.env);
    server = await ParleyServer.build({ ...options, videoCalls, log: standardErrorLog }, async (services) => {
      if (options.isDemo) await fillDemo(services);
    });
  } catch (error) {
    throw startFailure(error, options.port);
  }
  stopInTheEnd(() => server.close(), standardErrorLog);
  // Only now: whoever reads the line may send a signal at once.
  const address = addressOf(options.host, server.port);
  if (server.directory.isEmpty) {
    process.stderr.write(`${options.publicUrl ?? address}${server.foundingLink.path}\n`);
  }
  standardErrorLog.info(
    { version: parleyVersion(), address, engine: server.services.database.engine },
    'started',
  );
  process.stdout.write(`parley listening on ${address}\n`);
}

/** The system's codes for a data directory that is not there, not ours, or no directory. */
const DIRECTORY_CODES: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOENT',
  'EEXIST',
]);

function startFailure(error: unknown, port: number): unknown {
  if (error instanceof ConfigurationProblem || error instanceof UnusableFileStore)
    return new UsageError(error.message);
  const code = codeOf(error) ?? '';
  if (code === 'EADDRINUSE') {
    const taken = portOf(error) ?? port;
    const flag = taken === port ? '--port' : '--incoming-mail-port';
    return new UsageError(`Port ${taken} is taken. Choose another with ${flag}.`);
  }
  if (DIRECTORY_CODES.has(code)) {
    return new UsageError(`The data directory cannot be used: ${messageOf(error)}.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError('The address given with --host is not one of this machine.');
  return error;
}

/** The port that a failure to listen is about. */
function portOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('port' in error)) return undefined;
  return typeof error.port === 'number' ? error.port : undefined;
}
