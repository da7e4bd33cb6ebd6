// Speaks with a LiveKit server: tokens for browsers, its API (Twirp: JSON by POST), and the signatures of its webhooks.

import { createHash, timingSafeEqual } from 'node:crypto';
import { anyText, decodedOrUndefined, openRecord, optional } from '../../api-contract/codec.ts';
import { ApiError } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import {
  callOfRoom,
  type LiveKit,
  type LiveKitGrant,
  type LiveKitParticipant,
  roomName,
} from '../../model/native-calls/livekit.ts';
import { HttpClient, NoAnswerError } from '../http/http-client.ts';

export interface LiveKitConfiguration {
  /** `wss://…` or `ws://…`, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

const API_TOKEN_SECONDS = 60;
/** How much the clocks of both machines may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
const NOT_FOUND = 404;

const webhookBody = openRecord({
  event: anyText,
  room: optional(openRecord({ name: anyText })),
  participant: optional(openRecord({ identity: anyText })),
});

function unsigned(): ApiError {
  return new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', 'The signature of the LiveKit server is not valid.');
}

/** What a participant may publish, in the words of tokens. */
function sourcesOf({ mayShareScreen }: LiveKitGrant): string[] {
  return ['microphone', 'camera', ...(mayShareScreen ? ['screen_share', 'screen_share_audio'] : [])];
}

export class LiveKitServer implements LiveKit {
  readonly url: string;
  readonly #configuration: LiveKitConfiguration;
  readonly #keyring: Pick<Keyring, 'secret'>;
  readonly #apiUrl: string;
  readonly #http: HttpClient;

  constructor(configuration: LiveKitConfiguration, keyring: Pick<Keyring, 'secret'>) {
    this.url = configuration.url;
    this.#configuration = configuration;
    this.#keyring = keyring;
    this.#apiUrl = configuration.url.replace(/^ws/, 'http');
    this.#http = new HttpClient([this.#apiUrl]);
  }

  tokenFor(grant: LiveKitGrant, now: number): Promise<string> {
    return this.#token(
      {
        video: {
          room: roomName(this.#keyring, grant),
          roomJoin: true,
          canPublish: true,
          canPublishSources: sourcesOf(grant),
          canPublishData: false,
          canSubscribe: true,
          canUpdateOwnMetadata: false,
        },
      },
      { now, seconds: limits.livekitTokenSeconds, identity: grant.session },
    );
  }

  remove(participant: LiveKitParticipant): Promise<void> {
    const room = roomName(this.#keyring, participant);
    return this.#call(
      'RemoveParticipant',
      { roomAdmin: true, room },
      { room, identity: participant.session },
    );
  }

  setPublishing(grant: LiveKitGrant): Promise<void> {
    const room = roomName(this.#keyring, grant);
    const permission = {
      can_publish: true,
      can_publish_sources: sourcesOf(grant).map((source) => source.toUpperCase()),
      can_publish_data: false,
      can_subscribe: true,
      can_update_metadata: false,
    };
    return this.#call(
      'UpdateParticipant',
      { roomAdmin: true, room },
      { room, identity: grant.session, permission },
    );
  }

  endRoom(call: Pick<LiveKitParticipant, 'organizationId' | 'callId'>): Promise<void> {
    const room = roomName(this.#keyring, call);
    return this.#call('DeleteRoom', { roomCreate: true }, { room });
  }

  /** Lists rooms, to find out whether address, key and secret are right. */
  check(): Promise<void> {
    return this.#call('ListRooms', { roomList: true }, {});
  }

  async joinedIn(authorization: string, body: Buffer): Promise<LiveKitParticipant | undefined> {
    await this.#verify(authorization.replace(/^Bearer /, ''), body);
    const sent = decodedOrUndefined(webhookBody, parseJson(body.toString('utf8')));
    if (sent?.event !== 'participant_joined' || !sent.room || !sent.participant) return undefined;
    const call = callOfRoom(this.#keyring, sent.room.name);
    return call && { ...call, session: sent.participant.identity };
  }

  /** The token names our key, is not expired, and contains the hash of the body. */
  async #verify(token: string, body: Buffer): Promise<void> {
    const { errors, jwtVerify } = await import('jose');
    const { key } = this.#configuration;
    const options = {
      issuer: key,
      algorithms: ['HS256'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp'],
    };
    try {
      const { payload } = await jwtVerify(token, this.#secretBytes(), options);
      const expected = createHash('sha256').update(body).digest();
      const claimed = Buffer.from(typeof payload.sha256 === 'string' ? payload.sha256 : '', 'base64');
      if (claimed.length !== expected.length || !timingSafeEqual(claimed, expected)) throw unsigned();
    } catch (error) {
      throw error instanceof errors.JOSEError ? unsigned() : error;
    }
  }

  async #call(method: string, video: object, body: object): Promise<void> {
    const token = await this.#token(
      { video },
      { now: Math.floor(Date.now() / 1000), seconds: API_TOKEN_SECONDS },
    );
    const { status } = await this.#http.send(`${this.#apiUrl}/twirp/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (status !== 200 && status !== NOT_FOUND)
      throw new NoAnswerError(`the LiveKit server answered ${status}`);
  }

  async #token(
    claims: Readonly<Record<string, unknown>>,
    {
      now,
      seconds,
      identity,
    }: { readonly now: number; readonly seconds: number; readonly identity?: string },
  ): Promise<string> {
    const { SignJWT } = await import('jose');
    const token = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.#configuration.key)
      .setNotBefore(now - CLOCK_TOLERANCE_SECONDS)
      .setExpirationTime(now + seconds);
    if (identity !== undefined) token.setSubject(identity);
    return token.sign(this.#secretBytes());
  }

  #secretBytes(): Uint8Array {
    return new TextEncoder().encode(this.#configuration.secret);
  }
}
