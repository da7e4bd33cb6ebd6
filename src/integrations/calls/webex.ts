// Calls on Webex, made on behalf of a user. If their plan allows it, the call is a room that anyone with
// the link can enter; otherwise it is their personal room.

import { jsonText, record } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { nowMilliseconds } from '../../api-contract/time.ts';
import { callFailed } from '../../model/calls/call-errors.ts';
import type { CallToken } from '../../model/calls/call-token.ts';
import { InvalidTokenError, type PersonalCalls } from '../../model/calls/video-calls.ts';
import type { HttpClient, IncomingAnswer } from '../http/http-client.ts';
import { OAuthClient } from './oauth-client.ts';
import { decodedAnswer, jsonRequest, requestProvider, webAddress } from './provider-requests.ts';
import type { VideoCallConfiguration } from './video-call-configuration.ts';

const NAME = 'Webex';
const room = record({ id: jsonText });
const meeting = record({ webLink: webAddress });
const SCOPE = 'meeting:schedules_read meeting:schedules_write spark:all';
const PERSONAL_ROOM_MINUTES = 40;

/** A time in Webex's format: ISO 8601 with an offset and no fraction. */
function moment(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
}

export class WebexCalls implements PersonalCalls {
  readonly name = NAME;
  readonly #http: HttpClient;
  readonly #apiUrl: string;
  readonly #oauth: OAuthClient;

  constructor(http: HttpClient, configuration: NonNullable<VideoCallConfiguration['webex']>) {
    const { apiUrl, clientId, clientSecret } = configuration;
    this.#http = http;
    this.#apiUrl = apiUrl;
    this.#oauth = new OAuthClient(http, {
      name: NAME,
      clientId,
      clientSecret,
      authorizationUrl: `${apiUrl}authorize`,
      tokenUrl: `${apiUrl}access_token`,
      scope: SCOPE,
      secretIn: 'body',
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

  async createCall(token: CallToken): Promise<string> {
    const roomId = await this.#createRoom(token);
    const now = nowMilliseconds();
    const answer = await this.#post(
      token,
      'meetings',
      roomId === undefined
        ? {
            scheduledType: 'personalRoomMeeting',
            start: moment(now),
            end: moment(now + PERSONAL_ROOM_MINUTES * 60_000),
            title: 'Webex Personal Room Meeting',
          }
        : { adhoc: true, roomId, title: 'Webex Ad-hoc meeting' },
    );
    const url = isSuccess(answer) ? decodedAnswer(meeting, answer)?.webLink : undefined;
    if (url === undefined) throw callFailed(NAME);
    return url;
  }

  /** Creates a public room and returns its id; undefined if the user's plan has no public rooms. */
  async #createRoom(token: CallToken): Promise<string | undefined> {
    const answer = await this.#post(token, 'rooms', {
      title: 'Webex Parley Meeting',
      isPublic: true,
      description: 'A Webex meeting created via Parley.',
    });
    if (answer.status === 403) return undefined;
    const createdRoom = decodedAnswer(room, answer);
    if (!isSuccess(answer) || !createdRoom)
      throw badRequest('Failed to create Webex public room.').onPages({
        code: 'CALL_FAILED',
        provider: NAME,
      });
    return createdRoom.id;
  }

  async #post(token: CallToken, path: string, body: unknown): Promise<IncomingAnswer> {
    const answer = await requestProvider(
      this.#http,
      NAME,
      `${this.#apiUrl}${path}`,
      jsonRequest(token.accessToken, body),
    );
    if (answer.status === 401) throw new InvalidTokenError();
    return answer;
  }
}

function isSuccess(answer: IncomingAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}
