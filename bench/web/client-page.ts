// A page of the client in headless Chromium, with its processor slowed and its work measured.

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { authorizationOf, type BenchPerson } from '../fill/dataset.ts';
import { probeScript } from './page-probe.ts';

/** Where the organization is served. */
export interface Site {
  readonly url: string;
}

export interface ClientPage {
  readonly page: Page;
  readonly session: CDPSession;
}

/** A new browser profile in which a person is logged in. */
export async function profileOf(
  browser: Browser,
  { url }: Site,
  person: BenchPerson,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const form = { demo_user: person.email };
  const response = await context.request.post(`${url}/login/`, { form, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`Logging in was answered with ${response.status()}.`);
  await context.addInitScript(probeScript);
  return context;
}

/** An empty page whose processor is slowed by a factor; 1 leaves it as it is. */
export async function newPage(context: BrowserContext, slowed: number): Promise<ClientPage> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slowed > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  return { page, session };
}

/** Milliseconds that the page's main thread has worked on all tasks, and on scripts, styles and layout alone. */
export interface Work {
  readonly all: number;
  readonly rendering: number;
}

export async function workOf({ session }: ClientPage): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const rendering = seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration');
  return { all: seconds('TaskDuration') * 1000, rendering: rendering * 1000 };
}

/** Opens the client at an address, and waits until a selector is visible and the page has been at rest for a while. */
export async function openAt(
  { page }: ClientPage,
  { url }: Site,
  fragment: string,
  selector: string,
): Promise<void> {
  await page.goto(`${url}/${fragment}`, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor({ timeout: 120_000 });
  await rest(page, 3000);
}

/** Lets a page finish what it does after it has shown something. */
export async function rest(page: Page, milliseconds: number): Promise<void> {
  await page.waitForTimeout(milliseconds);
}

/** Sends a request of the API as a person. */
export async function request(
  { url }: Site,
  person: BenchPerson,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: authorizationOf(person) },
    body: new URLSearchParams(parameters),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (!response.ok) throw new Error(`POST ${path} was refused: ${answer.msg}`);
  return answer;
}
