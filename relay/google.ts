// Google's push service: its HTTP API (version 1), with an access token that a service account gets through a
// signed request (RS256).

import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Agent } from 'node:http';
import { isRecord } from '../src/api-contract/codec.ts';
import { parseJson } from '../src/api-contract/json.ts';
import { nowSeconds } from '../src/api-contract/time.ts';
import { messageOf } from '../src/errors/error-detail.ts';
import type { HttpClient, IncomingAnswer } from '../src/integrations/http/http-client.ts';
import { signedToken } from './json-web-token.ts';
import { failedResult, type OutgoingPush, type PushResult, type PushService } from './push-service.ts';
import type { Fields } from './relay-context.ts';

/** Fields of Google's service account file, and the addresses of the services. */
export interface GoogleConfiguration {
  readonly url: string;
  readonly projectId: string;
  readonly clientEmail: string;
  /** PKCS#8, as PEM. */
  readonly privateKey: string;
  readonly tokenUrl: string;
}

// These are not imported, to save memory: see the HTTP client.
const { Agent: HttpAgent } = process.getBuiltinModule('node:http');
const { Agent: HttpsAgent } = process.getBuiltinModule('node:https');

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Timeout for each answer. */
const TIMEOUT_MILLISECONDS = 10_000;
/** Idle connections are closed after this time. */
const IDLE_MILLISECONDS = 30_000;
const MAX_CONNECTIONS = 100;
const TOKEN_SECONDS = 3600;
/** A token is renewed this long before it expires. */
const MARGIN_SECONDS = 120;

interface AccessToken {
  readonly text: string;
  readonly until: number;
}

/** Sends notifications to Google. */
export class GooglePushService implements PushService {
  readonly #http: HttpClient;
  readonly #configuration: GoogleConfiguration;
  readonly #key: KeyObject;
  readonly #agent: Agent;
  #token: AccessToken | undefined;
  #pendingToken: Promise<AccessToken> | undefined;

  /** @throws for an invalid key */
  constructor(http: HttpClient, configuration: GoogleConfiguration) {
    this.#http = http;
    this.#configuration = configuration;
    this.#key = createPrivateKey(configuration.privateKey);
    const options = { keepAlive: true, timeout: IDLE_MILLISECONDS, maxSockets: MAX_CONNECTIONS };
    this.#agent = configuration.url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  }

  async send(push: OutgoingPush): Promise<PushResult> {
    try {
      const usedToken = await this.#accessToken();
      const answer = await this.#post(push, usedToken);
      if (answer.status !== 401) return resultOf(answer);
      // The token was revoked. A concurrent notification may already have fetched a new one.
      if (this.#token?.text === usedToken) this.#token = undefined;
      return resultOf(await this.#post(push, await this.#accessToken()));
    } catch (error) {
      return { outcome: 'missed', reason: messageOf(error) };
    }
  }

  close(): void {
    this.#token = undefined;
    this.#agent.destroy();
  }

  #post({ device, payload, isUrgent }: OutgoingPush, accessToken: string): Promise<IncomingAnswer> {
    const { url, projectId } = this.#configuration;
    const data = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
    const message = { token: device.token, data, android: { priority: isUrgent ? 'HIGH' : 'NORMAL' } };
    return this.#http.send(`${url}/v1/projects/${encodeURIComponent(projectId)}/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
      milliseconds: TIMEOUT_MILLISECONDS,
      agent: this.#agent,
    });
  }

  /** The current token or a new one; concurrent callers share one request. */
  async #accessToken(): Promise<string> {
    const now = nowSeconds();
    if (this.#token && this.#token.until > now) return this.#token.text;
    this.#pendingToken ??= this.#requestToken(now).finally(() => {
      this.#pendingToken = undefined;
    });
    this.#token = await this.#pendingToken;
    return this.#token.text;
  }

  async #requestToken(now: number): Promise<AccessToken> {
    const { clientEmail, tokenUrl } = this.#configuration;
    const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUrl, iat: now, exp: now + TOKEN_SECONDS };
    const assertion = signedToken({ alg: 'RS256' }, claims, this.#key);
    const { status, text } = await this.#http.send(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      milliseconds: TIMEOUT_MILLISECONDS,
    });
    const fields = fieldsIn(text);
    if (status !== 200 || typeof fields.access_token !== 'string') {
      throw new Error(`Google rejected the service account (status ${status})`);
    }
    const seconds = typeof fields.expires_in === 'number' ? fields.expires_in : TOKEN_SECONDS;
    return { text: fields.access_token, until: now + seconds - MARGIN_SECONDS };
  }
}

function resultOf({ status, text }: IncomingAnswer): PushResult {
  if (status === 200) return { outcome: 'sent' };
  const codes = errorCodesIn(text);
  if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH')) return { outcome: 'dead' };
  return failedResult(status, codes.join(' '));
}

function fieldsIn(text: string): Fields {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

function errorCodesIn(text: string): string[] {
  const { error } = fieldsIn(text);
  if (!isRecord(error) || !Array.isArray(error.details)) return [];
  return error.details.flatMap((detail: unknown) =>
    isRecord(detail) && typeof detail.errorCode === 'string' ? [detail.errorCode] : [],
  );
}
