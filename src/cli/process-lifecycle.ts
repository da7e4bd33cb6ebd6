// The lifecycle of commands that run until they are stopped: the address that they print, and how signals and
// uncaught errors end them.

import { createServer } from 'node:net';
import type { Logger } from '../api-contract/logger.ts';
import { detailOf } from '../errors/error-detail.ts';

/** The exit status after an uncaught error (`EX_SOFTWARE`). */
const FAILED = 70;

/** The time for a clean shutdown before the process exits. */
const STOP_MILLISECONDS = 4500;

/** The address of a listening server; `host` may be an IPv6 address. */
export function listeningAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Rejects if the address cannot be listened on, before anything is created for a server that cannot start. */
export async function checkAddressFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Ends the process cleanly, once: with status 0 on SIGTERM or SIGINT, with 70 after an uncaught error, whose
 * stack is logged. The state after such an error is unknown, so the process does not continue; a supervisor restarts it.
 */
export function exitOnSignals(close: () => Promise<void>, log: Logger): void {
  let status: number | undefined;
  const stop = (exitStatus: number) => {
    if (status !== undefined) return;
    status = exitStatus;
    setTimeout(() => process.exit(exitStatus), STOP_MILLISECONDS).unref();
    close().then(
      () => process.exit(exitStatus),
      (error: unknown) => {
        log.error({ error: detailOf(error) }, 'shutdown failed');
        process.exit(exitStatus || 1);
      },
    );
  };
  const fail = (thrown: unknown) => {
    log.error({ error: detailOf(thrown) }, 'uncaught error, stopping');
    stop(FAILED);
  };
  // If the address cannot be printed, for example on a full disk, the server runs anyway.
  process.stdout.on('error', () => undefined);
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
