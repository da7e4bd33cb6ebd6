// Calls on Zoom, made on behalf of a user who authorized access, or with the server's own Zoom account.

import { jsonText, number, record } from '../../api-contract/codec.ts';
import { callFailed, invalidCredentials, unknownZoomUser } from '../../model/calls/call-errors.ts';
import type { CallToken } from '../../model/calls/call-token.ts';
import {
  type CallRequester,
  type CreateCallOptions,
  InvalidTokenError,
  type PersonalCalls,
  type ServerCalls,
} from '../../model/calls/video-calls.ts';
import type { HttpClient, IncomingAnswer } from '../http/http-client.ts';
import { basicCredentials, OAuthClient } from './oauth-client.ts';
import { decodedAnswer, jsonRequest, requestProvider, webAddress } from './provider-requests.ts';
import type { VideoCallConfiguration } from './video-call-configuration.ts';

type ZoomConfiguration = NonNullable<VideoCallConfiguration['zoom']>;

const NAME = 'Zoom';
const createdMeeting = record({ join_url: webAddress });
const failure = record({ code: number });
const accountToken = record({ access_token: jsonText });
/** Zoom's account tokens are valid for an hour. */
const ACCOUNT_TOKEN_MILLISECONDS = 56 * 60_000;
/** Zoom's error codes. */
const UNKNOWN_USER = 1001;
const TOKEN_REFUSED = 124;

function meeting({ isVideo }: CreateCallOptions): unknown {
  return { settings: { host_video: isVideo, participant_video: isVideo }, default_password: true };
}

function joinAddress(answer: IncomingAnswer): string {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const url = isSuccess ? decodedAnswer(createdMeeting, answer)?.join_url : undefined;
  if (url === undefined) throw callFailed(NAME);
  return url;
}

/** Calls on behalf of a user who authorized access to their Zoom account. */
export class PersonalZoomCalls implements PersonalCalls {
  readonly name = NAME;
  readonly #http: HttpClient;
  readonly #apiUrl: string;
  readonly #oauth: OAuthClient;

  constructor(http: HttpClient, configuration: ZoomConfiguration) {
    const { apiUrl, oauthUrl, clientId, clientSecret } = configuration;
    this.#http = http;
    this.#apiUrl = apiUrl;
    this.#oauth = new OAuthClient(http, {
      name: NAME,
      clientId,
      clientSecret,
      authorizationUrl: `${oauthUrl}oauth/authorize`,
      tokenUrl: `${oauthUrl}oauth/token`,
      scope: undefined,
      secretIn: 'header',
    });
  }

  authorizationUrl(state: string, redirectUri: string, challenge: string): string {
    return this.#oauth.authorizationUrl(state, redirectUri, challenge);
  }

  exchange(code: string, redirectUri: string, verifier: string): Promise<CallToken> {
    return this.#oauth.exchange(code, redirectUri, verifier);
  }

  refresh(token: CallToken): Promise<CallToken> {
    return this.#oauth.refresh(token);
  }

  async createCall(token: CallToken, options: CreateCallOptions): Promise<string> {
    const request = jsonRequest(token.accessToken, meeting(options));
    const answer = await requestProvider(this.#http, NAME, `${this.#apiUrl}users/me/meetings`, request);
    if (answer.status === 401) throw new InvalidTokenError();
    return joinAddress(answer);
  }
}

/** Calls made with the server's own Zoom account. */
export class ServerZoomCalls implements ServerCalls {
  readonly #http: HttpClient;
  readonly #configuration: ZoomConfiguration;
  readonly #accountId: string;
  #token: { readonly text: string; readonly until: number } | undefined;

  constructor(http: HttpClient, configuration: ZoomConfiguration, accountId: string) {
    this.#http = http;
    this.#configuration = configuration;
    this.#accountId = accountId;
  }

  async createCall(caller: CallRequester, options: CreateCallOptions): Promise<string> {
    const path = `users/${encodeURIComponent(caller.email)}/meetings`;
    const request = jsonRequest(await this.#accountToken(), meeting(options));
    const answer = await requestProvider(this.#http, NAME, `${this.#configuration.apiUrl}${path}`, request);
    const code = decodedAnswer(failure, answer)?.code;
    if (code === UNKNOWN_USER) throw unknownZoomUser();
    if (code === TOKEN_REFUSED) this.#token = undefined;
    return joinAddress(answer);
  }

  async #accountToken(): Promise<string> {
    if (this.#token && this.#token.until > performance.now()) return this.#token.text;
    const { oauthUrl, clientId, clientSecret } = this.#configuration;
    const answer = await requestProvider(this.#http, NAME, `${oauthUrl}oauth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        authorization: basicCredentials(clientId, clientSecret),
      },
      body: new URLSearchParams({
        grant_type: 'account_credentials',
        account_id: this.#accountId,
      }).toString(),
    });
    const text = decodedAnswer(accountToken, answer)?.access_token;
    if (answer.status !== 200 || text === undefined) throw invalidCredentials(NAME);
    this.#token = { text, until: performance.now() + ACCOUNT_TOKEN_MILLISECONDS };
    return text;
  }
}
