// What the commands have in common that run until they are stopped: the address that they print, and how a signal, or a
// failure that nobody caught, ends them.

import { createServer } from 'node:net';
import { detailOf } from '../api-contract/error-detail.ts';
import type { Logger } from '../api-contract/logger.ts';

/** The exit status after a failure that nobody caught (`EX_SOFTWARE`). */
const FAILED = 70;

/** What remains after this is cut off. */
const STOP_MILLISECONDS = 4500;

/** The address of a server that listens; `host` may be an IPv6 address. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Rejects as listening would where that is not possible: before anything is made for a server that cannot start. */
export async function tryAddress(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((listening, failed) => {
    probe.once('error', failed);
    probe.listen({ host, port }, listening);
  });
  await new Promise((closed) => probe.close(closed));
}

/**
 * Ends the process cleanly, once: with status 0 at SIGTERM or SIGINT, with 70 after a failure that nobody caught, whose
 * stack is logged. What such a failure left half done is not known, so the process does not go on; a supervisor starts it
 * again.
 */
export function stopInTheEnd(close: () => Promise<void>, log: Logger): void {
  let status: number | undefined;
  const stop = (wanted: number) => {
    if (status !== undefined) return;
    status = wanted;
    setTimeout(() => process.exit(wanted), STOP_MILLISECONDS).unref();
    close().then(
      () => process.exit(wanted),
      (error: unknown) => {
        log.error({ error: detailOf(error) }, 'the end was not clean');
        process.exit(wanted || 1);
      },
    );
  };
  const fail = (thrown: unknown) => {
    log.error({ error: detailOf(thrown) }, 'nobody caught a failure: the process stops');
    stop(FAILED);
  };
  // Where the address cannot be printed, as on a full disk, the server runs all the same.
  process.stdout.on('error', () => undefined);
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
