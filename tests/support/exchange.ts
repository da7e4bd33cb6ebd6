// One HTTP request and its answer. The platform's `fetch` takes twice the processor time, which would be an eighth of
// the time of all tests.

import { Agent, type IncomingMessage, request } from 'node:http';

/** Reuses connections; they do not keep the process alive. */
const agent = new Agent({ keepAlive: true });

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined for none. */
  readonly form: string | undefined;
}

/** An answer with its body as text. */
class Exchanged {
  readonly status: number;
  readonly text: string;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage, text: string) {
    this.status = message.statusCode ?? 0;
    this.text = text;
    this.#message = message;
  }

  /** Built on first use: few tests read headers. */
  get headers(): Headers {
    const { rawHeaders } = this.#message;
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    }
    return headers;
  }
}

/** Sends a request and returns the whole answer. */
export function exchange(url: string, { method, headers, form }: Sent): Promise<Exchanged> {
  const body = form !== undefined && {
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'content-length': String(Buffer.byteLength(form)),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { accept: '*/*', ...body, ...headers } });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve(new Exchanged(answer, text)));
    });
    sent.end(form);
  });
}
