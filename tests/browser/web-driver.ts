// Drivers for other headless browsers: Firefox with its Marionette protocol, and WebKit with the driver of Debian's
// webkit2gtk. Both support only what tests need: navigating, and running a script in the page. Commands to a
// browser that does not respond or has ended fail instead of waiting forever.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { onCleanup } from '../support/cleanup.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const FIREFOX = process.env.PARLEY_TEST_FIREFOX ?? '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = process.env.PARLEY_TEST_WEBKIT ?? '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';

/** The time limits for scripts and page loads, passed to the browser. */
const LIMITS = { script: 60_000, pageLoad: 30_000 };
/** Firefox plays sound without a click, and its microphone hums. */
const MEDIA_PREFERENCES = {
  'media.autoplay.default': 0,
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
};
/** The time limit for any response of a browser. */
const ANSWER_MILLISECONDS = 70_000;

export interface Driver {
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page; returns its result. */
  run<T>(body: string): Promise<T>;
}

export interface OtherBrowser {
  readonly name: string;
  /** A program that is needed and not installed. */
  readonly missing: string | undefined;
  start(): Promise<Driver>;
}

const missing = (...programs: string[]): string | undefined =>
  programs.find((program) => !existsSync(program));

export const otherBrowsers: readonly OtherBrowser[] = [
  { name: 'Firefox', missing: missing(FIREFOX), start: startFirefox },
  { name: 'WebKit', missing: missing(WEBKIT_DRIVER, XVFB), start: startWebKit },
];

/** The script of a command: its last argument is a callback for the result. */
function scriptOf(body: string): string {
  return `const done = arguments[arguments.length - 1];
    (async () => { ${body} })().then((value) => done({ value }), (error) => done({ problem: String(error) }));`;
}

function outcomeOf<T>(outcome: { readonly value?: T; readonly problem?: string }): T {
  if (outcome.problem !== undefined) throw new Error(outcome.problem);
  return outcome.value as T;
}

function startChild(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  onCleanup(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return child;
}

/** The response within the time limit; otherwise throws an error that names the command. */
async function withinLimit<T>(what: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${what} was not answered in ${ANSWER_MILLISECONDS} ms`));
    timer = setTimeout(fail, ANSWER_MILLISECONDS);
  });
  return await Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

async function startFirefox(): Promise<Driver> {
  const port = await freePort();
  const profile = temporaryFolder();
  const preferences = { ...MEDIA_PREFERENCES, 'marionette.port': port };
  const lines = Object.entries(preferences).map(
    (pair) => `user_pref(${JSON.stringify(pair).slice(1, -1)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  startChild(FIREFOX, ['--headless', '--no-remote', '--profile', profile, '--marionette']);
  const marionette = await Marionette.open(port);
  await marionette.call('WebDriver:NewSession', { strictFileInteractability: true });
  await marionette.call('WebDriver:SetTimeouts', LIMITS);
  await marionette.call('WebDriver:SetWindowRect', { width: 1440, height: 900 });
  return {
    goto: async (url) => void (await marionette.call('WebDriver:Navigate', { url })),
    run: async (body) => {
      const parameters = { script: scriptOf(body), args: [], newSandbox: false };
      const answer = await marionette.call('WebDriver:ExecuteAsyncScript', parameters);
      return outcomeOf((answer as { value: object }).value);
    },
  };
}

/** Firefox's protocol: `LENGTH:[type, id, error, result]` over a socket. */
class Marionette {
  readonly #socket: Socket;
  #unread = Buffer.alloc(0);
  #count = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly unknown[]>>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, chunk]);
      this.#read();
    });
    // The browser has ended.
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended'));
    });
    onCleanup(() => socket.destroy());
  }

  /** Connects once the browser listens. */
  static async open(port: number): Promise<Marionette> {
    let socket: Socket | undefined;
    await waitUntil(async () => {
      const connection = connect(port, '127.0.0.1');
      const isOpen = await new Promise<boolean>((resolve) => {
        connection.once('connect', () => resolve(true));
        connection.once('error', () => resolve(false));
      });
      if (isOpen) socket = connection;
      return isOpen;
    });
    if (!socket) throw new Error('Firefox does not listen');
    socket.on('error', () => undefined);
    return new Marionette(socket);
  }

  async call(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#count;
    const text = JSON.stringify([0, id, name, parameters]);
    const waiting = Promise.withResolvers<readonly unknown[]>();
    this.#waiting.set(id, waiting);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await withinLimit(name, waiting.promise).finally(() =>
      this.#waiting.delete(id),
    );
    if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result;
  }

  #read(): void {
    for (;;) {
      const colon = this.#unread.indexOf(':');
      const length = Number(this.#unread.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.#unread.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(this.#unread.subarray(colon + 1, colon + 1 + length).toString());
      this.#unread = this.#unread.subarray(colon + 1 + length);
      // The first message identifies the browser.
      if (Array.isArray(message)) this.#waiting.get(message[1])?.resolve(message);
    }
  }
}

async function startWebKit(): Promise<Driver> {
  const display = `:${200 + (process.pid % 5000)}`;
  startChild(XVFB, [display, '-screen', '0', '1440x900x24', '-nolisten', 'tcp']);
  await waitUntil(async () => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`));
  const port = await freePort();
  const home = temporaryFolder();
  startChild(WEBKIT_DRIVER, [`--port=${port}`], {
    DISPLAY: display,
    HOME: home,
    XDG_DATA_HOME: home,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${url}/status`).catch(() => undefined))?.ok === true);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const answer = await withinLimit(path, response);
    const { value } = (await answer.json()) as { readonly value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  // Called before the driver is ended, which would leave its browser running during a request.
  onCleanup(() => call('DELETE', session).catch(() => undefined));
  await call('POST', `${session}/timeouts`, LIMITS);
  await call('POST', `${session}/window/rect`, { width: 1440, height: 900 });
  return {
    goto: async (address) => void (await call('POST', `${session}/url`, { url: address })),
    run: async (body) =>
      outcomeOf(
        (await call('POST', `${session}/execute/async`, { script: scriptOf(body), args: [] })) as object,
      ),
  };
}
