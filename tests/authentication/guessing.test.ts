// Limits on guessing passwords: failures per account and per network, through every login method.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { videoCallConfiguration } from '../../src/integrations/calls/video-call-configuration.ts';
import { STANDARD_WORK, setHashingWork } from '../../src/model/accounts/password-hash.ts';
import { clientNetworkOf } from '../../src/model/client-network.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import { accountKeyOf, countFailure, networkKeyOf } from '../../src/stores/accounts/login-failures.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { type Answer, ApiClient } from '../support/client.ts';
import { CHEAP_HASH_COST, freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Line = Readonly<Record<string, unknown>>;
const lines: Line[] = [];
const keep = (fields: Line, message: string) => void lines.push({ message, ...fields });
const calls = { webex_client_id: 'id', webex_client_secret: 'secret', webex_api_url: 'http://127.0.0.1:1' };
const server = await startRealServer({
  trustedProxies: ['127.0.0.0/8', '::1'],
  videoCalls: videoCallConfiguration(calls),
  log: { info: () => undefined, warn: keep, error: () => undefined },
});
const { database } = server.server.services;
const owner = await server.anonymous.ok('POST', '/fetch_api_key', login);
const bo = server.client(login.username, owner.api_key, owner.user_id);
const MOST = limits.failedLoginsPerAccount;
const PER_MINUTE = limits.failedLoginsPerNetworkAndMinute;

/** An address in a network that no other request uses. */
let networks = 0;
const freshAddress = () => `198.51.${(networks >> 8) & 255}.${networks++ & 255}`;

function guess(email: string, password: string, address = freshAddress(), at = server): Promise<Answer> {
  const parameters = { username: email, password };
  return at.anonymous.request('POST', '/fetch_api_key', parameters, { 'x-forwarded-for': address });
}

/** Counts this many failures of an account, each from its own network unless an address is given. */
async function fail(email: string, count: number, address?: string, at = server): Promise<void> {
  const { database, keyring } = at.server.services;
  const accountKey = accountKeyOf(keyring, email);
  await database.write(1, async (writer) => {
    for (let i = 0; i < count; i++) {
      const networkKey = networkKeyOf(keyring, address ?? freshAddress());
      await countFailure(writer, { accountKey, networkKey });
    }
  });
}

/** Counts a wrong API key, which belongs to no account. */
async function failWithoutAccount(): Promise<void> {
  const { database, keyring } = server.server.services;
  const networkKey = networkKeyOf(keyring, freshAddress());
  await database.write(1, (writer) => countFailure(writer, { accountKey: null, networkKey }));
}

const times = (count: number, status: number): number[] => Array(count).fill(status);

/** Backdates all failures so far. */
async function ageFailures(seconds: number, of: ParleyDatabase = database): Promise<void> {
  await of.write(0, async (writer) => {
    await writer.db
      .updateTable('login_failure')
      .set((e) => ({ failed_at: e('failed_at', '-', seconds) }))
      .execute();
  });
}

async function countRows(): Promise<number> {
  const rows = await database.reader(0).db.selectFrom('login_failure').select('id').execute();
  return rows.length;
}

beforeEach(async () => {
  await database.write(0, async (writer) => {
    await writer.db.deleteFrom('login_failure').execute();
  });
  lines.length = 0;
});

describe('an account', () => {
  test('bound failedLoginsPerAccount: is locked after that many failures from anywhere, even for the right password, and no other account is', async () => {
    await fail(login.username, MOST - 1);
    assert.equal((await guess('Bo@acme.example', 'wrong')).status, 401);
    const refusal = await guess('BO@acme.example', login.password);
    assert.equal(refusal.status, 429);
    const { 'retry-after': wait, ...rest } = refusal.body;
    assert.deepEqual(rest, { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT' });
    assert.ok(wait > limits.failedLoginSeconds - 60 && wait <= limits.failedLoginSeconds, String(wait));
    assert.equal(refusal.headers.get('retry-after'), String(wait));
    assert.equal(refusal.headers.get('x-ratelimit-limit'), String(MOST));
    assert.equal((await guess('somebody@acme.example', 'wrong')).status, 401);
    await bo.ok('GET', '/users/me');
  });

  test('bound failedLoginSeconds: is unlocked once its failures are half an hour old', async () => {
    await fail(login.username, MOST);
    await ageFailures(limits.failedLoginSeconds - 60);
    assert.equal((await guess(login.username, login.password)).status, 429);
    await ageFailures(60);
    assert.equal((await guess(login.username, login.password)).status, 200);
  });

  test('starts counting again after the right password', async () => {
    await fail(login.username, MOST - 1);
    assert.equal((await guess(login.username, login.password)).status, 200);
    assert.equal(await countRows(), 0);
  });

  test('concurrent guesses do not allow more attempts, whether the account exists or not', async () => {
    const at = async (email: string) => {
      await fail(email, MOST - 2);
      const answers = await Promise.all(Array.from({ length: 100 }, () => guess(email, 'wrong')));
      return answers.map(({ status }) => status).sort();
    };
    const expected = [...times(2, 401), ...times(98, 429)];
    assert.deepEqual(await at(login.username), expected);
    assert.deepEqual(await at('nobody@acme.example'), expected);
  });
});

describe('a network', () => {
  /** Counts this many failures of other accounts. */
  async function failElsewhere(count: number, address: string): Promise<void> {
    for (let i = 0; i < count; i++) await fail(`x${i}@acme.example`, 1, address);
  }

  test('bound failedLoginsPerNetwork failedLoginsPerNetworkAndMinute: has limits per minute and per half hour, across accounts', async () => {
    const address = freshAddress();
    await failElsewhere(PER_MINUTE - 1, address);
    assert.equal((await guess('x@acme.example', 'wrong', address)).status, 401);
    assert.equal((await guess(login.username, login.password, address)).status, 429);
    for (
      let failureCount = PER_MINUTE;
      failureCount < limits.failedLoginsPerNetwork;
      failureCount += PER_MINUTE
    ) {
      await ageFailures(60);
      await failElsewhere(PER_MINUTE, address);
    }
    await ageFailures(60);
    assert.equal((await guess(login.username, login.password, address)).status, 429);
    await ageFailures(limits.failedLoginSeconds);
    assert.equal((await guess(login.username, login.password, address)).status, 200);
  });

  test('of IPv6 is a /64', async () => {
    await failElsewhere(PER_MINUTE, '2001:db8:7:1::1');
    assert.equal((await guess(login.username, login.password, '2001:db8:7:1:2:3:4:5')).status, 429);
    assert.equal((await guess(login.username, login.password, '2001:db8:7:2::1')).status, 200);
  });

  test('is not charged for mistyped passwords before the right one', async () => {
    const address = freshAddress();
    await fail(login.username, MOST - 1, address);
    assert.equal((await guess(login.username, login.password, address)).status, 200);
    assert.equal(await countRows(), 0);
  });

  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['1::', '1:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ] as const) {
    test(`${address} is in ${network}`, () => assert.equal(clientNetworkOf(address), network));
  }
});

describe('other login methods', () => {
  const change = (old: string, password = 'another fine phrase') =>
    bo.request('PATCH', '/settings', { old_password: old, new_password: password });

  test('the old password has the same limit as the login, counted together', async () => {
    await fail(login.username, MOST - 1);
    const refusal = await change('wrong');
    assert.deepEqual([refusal.status, refusal.body.msg], [400, 'Wrong password!']);
    assert.equal((await change(login.password)).status, 429);
    assert.equal((await guess(login.username, login.password)).status, 429);
  });

  test('a right old password is not a failure', async () => {
    assert.equal((await change(login.password, 'a')).status, 400);
    assert.equal(await countRows(), 0);
  });

  test('the form of the login page shares the limit', async () => {
    const post = (password: string) =>
      fetch(`${server.url}/login/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: server.url, 'x-forwarded-for': freshAddress() },
        body: new URLSearchParams({ username: login.username, password }),
      });
    assert.equal((await post(login.password)).status, 302);
    await fail(login.username, MOST - 1);
    assert.equal((await post('wrong')).status, 200);
    assert.equal((await post(login.password)).status, 429);
    assert.equal((await guess(login.username, login.password)).status, 429);
  });

  const withKey = (key: string, address: string) =>
    new ApiClient(server.url, login.username, key).request(
      'GET',
      '/users/me',
      {},
      { 'x-forwarded-for': address },
    );
  const keyNumber = (i: number) => String(i).padStart(32, 'K');

  test('wrong keys count for their network, once each, and never lock out a right one', async () => {
    const address = freshAddress();
    for (let i = 0; i < 2 * PER_MINUTE; i++) {
      assert.equal((await withKey(keyNumber(0), address)).body.code, 'INVALID_API_KEY');
    }
    for (let i = 1; i < PER_MINUTE; i++) assert.equal((await withKey(keyNumber(i), address)).status, 401);
    assert.equal(await countRows(), PER_MINUTE);
    assert.equal((await withKey(keyNumber(PER_MINUTE), address)).status, 429);
    assert.equal((await guess(login.username, login.password, address)).status, 429);
    assert.equal((await withKey(bo.apiKey, address)).status, 200);
  });

  test('malformed keys count too, in requests for files as well', async () => {
    const address = freshAddress();
    const file = (key: string) =>
      fetch(`${server.url}/user_uploads/1/x/y`, {
        headers: { authorization: `Basic ${btoa(`bo@acme.example:${key}`)}`, 'x-forwarded-for': address },
      });
    for (let i = 0; i < PER_MINUTE; i++) assert.equal((await file(`k${i}`)).status, 401);
    assert.equal((await file('k')).status, 429);
  });
});

describe('stored failures and password hashes', () => {
  test('a hash of lower cost is replaced after a login', async (t) => {
    setHashingWork(STANDARD_WORK);
    t.after(() => setHashingWork(CHEAP_HASH_COST));
    const { scryptSync } = await import('node:crypto');
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync(login.password, salt, 32, { N: 16_384, r: 8, p: 1 });
    const old = `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
    const stored = async () =>
      (
        await database
          .reader(1)
          .db.selectFrom('account')
          .select('password_hash')
          .where('id', '=', bo.userId)
          .executeTakeFirstOrThrow()
      ).password_hash;
    await database.write(1, async (writer) => {
      await writer.db
        .updateTable('account')
        .set({ password_hash: old })
        .where('id', '=', bo.userId)
        .execute();
    });
    assert.equal((await guess(login.username, 'wrong')).status, 401);
    assert.equal(await stored(), old);
    assert.equal((await guess(login.username, login.password)).status, 200);
    assert.match((await stored()) ?? '', /^scrypt\$p=5\$/);
    assert.equal((await guess(login.username, login.password)).status, 200);
  });

  test('bound storedFailedLogins: failures without an account are bounded, and all failures are stored for half an hour', async () => {
    await fail(login.username, limits.failedLoginsPerAccount);
    await failWithoutAccount();
    await database.write(1, async (writer) => {
      const [first] = await writer.db.selectFrom('login_failure').select('id').orderBy('id').execute();
      const id = (first?.id ?? 0) + limits.storedFailedLogins + limits.failedLoginsPerAccount - 1;
      const row = { organization_id: 1, account_key: null, network_key: 'n', failed_at: writer.now };
      await writer.db
        .insertInto('login_failure')
        .values({ ...row, id })
        .execute();
      if (writer.engine === 'postgres') {
        await writer.execute("select setval(pg_get_serial_sequence('login_failure', 'id'), $1::bigint)", [
          id,
        ]);
      }
    });
    const remaining = limits.failedLoginsPerAccount + 2;
    assert.equal(await countRows(), remaining);
    await failWithoutAccount();
    assert.equal(await countRows(), remaining, 'the oldest without an account makes room');
    assert.equal((await guess(login.username, login.password)).status, 429);
    await ageFailures(limits.failedLoginSeconds);
    await server.server.scheduler.runDue();
    assert.equal(await countRows(), 0);
  });

  test('failures survive a restart and are shared by all servers of a database', async () => {
    const dataDirectory = temporaryFolder();
    const storage = { dataDirectory, databaseUrl: await freshDatabase() };
    const one = await startRealServer(storage);
    await fail(login.username, MOST, '203.0.113.1', one);
    await one.close();
    const two = await startTestServer({ ...storage, isDemo: false });
    assert.equal((await guess(login.username, login.password, '', two)).status, 429);
  });
});

test('bound loggedCharacters: every failure is logged with what was typed, without the password', async () => {
  const address = freshAddress();
  await guess('Bo"}\n@acme.example', 'not this one', address);
  await guess(`${'x'.repeat(300)}@acme.example`, 'not this one', address);
  await fail(login.username, MOST);
  await guess(login.username, login.password, address);
  const expected = { message: 'log-in failed', event: 'login_failed', address, door: 'fetch_api_key' };
  assert.deepEqual(lines.slice(0, 2), [
    { ...expected, reason: 'wrong', account: 'Bo"}\n@acme.example' },
    { ...expected, reason: 'wrong', account: 'x'.repeat(limits.loggedCharacters) },
  ]);
  assert.deepEqual(lines.at(-1), { ...expected, reason: 'locked', account: login.username });
  assert.doesNotMatch(JSON.stringify(lines), /not this one|a fine password/);
});
