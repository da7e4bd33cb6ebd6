// The second part of `serve`: fills the demo organization, starts the server and stops it cleanly.

import { parleyVersion } from '../api-contract/version.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { readVideoCallConfiguration } from '../integrations/calls/video-call-configuration.ts';
import { readSignInFile } from '../integrations/sign-in/sign-in-file.ts';
import { limitedLog } from '../server/limited-log.ts';
import { standardErrorLogAt } from '../server/logger.ts';
import { ParleyServer } from '../server/server.ts';
import { fillDemoInChildProcess } from './fill-demo.ts';
import { exitOnSignals, listeningAddress } from './process-lifecycle.ts';
import type { ServeOptions } from './serve-options.ts';
import { unknownSettings } from './setting-names.ts';

async function startServer(options: ServeOptions, args: readonly string[]): Promise<ParleyServer> {
  const signIn = await readSignInFile(options.signInFile);
  await fillDemoInChildProcess(options, args);
  const videoCalls = await readVideoCallConfiguration(options.dataDirectory, process.env);
  const configured = {
    ...options,
    signIn,
    videoCalls,
    log: limitedLog(standardErrorLogAt(options.logLevel)),
  };
  return ParleyServer.build(configured, async (services) => {
    if (options.isDemo) await fillDemo(services);
  });
}

/** Runs the server until it is stopped; resolves when it listens. `args` are the original arguments. */
export async function runServer(options: ServeOptions, args: readonly string[]): Promise<void> {
  const server = await startServer(options, args);
  const { log } = server.services;
  exitOnSignals(() => server.close(), log);
  // This line is printed last: its reader may send a signal immediately.
  const address = listeningAddress(options.host, server.port);
  if (server.directory.isEmpty) {
    process.stderr.write(`${options.publicUrl ?? address}${server.foundingLink.path}\n`);
  }
  for (const name of unknownSettings(process.env))
    log.warn({ name }, 'unknown setting in the environment; see --help');
  log.info({ version: parleyVersion(), address, engine: server.services.database.engine }, 'started');
  process.stdout.write(`parley listening on ${address}\n`);
}
