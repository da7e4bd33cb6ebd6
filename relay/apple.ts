// Apple's push service: HTTP/2 over one connection, with a signed token (ES256) that is renewed within the
// hour.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { isRecord } from '../src/api-contract/codec.ts';
import { parseJson } from '../src/api-contract/json.ts';
import { nowSeconds } from '../src/api-contract/time.ts';
import { codeOf, messageOf } from '../src/errors/error-detail.ts';
import { signedToken } from './json-web-token.ts';
import { failedResult, type OutgoingPush, type PushResult, type PushService } from './push-service.ts';

/** The app maker's credentials from Apple, and the address of the service. */
export interface AppleConfiguration {
  readonly url: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS#8, as PEM. */
  readonly key: string;
}

/** Timeout for each answer. */
const TIMEOUT_MILLISECONDS = 10_000;
/** Apple accepts tokens that are up to an hour old, and refuses more than one new token in twenty minutes. */
const RENEW_SECONDS = 2700;
/** Limit for the characters read of an answer. */
const MAX_ANSWER = 65_536;
/** Apple's reasons for tokens that are no longer valid. */
const DEAD_REASONS: ReadonlySet<string> = new Set([
  'Unregistered',
  'ExpiredToken',
  'BadDeviceToken',
  'DeviceTokenNotForTopic',
]);

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends notifications to Apple. */
export class ApplePushService implements PushService {
  readonly #configuration: AppleConfiguration;
  readonly #key: KeyObject;
  readonly #milliseconds: number;
  #token: { readonly text: string; readonly madeAt: number } | undefined;
  #session: ClientHttp2Session | undefined;

  /** `milliseconds` is the timeout for each answer. @throws for an invalid key */
  constructor(configuration: AppleConfiguration, milliseconds = TIMEOUT_MILLISECONDS) {
    this.#configuration = configuration;
    this.#key = createPrivateKey(configuration.key);
    this.#milliseconds = milliseconds;
  }

  async send(push: OutgoingPush): Promise<PushResult> {
    try {
      const usedToken = this.#authorization();
      const answer = await this.#post(push, usedToken);
      if (answer.status !== 403 || reasonIn(answer.body) !== 'ExpiredProviderToken') return resultOf(answer);
      // The clocks disagree. A concurrent notification may already have renewed the token.
      if (usedToken === this.#authorization()) this.#token = undefined;
      return resultOf(await this.#post(push, this.#authorization()));
    } catch (error) {
      return { outcome: 'missed', reason: codeOf(error) ?? messageOf(error) };
    }
  }

  /** Closes the connection once pending requests are answered. */
  close(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  #authorization(): string {
    const now = nowSeconds();
    if (!this.#token || now - this.#token.madeAt > RENEW_SECONDS) {
      const { teamId, keyId } = this.#configuration;
      const text = signedToken({ alg: 'ES256', kid: keyId }, { iss: teamId, iat: now }, this.#key);
      this.#token = { text, madeAt: now };
    }
    return `bearer ${this.#token.text}`;
  }

  /** The open connection, or a new one. */
  #connection(): ClientHttp2Session {
    const present = this.#session;
    if (present && !present.closed && !present.destroyed) return present;
    const session = connect(this.#configuration.url);
    // Pending requests report their own errors.
    session.on('error', () => undefined);
    session.on('goaway', () => session.close());
    session.unref();
    this.#session = session;
    return session;
  }

  #post({ device, payload, isUrgent, isBackground }: OutgoingPush, authorization: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const session = this.#connection();
      const stream = session.request({
        ':method': 'POST',
        ':path': `/3/device/${device.token}`,
        authorization,
        'apns-topic': device.app_id,
        'apns-push-type': isBackground ? 'background' : 'alert',
        'apns-priority': isUrgent ? '10' : '5',
        'content-type': 'application/json',
      });
      let status = 0;
      let body = '';
      stream.setEncoding('utf8');
      stream.setTimeout(this.#milliseconds, () => {
        stream.destroy(new Error('Apple did not answer in time'));
        // The other side may have gone away silently, so later requests use a new connection.
        session.destroy();
      });
      stream.on('response', (headers) => {
        status = Number(headers[':status']);
      });
      stream.on('data', (chunk: string) => {
        body = (body + chunk).slice(0, MAX_ANSWER);
      });
      stream.on('error', reject);
      stream.on('close', () =>
        status > 0 ? resolve({ status, body }) : reject(new Error('Apple did not answer')),
      );
      stream.end(JSON.stringify(payload));
    });
  }
}

function resultOf({ status, body }: Answer): PushResult {
  if (status === 200) return { outcome: 'sent' };
  const reason = reasonIn(body);
  if (status === 410 || DEAD_REASONS.has(reason)) return { outcome: 'dead' };
  return failedResult(status, reason);
}

function reasonIn(body: string): string {
  const answer = parseJson(body);
  return isRecord(answer) ? String(answer.reason ?? '') : '';
}
