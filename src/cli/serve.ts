// `serve`: starts the server and stops it cleanly.

import { ConfigurationProblem, readVideoCallConfiguration } from '../delivery/calls/configuration.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { UnusableFileStore } from '../model/files/file-store.ts';
import { standardErrorLog } from '../server/logger.ts';
import { ParleyServer } from '../server/server.ts';
import { fillDemoApart } from './fill-demo.ts';
import { parseServeOptions } from './serve-options.ts';
import { UsageError } from './usage.ts';

/** What remains after this is cut off. */
const STOP_MILLISECONDS = 4500;

export async function serve(args: readonly string[]): Promise<void> {
  const options = parseServeOptions(args, process.env);
  if (!options) return;
  fillDemoApart(options, args);
  let server: ParleyServer;
  try {
    const videoCalls = await readVideoCallConfiguration(options.dataDirectory, process.env);
    server = await ParleyServer.build({ ...options, videoCalls, log: standardErrorLog }, async (services) => {
      if (options.isDemo) await fillDemo(services);
    });
  } catch (error) {
    throw startFailure(error, options.port);
  }
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), STOP_MILLISECONDS).unref();
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Only now: whoever reads the line may send a signal at once.
  const address = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${server.port}`;
  if (server.directory.isEmpty) {
    process.stderr.write(`${options.publicUrl ?? address}${server.foundingLink.path}\n`);
  }
  process.stdout.write(`parley listening on ${address}\n`);
}

function startFailure(error: unknown, port: number): unknown {
  if (error instanceof ConfigurationProblem || error instanceof UnusableFileStore)
    return new UsageError(error.message);
  const { code, message, port: taken = port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    const flag = taken === port ? '--port' : '--incoming-mail-port';
    return new UsageError(`Port ${taken} is taken. Choose another with ${flag}.`);
  }
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    code === 'ENOTDIR' ||
    code === 'ENOENT' ||
    code === 'EEXIST'
  ) {
    return new UsageError(`The data directory cannot be used: ${message}.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError('The address given with --host is not one of this machine.');
  return error;
}
