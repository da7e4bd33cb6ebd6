// What tests of calls share: Chromium with a microphone and a camera made for tests, and what arrives over the
// connections of a page.

import { expect, type Page } from '@playwright/test';
import type { DemoName } from '../support/server.ts';
import type { Open } from './fixtures.ts';

/** A microphone that beeps, a camera with a moving picture, and no questions. */
export const launchOptions = {
  executablePath: process.env.PARLEY_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
};

/** Runs in pages before their scripts: keeps their connections, so that tests can read what arrives. */
function recordConnections(): void {
  // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
  const page = globalThis as any;
  page.connections = [];
  page.RTCPeerConnection = class extends page.RTCPeerConnection {
    constructor(settings: unknown) {
      super(settings);
      page.connections.push(this);
    }
  };
}

/** Opens a page whose connections are recorded. */
export async function openCaller(open: Open, name: DemoName, fragment: string): Promise<Page> {
  const page = await open(name, fragment);
  await page.addInitScript(recordConnections);
  await page.reload();
  await page.locator('.frame').waitFor();
  return page;
}

/** What has arrived over a connection. */
interface Received {
  /** Of sound. */
  readonly packets: number;
  /** Of pictures. */
  readonly frames: number;
}

/** What has arrived over each open connection of the page. */
export function received(page: Page): Promise<readonly Received[]> {
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
    const { connections } = globalThis as any;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const open = connections.filter((one: any) => one.signalingState !== 'closed');
    return Promise.all(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      open.map(async (connection: any) => {
        let packets = 0;
        let frames = 0;
        for (const one of (await connection.getStats()).values()) {
          if (one.type !== 'inbound-rtp') continue;
          if (one.kind === 'audio') packets += one.packetsReceived;
          else frames += one.framesDecoded ?? 0;
        }
        return { packets, frames };
      }),
    );
  });
}

/** Waits until sound arrives from a number of others, and goes on arriving. */
export async function expectToHear(page: Page, others: number): Promise<void> {
  await expect(async () => {
    const before = await received(page);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const after = await received(page);
    const heard = after.filter(({ packets }, index) => packets > (before[index]?.packets ?? 0));
    expect(heard).toHaveLength(others);
  }).toPass();
}

/** The window of the call. */
export const callWindow = (page: Page) => page.getByRole('region', { name: /^Call in / });
