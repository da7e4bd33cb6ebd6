// A server with a relay, and Apple and Google behind it, all on loopback.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RelayServer } from '../../relay/relay-server.ts';
import { silentLog } from '../../src/server/logger.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { onCleanup } from '../support/cleanup.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { type AppleStandIn, type GoogleStandIn, startApple, startGoogle } from './stand-ins.ts';

export interface TestRelay {
  readonly relay: RelayServer;
  readonly url: string;
  readonly dataDirectory: string;
  readonly apple: AppleStandIn;
  readonly google: GoogleStandIn;
  close(): Promise<void>;
}

export async function startRelay(isOpen = true): Promise<TestRelay> {
  const apple = await startApple();
  const google = await startGoogle();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-relay-'));
  const relay = await RelayServer.start({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    isOpen,
    apple: apple.configuration,
    google: google.configuration,
    log: silentLog,
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await relay.close();
  };
  onCleanup(async () => {
    await close();
    await rm(dataDirectory, { recursive: true, force: true });
  });
  return { relay, url: `http://127.0.0.1:${relay.port}`, dataDirectory, apple, google, close };
}

export interface PushTest extends TestRelay {
  readonly server: TestServer;
}

export async function startPushTest(options: Partial<ServerOptions> = {}): Promise<PushTest> {
  const relay = await startRelay();
  const server = await startTestServer({ pushRelay: { url: relay.url, credentials: undefined }, ...options });
  if (!options.pushRelay) await server.server.scheduler.runDue();
  return { ...relay, server };
}

/** Waits, within bounds, until a list has an item that passes; returns it. */
export async function waitForItem<T>(list: readonly T[], passes: (item: T) => boolean): Promise<T> {
  await waitUntil(async () => list.some(passes));
  const found = list.find(passes);
  assert.ok(found !== undefined);
  return found;
}
