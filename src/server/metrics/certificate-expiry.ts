// When the certificate of the public address expires. It belongs to the proxy before the server, so it is read there, in
// the background: a scrape gets the last reading.

import { certificateAt } from '../../integrations/http/certificate.ts';

/** Certificates are renewed weeks before they expire. */
const READ_AGAIN_MILLISECONDS = 3_600_000;
/** After a failure, such as a proxy that starts later. */
const RETRY_MILLISECONDS = 60_000;

export class CertificateExpiry {
  readonly #url: URL | undefined;
  #expiresAt: number | undefined;
  #readAgainAt = 0;
  #reading: Promise<void> | undefined;

  /** @param publicUrl the address of the organization; only an encrypted one has a certificate */
  constructor(publicUrl: string | undefined) {
    this.#url = publicUrl?.startsWith('https:') ? new URL(publicUrl) : undefined;
  }

  /** Seconds since 1970; undefined without a certificate, or while none has been read. */
  get seconds(): number | undefined {
    if (performance.now() >= this.#readAgainAt) void this.read();
    return this.#expiresAt;
  }

  /** Reads the certificate now. One that could not be read keeps its last known time. */
  read(): Promise<void> {
    const url = this.#url;
    if (!url) return Promise.resolve();
    this.#reading ??= this.#read(url).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(url: URL): Promise<void> {
    this.#readAgainAt = performance.now() + RETRY_MILLISECONDS;
    try {
      const end = Date.parse((await certificateAt(url, true)).valid_to) / 1000;
      if (Number.isNaN(end)) return;
      this.#expiresAt = end;
      this.#readAgainAt = performance.now() + READ_AGAIN_MILLISECONDS;
    } catch {
      // The time stays, and so does its alert; that the address cannot be reached is seen from outside.
    }
  }
}
