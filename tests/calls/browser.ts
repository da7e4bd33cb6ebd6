// A person's browser for tests: stores cookies by host and follows redirects as browsers do.

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers` are sent with the first request of each visit, not after a redirect. */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers;
  }

  /** Opens an address; follows redirects until one leads to an address that `until` accepts. */
  async open(address: string, until: (url: string) => boolean = () => false): Promise<Page> {
    return this.#request(address, {}, until);
  }

  /** Sends a form from a page of the same origin. */
  async submit(
    address: string,
    fields: Record<string, string>,
    until: (url: string) => boolean = () => false,
    origin = new URL(address).origin,
  ): Promise<Page> {
    return this.#request(
      address,
      { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) },
      until,
    );
  }

  /** Logs in on the page that an address leads to, and continues from there. */
  async logIn(
    address: string,
    fields: { readonly username: string; readonly password: string },
    until: (url: string) => boolean = () => false,
  ): Promise<Page> {
    const { url } = await this.open(address);
    const next = new URL(url).searchParams.get('next') ?? '';
    return this.submit(new URL('/login/', url).href, { ...fields, next }, until);
  }

  async #request(address: string, init: RequestInit, until: (url: string) => boolean): Promise<Page> {
    let url = address;
    let request = init;
    for (let hops = 0; hops < 20; hops++) {
      const { host } = new URL(url);
      const jar = this.#cookies.get(host) ?? new Map<string, string>();
      this.#cookies.set(host, jar);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: {
          ...(hops === 0 && this.#headers),
          ...(request.headers as Record<string, string>),
          ...(cookie && { cookie }),
        },
      });
      for (const line of response.headers.getSetCookie()) keep(jar, line);
      const location = response.headers.get('location');
      const page = { url, status: response.status, text: await response.text(), headers: response.headers };
      if (response.status < 300 || response.status >= 400 || location === null) return page;
      url = new URL(location, url).toString();
      if (until(url)) return { ...page, url };
      request = {};
    }
    throw new Error(`too many redirects from ${address}`);
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...rules] = line.split(/;\s*/);
  const name = pair.slice(0, pair.indexOf('='));
  const isGone = rules.some((rule) => /^max-age=0$/i.test(rule) || /^expires=thu, 01 jan 1970/i.test(rule));
  if (isGone) jar.delete(name);
  else jar.set(name, pair.slice(name.length + 1));
}
