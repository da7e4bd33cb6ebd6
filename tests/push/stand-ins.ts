// Stand-ins for Apple's and Google's push services on loopback, which speak their protocols and check the tokens.

import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { AppleConfiguration } from '../../relay/apple.ts';
import type { GoogleConfiguration } from '../../relay/google.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { onCleanup } from '../support/cleanup.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
type Any = any;

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function checkedClaims(token: string, key: KeyObject, alg: string): { header: Any; claims: Any } {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' } : key,
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isRight, 'the signature does not fit');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  assert.equal(read(header).alg, alg);
  return { header: read(header), claims: read(claims) };
}

export interface Pushed {
  readonly token: string;
  readonly headers: Any;
  readonly payload: Any;
}

export interface AppleStandIn {
  readonly configuration: AppleConfiguration;
  readonly pushed: Pushed[];
  /** Reports earlier tokens as expired from now on. */
  expireTokens(): void;
  /** Stops answering current connections. */
  stopAnswering(): void;
  /** The status and reason of the answer, by device token. */
  readonly errors: Map<string, { readonly status: number; readonly reason: string }>;
}

async function textOf(request: Http2ServerRequest): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export async function startApple(): Promise<AppleStandIn> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pushed: Pushed[] = [];
  const errors: AppleStandIn['errors'] = new Map();
  const sessions = new Set<ServerHttp2Session>();
  const usedTokens = new Set<string>();
  let expired: ReadonlySet<string> = new Set();
  let unanswered: ReadonlySet<unknown> = new Set();
  const server = createHttp2Server(async (request, response) => {
    if (unanswered.has(request.stream.session)) return;
    const authorization = String(request.headers.authorization);
    usedTokens.add(authorization);
    const { header, claims } = checkedClaims(
      String(request.headers.authorization).replace(/^bearer /, ''),
      publicKey,
      'ES256',
    );
    assert.equal(header.kid, 'KEY');
    assert.equal(claims.iss, 'TEAM');
    const token = request.url.replace('/3/device/', '');
    const payload = JSON.parse(await textOf(request));
    const error = expired.has(authorization)
      ? { status: 403, reason: 'ExpiredProviderToken' }
      : errors.get(token);
    if (!error) pushed.push({ token, headers: request.headers, payload });
    response.writeHead(error?.status ?? 200);
    response.end(error ? JSON.stringify({ reason: error.reason }) : '');
  });
  server.on('session', (session) => sessions.add(session));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onCleanup(() => {
    server.close();
    for (const session of sessions) session.destroy();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    configuration: { url, teamId: 'TEAM', keyId: 'KEY', key: pem(privateKey) },
    pushed,
    errors,
    expireTokens() {
      expired = new Set(usedTokens);
    },
    stopAnswering() {
      unanswered = new Set(sessions);
    },
  };
}

export interface GoogleStandIn {
  readonly configuration: GoogleConfiguration;
  readonly pushed: Pushed[];
  /** Tokens that are no longer registered. */
  readonly unregistered: Set<string>;
  /** The status of the answer, by token. */
  readonly errors: Map<string, number>;
  /** The valid access token. */
  accessToken: string;
  /** The connections made to it. */
  readonly connections: Set<unknown>;
  /** How often an access token was requested. */
  tokensGiven: number;
  /** While set, the status of every answer. */
  broken: number | undefined;
}

export async function startGoogle(): Promise<GoogleStandIn> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  const pushed: Pushed[] = [];
  const unregistered = new Set<string>();
  const web = await startStandIn();
  const url = web.url.replace(/\/$/, '');
  const standIn: GoogleStandIn = {
    configuration: {
      url,
      projectId: 'project',
      clientEmail: 'push@project.example.com',
      privateKey: pem(privateKey),
      tokenUrl: `${url}/token`,
    },
    pushed,
    unregistered,
    errors: new Map(),
    accessToken: 'access',
    connections: new Set(),
    tokensGiven: 0,
    broken: undefined,
  };
  web.intercept = (request) => {
    standIn.connections.add(request.socket);
    return false;
  };
  web.answer = (request) => {
    if (standIn.broken) return { status: standIn.broken, body: {} };
    if (request.url.pathname === '/token') {
      const { claims } = checkedClaims(
        new URLSearchParams(request.body).get('assertion') ?? '',
        publicKey,
        'RS256',
      );
      assert.equal(claims.aud, standIn.configuration.tokenUrl);
      standIn.tokensGiven++;
      return { status: 200, body: { access_token: standIn.accessToken, expires_in: 3600 } };
    }
    assert.equal(request.url.pathname, '/v1/projects/project/messages:send');
    if (request.headers.authorization !== `Bearer ${standIn.accessToken}`) return { status: 401, body: {} };
    const { message } = JSON.parse(request.body);
    if (unregistered.has(message.token)) {
      return { status: 404, body: { error: { code: 404, details: [{ errorCode: 'UNREGISTERED' }] } } };
    }
    const error = standIn.errors.get(message.token);
    if (error) return { status: error, body: {} };
    pushed.push({ token: message.token, headers: message.android, payload: message.data });
    return { status: 200, body: { name: 'sent' } };
  };
  return standIn;
}
