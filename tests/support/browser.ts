// A browser as the server sees it: it stores cookies, sends the headers of its own pages, and follows no redirect.

import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Method } from '../../src/api-contract/operation.ts';
import type { Json } from './client.ts';

export interface BrowserAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  readonly body: any;
}

/** The headers that a browser adds to requests of the server's own pages. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

export class Browser {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers sent with every request, in place of those that this browser would send */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.url = url;
    this.#headers = { 'user-agent': FIREFOX, ...headers };
  }

  /** Sends a request with the stored cookies and these headers, and stores the cookies of the answer. */
  async send(
    method: Method,
    path: string,
    form: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = fromOwnPage,
  ): Promise<BrowserAnswer> {
    const content = method === 'GET' ? undefined : new URLSearchParams(form).toString();
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        method,
        headers: {
          ...this.#headers,
          ...headers,
          ...(cookie && { cookie }),
          ...(content !== undefined && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(Buffer.byteLength(content)),
          }),
        },
      };
      const sent = request(`${this.url}${path}`, options, resolve).on('error', reject);
      sent.end(content);
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
    const text = Buffer.concat(await Array.fromAsync(answer)).toString();
    const body = text.startsWith('{') ? JSON.parse(text) : undefined;
    return { status: answer.statusCode ?? 0, headers: answer.headers, text, body };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*Max-Age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  get(path: string): Promise<BrowserAnswer> {
    return this.send('GET', path);
  }

  /** Submits the login form. */
  logIn(username: string, password = 'demo-password', next = '/'): Promise<BrowserAnswer> {
    return this.send('POST', '/login/', { username, password, next });
  }

  /** Calls the API with the browser's session; fails the test unless the call succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  async ok(method: Method, path: string, parameters: Json = {}): Promise<any> {
    const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const query = method === 'GET' && texts.length > 0 ? `?${new URLSearchParams(texts)}` : '';
    const answer = await this.send(method, `/json${path}${query}`, Object.fromEntries(texts));
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  /** Whether the session is still valid. */
  async isLoggedIn(): Promise<boolean> {
    return (await this.send('GET', '/json/users/me')).status === 200;
  }
}

/** A browser in which a person of the demo has logged in with the demo button, which needs no password. */
export async function loggedIn(
  url: string,
  username: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const browser = new Browser(url, headers);
  const { status } = await browser.send('POST', '/login/', { demo_user: username });
  assert.equal(status, 302);
  return browser;
}
