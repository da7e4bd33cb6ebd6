// Calls every operation without parameters as every kind of caller: operations refuse callers as declared, invalid
// credentials get the right code, and nothing fails.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Access } from '../../src/api-contract/operation.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import type { Answer, ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import {
  filledPath,
  newClient,
  type Route,
  restoreClient,
  routes,
  secondOrganization,
  setActive,
  withoutWaiting,
} from './support.ts';

const server = await startTestServer();
// Disables access without an account.
await (await server.as('olive')).ok('PATCH', '/realm', { enable_spectator_access: false });
const needsNoAccount: ReadonlySet<Access> = new Set(['anyone', 'development']);
const label = ({ method, path }: Route) => `${method} ${path}`;

/** Ids that do not exist, so that no call can change anything. */
const path = (route: Route) =>
  filledPath(route.path, (name) => (/id$/i.test(name) ? '999999999' : 'nothing'));

function call(client: ApiClient, route: Route, headers: Record<string, string> = {}): Promise<Answer> {
  return client.request(route.method, path(route), withoutWaiting(route.operation), headers);
}

function assertEnvelope(route: Route, { status, body, headers }: Answer): void {
  assert.ok(status < 500, `${label(route)}: ${status} ${JSON.stringify(body)}`);
  if (route.operation.answers && status === 200) return;
  assert.equal(body.result, status === 200 ? 'success' : 'error', label(route));
  assert.equal(typeof body.msg, 'string', label(route));
  if (status !== 200) assert.equal(typeof body.code, 'string', label(route));
  assert.match(headers.get('content-type') ?? '', /^application\/json/, label(route));
}

function assertUnauthorized(route: Route, answer: Answer, code: string): void {
  assertEnvelope(route, answer);
  assert.equal(answer.status, 401, `${label(route)}: ${JSON.stringify(answer.body)}`);
  assert.equal(answer.body.code, code, label(route));
}

describe('without an account', () => {
  test('a call without credentials is refused unless the operation needs none', async () => {
    for (const route of routes) {
      const answer = await call(server.anonymous, route);
      const { access } = route.operation;
      if (needsNoAccount.has(access)) assertEnvelope(route, answer);
      else if (access === 'spectator') {
        // Another error of the request may be reported before the missing credentials.
        assertEnvelope(route, answer);
        assert.notEqual(answer.status, 200, `${label(route)} answers without credentials`);
      } else {
        assertUnauthorized(route, answer, 'UNAUTHORIZED');
        assert.equal(answer.body.msg, 'Not logged in: API authentication or user session required');
        assert.ok(answer.headers.get('www-authenticate'), label(route));
      }
    }
  });

  test('a wrong key, another account’s key and a malformed header are refused', async () => {
    const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
    const withWrongKey = server.client(mel.email, 'x'.repeat(32));
    const stolen = server.client(mel.email, mia.apiKey);
    for (const route of routes) {
      if (needsNoAccount.has(route.operation.access)) continue;
      assertUnauthorized(route, await call(withWrongKey, route), 'INVALID_API_KEY');
      assertUnauthorized(route, await call(stolen, route), 'INVALID_API_KEY');
      const header = { authorization: 'Bearer nonsense' };
      assertUnauthorized(route, await call(server.anonymous, route, header), 'UNAUTHORIZED');
    }
  });

  test('another organization’s credentials are refused', async () => {
    const elsa = await secondOrganization(server);
    await elsa.ok('GET', '/users/me');
    const misdirected = server.client(elsa.email, elsa.apiKey);
    for (const route of routes) {
      if (needsNoAccount.has(route.operation.access)) continue;
      assertUnauthorized(route, await call(misdirected, route), 'INVALID_API_KEY');
    }
  });

  test('a deactivated account is refused', async () => {
    const deactivatedClient = await newClient(server, { key: 'gone' });
    await setActive(server, deactivatedClient.userId, false);
    for (const route of routes) {
      if (needsNoAccount.has(route.operation.access)) continue;
      assertUnauthorized(route, await call(deactivatedClient, route), 'USER_DEACTIVATED');
    }
  });

  test('an incoming webhook can only send', async () => {
    const { userId } = await server.as('mel');
    const hook = await newClient(server, { key: 'hook', botType: 2, botOwnerId: userId });
    for (const route of routes) {
      const { access, name } = route.operation;
      if (needsNoAccount.has(access)) continue;
      const answer = await call(hook, route);
      if (name === 'send-message') assertEnvelope(route, answer);
      else {
        assertUnauthorized(route, answer, 'UNAUTHORIZED');
        assert.equal(answer.body.msg, 'This API is not available to incoming webhook bots.');
      }
    }
  });
});

interface Caller {
  readonly name: string;
  readonly role: Role;
  readonly isBot: boolean;
}

const callers: readonly Caller[] = [
  { name: 'guest', role: Role.guest, isBot: false },
  { name: 'member', role: Role.member, isBot: false },
  { name: 'moderator', role: Role.moderator, isBot: false },
  { name: 'administrator', role: Role.administrator, isBot: false },
  { name: 'owner', role: Role.owner, isBot: false },
  { name: 'bot', role: Role.member, isBot: true },
];

const NO_GUESTS = { code: 'BAD_REQUEST', msg: 'Not allowed for guest users' };
const NO_BOTS = { code: 'BAD_REQUEST', msg: 'This endpoint does not accept bot requests.' };

/** The error that a caller gets before anything else of the request is checked; undefined if none. */
function accessError(access: Access, { role, isBot }: Caller): { code: string; msg: string } | undefined {
  const isGuest = role === Role.guest;
  switch (access) {
    case 'human':
      return isBot ? NO_BOTS : undefined;
    case 'bot':
      return isBot ? undefined : { code: 'PERMISSION_DENIED', msg: 'Must be a bot user' };
    case 'member':
      return isGuest ? NO_GUESTS : undefined;
    case 'human-member':
      if (isGuest) return NO_GUESTS;
      return isBot ? NO_BOTS : undefined;
    case 'administrator':
      if (role <= Role.administrator) return undefined;
      return { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
    case 'owner':
      if (role <= Role.owner) return undefined;
      return { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
    default:
      return undefined;
  }
}

describe('every role', () => {
  for (const caller of callers) {
    test(caller.name, async () => {
      const { userId } = await server.as('mel');
      let client = await newClient(server, {
        key: `every-${caller.name}`,
        role: caller.role,
        ...(caller.isBot && { botType: 1, botOwnerId: userId }),
      });
      for (const route of routes) {
        const answer = await call(client, route);
        assertEnvelope(route, answer);
        const expected = accessError(route.operation.access, caller);
        const where = `${label(route)}: ${JSON.stringify(answer.body).slice(0, 300)}`;
        if (expected) {
          assert.equal(answer.body.code, expected.code, where);
          assert.equal(answer.body.msg, expected.msg, where);
        } else {
          assert.ok(answer.status !== 401 || needsNoAccount.has(route.operation.access), where);
          if (![NO_GUESTS.msg, NO_BOTS.msg].includes(answer.body.msg)) {
            client = await restoreClient(server, client, caller.role);
            continue;
          }
          assert.fail(`${where} is refused by role, which the declaration does not say`);
        }
      }
    });
  }
});
