// Directories that fail or cannot be trusted: logins are refused in time, with a reason and without leaking a secret.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { type DirectoryBounds, LdapDirectory } from '../../src/integrations/sign-in/ldap.ts';
import { SignInError } from '../../src/model/sign-in/identity.ts';
import type { Directory } from '../../src/model/sign-in/sign-in-configuration.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { startTestServer } from '../support/server.ts';
import {
  BASE,
  directoryConfiguration,
  GROUPS,
  PASSWORD,
  SEARCHER,
  startLdap,
  withoutSlapd,
} from './ldap-stand-in.ts';
import { recordedLog } from './support.ts';

const ldap = withoutSlapd ? undefined : await startLdap();

function directoryAt(
  url: string,
  changes: Partial<Directory> = {},
  bounds: Partial<DirectoryBounds> = {},
): LdapDirectory {
  const [configured] = directoryConfiguration(url, changes).directories;
  assert.ok(configured);
  return new LdapDirectory(configured, { ...limits, ...bounds });
}
const ask = (directory: LdapDirectory, name = 'mel.m', password = PASSWORD) =>
  directory.authenticate(name, password, async () => {});

async function expectFailure(directory: LdapDirectory, reason: RegExp, name?: string): Promise<void> {
  await assert.rejects(ask(directory, name), (error) => {
    assert.ok(error instanceof SignInError, String(error));
    assert.match(error.reason, reason);
    assert.doesNotMatch(error.message, /very-secret-word|directory-password/);
    return true;
  });
}

/** A server on a port that handles each connection like this. */
async function startFakeServer(serve: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return { url: `ldap://127.0.0.1:${address.port}`, server };
}

/** A proxy to a directory that replaces some bytes of its answers. */
async function altered(url: string, from: readonly number[], to: readonly number[]): Promise<string> {
  const { port, hostname } = new URL(url);
  const proxy = await startFakeServer((socket) => {
    const target = connect(Number(port), hostname);
    target.on('error', () => socket.destroy());
    target.on('close', () => socket.destroy());
    socket.on('close', () => target.destroy());
    socket.pipe(target);
    target.on('data', (answer: Buffer) => {
      const at = answer.indexOf(Buffer.from(from));
      if (at !== -1) Buffer.from(to).copy(answer, at);
      socket.write(answer);
    });
  });
  return proxy.url;
}

/** How answers to a bind and to a search begin, with their result code. */
const bindAnswer = (code: number) => [0x61, 0x07, 0x0a, 0x01, code];
const searchEnd = (code: number) => [0x65, 0x07, 0x0a, 0x01, code];

test('encrypted connections are used if the certificate is trusted, and not otherwise', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const { url, secureUrl, authorities } = ldap;
  assert.equal((await ask(directoryAt(secureUrl, { authorities })))?.fullName, 'Mel Member');
  assert.equal((await ask(directoryAt(url, { startTls: true, authorities })))?.fullName, 'Mel Member');
  await expectFailure(directoryAt(secureUrl), /cannot be reached \((DEPTH_ZERO_)?SELF_SIGNED/);
  await expectFailure(directoryAt(url, { startTls: true }), /cannot be reached \((DEPTH_ZERO_)?SELF_SIGNED/);
  const otherName = secureUrl.replace('127.0.0.1', 'localhost');
  await expectFailure(directoryAt(otherName, { authorities }), /ERR_TLS_CERT_ALTNAME_INVALID/);
});

test('configuration mistakes are reported', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  const { url } = ldap;
  await expectFailure(directoryAt(url, { bindAs: { ...SEARCHER, password: 'x' } }), /password of "bind_dn"/);
  await expectFailure(
    directoryAt(url, { base: 'dc=other' }),
    /the directory refused the request \(code 32\)/,
  );
  await expectFailure(
    directoryAt(url, { subjectAttribute: 'title' }),
    /the directory has no title for this person/,
  );
  await expectFailure(directoryAt(url, { filter: '(|(uid={name})(mail=*))' }), /several people/);
  // This directory allows no anonymous search.
  await expectFailure(directoryAt(url, { bindAs: undefined }), /code 32/);
  const groupSearch = { base: `ou=none,${BASE}`, filter: '(member={dn})', attribute: 'cn' };
  await expectFailure(directoryAt(url, { groupSearch }), /code 32/);
  assert.ok(await ask(directoryAt(url, { groupSearch: { ...groupSearch, base: GROUPS } })));
});

test('an empty password is not sent to the directory', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  let found = 0;
  const directory = directoryAt(ldap.url);
  const answer = await directory.authenticate('mel.m', '', async () => void found++);
  assert.deepEqual([answer, found], [undefined, 0]);
});

test('logins fail if the server is not a directory, is unreachable or disconnects', async () => {
  const httpServer = await startFakeServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expectFailure(directoryAt(httpServer.url), /^the directory closed the connection$/);
  await expectFailure(
    directoryAt(httpServer.url, { startTls: true }),
    /^the directory closed the connection$/,
  );
  const closedServer = await startFakeServer(() => {});
  closedServer.server.close();
  await expectFailure(directoryAt(closedServer.url), /cannot be reached \(ECONNREFUSED\)/);
  const silent = await startFakeServer((socket) => socket.end());
  await expectFailure(directoryAt(silent.url), /^the directory closed the connection$/);
});

test('bound directoryAnswerBytes: an unexpectedly large answer ends the connection', async () => {
  const header = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]);
  const filler = Buffer.alloc(1024 * 1024);
  const endless = await startFakeServer((socket) => {
    socket.write(header);
    const more = () => {
      while (socket.writable && socket.write(filler));
    };
    socket.on('drain', more);
    more();
  });
  await expectFailure(directoryAt(endless.url), /sent too much data/);
  // Many small unsolicited messages.
  const small = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x63, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ]);
  const many = Buffer.concat(Array(Math.ceil(limits.directoryAnswerBytes / small.length) + 8).fill(small));
  const unsolicited = await startFakeServer((socket) => void socket.write(many));
  await expectFailure(directoryAt(unsolicited.url), /^the directory sent too much data$/);
});

test('bound directorySeconds: an unanswered login stops waiting', async () => {
  const silent = await startFakeServer(() => {});
  await expectFailure(directoryAt(silent.url, {}, { directorySeconds: 0.2 }), /took too long to respond/);
  await expectFailure(
    directoryAt(silent.url, { startTls: true }, { directorySeconds: 0.2 }),
    /took too long to respond/,
  );
});

test('bound directoryConnections: further logins wait', async () => {
  let open = 0;
  const connectionCounts: number[] = [];
  const slow = await startFakeServer((socket) => {
    connectionCounts.push(++open);
    socket.once('data', () => {
      open--;
      socket.destroy();
    });
  });
  const slowDirectory = directoryAt(slow.url, {}, { directoryConnections: 1 });
  const disconnected = /^the directory closed the connection$/;
  await Promise.all([
    expectFailure(slowDirectory, disconnected),
    expectFailure(slowDirectory, disconnected),
    expectFailure(slowDirectory, disconnected),
  ]);
  assert.deepEqual(connectionCounts, [1, 1, 1]);
});

test('bound directoryWaiting: with too many waiting, logins are asked to try again', async () => {
  const silent = await startFakeServer(() => {});
  const bounds = { directoryConnections: 1, directoryWaiting: 1, directorySeconds: 0.2 };
  const directory = directoryAt(silent.url, {}, bounds);
  const logins = [
    expectFailure(directory, /took too long to respond/),
    expectFailure(directory, /took too long to respond/),
  ];
  await assert.rejects(ask(directory), { code: 'RATE_LIMIT_HIT', status: 429 });
  await Promise.all(logins);
});

test('bound directoryGroups: no one leaves a group because an answer was truncated', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const { url, dnOf } = ldap;
  await ldap.change(async (client) => {
    for (const cn of ['one', 'two'])
      await client.add(`cn=${cn},${GROUPS}`, { objectClass: 'groupOfNames', cn, member: dnOf('mel.m') });
  });
  const groupSearch = { base: GROUPS, filter: '(member={dn})', attribute: 'cn' };
  assert.ok(await ask(directoryAt(url, { groupSearch }, { directoryGroups: 2 })));
  await expectFailure(directoryAt(url, { groupSearch }, { directoryGroups: 1 }), /too many groups/);
  // Truncated by the directory's own limit: it reports code 4 and sends what it had.
  const truncating = await altered(url, searchEnd(0), searchEnd(4));
  await expectFailure(
    directoryAt(truncating, { groupSearch }),
    /the directory refused the request \(code 4\)/,
  );
});

test('a password that the directory cannot check at the moment does not count as wrong', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const answering = async (code: number) =>
    directoryAt(await altered(ldap.url, bindAnswer(49), bindAnswer(code)));
  for (const code of [1, 3, 51, 52, 80])
    await assert.rejects(ask(await answering(code), 'mel.m', 'wrong'), (error) => {
      assert.ok(error instanceof SignInError, `code ${code}`);
      assert.equal(error.reason, `the directory refused the request (code ${code})`);
      return true;
    });
  // Locked, expired, or without a password.
  for (const code of [19, 48, 50, 53])
    assert.equal(await ask(await answering(code), 'mel.m', 'wrong'), undefined, `code ${code}`);
});

test('an ambiguous name is reported in the log only', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  for (const changes of [{ filter: '(|(uid={name})(mail=*))' }, { subjectAttribute: 'title' }])
    await assert.rejects(ask(directoryAt(ldap.url, changes)), (error) => {
      assert.ok(error instanceof SignInError);
      assert.match(error.reason, /several people|has no title/);
      assert.equal(
        error.message,
        'Login with Acorn directory failed: the directory cannot identify you. Ask your administrator to check the server log.',
      );
      return true;
    });
});

test('plain text after the answer to StartTLS is not accepted as an answer', async () => {
  const startTlsAccepted = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x01, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ]);
  const bound = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x02, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ]);
  const injecting = await startFakeServer(
    (socket) => void socket.write(Buffer.concat([startTlsAccepted, bound])),
  );
  await expectFailure(directoryAt(injecting.url, { startTls: true }), /sent data before encryption/);
  const startTlsRefused = Buffer.from(startTlsAccepted);
  startTlsRefused[9] = 2;
  const withoutTls = await startFakeServer((socket) => void socket.write(startTlsRefused));
  await expectFailure(directoryAt(withoutTls.url, { startTls: true }), /does not start encryption/);
});

test('while the directory is unreachable, local passwords work and no guess is counted', async () => {
  const recorded = recordedLog();
  const unreachable = await startFakeServer(() => {});
  unreachable.server.close();
  const server = await startTestServer({
    signIn: directoryConfiguration(unreachable.url),
    log: recorded.log,
  });
  const attempt = (password: string) =>
    server.anonymous.request('POST', '/fetch_api_key', { username: 'mel@example.com', password });
  assert.equal((await attempt('demo-password')).status, 200);
  const { status, body } = await attempt('wrong');
  assert.equal(status, 400);
  assert.match(body.msg, /Login with Acorn directory failed: the directory cannot be reached/);
  assert.ok(recorded.lines.some((line) => /sign_in_failed.*cannot be reached \(ECONNREFUSED\)/.test(line)));
  assert.ok(!recorded.lines.some((line) => line.includes('login_failed')));
});

test('while the directory is unreachable, local passwords cannot be guessed without limit', async () => {
  const unreachable = await startFakeServer(() => {});
  unreachable.server.close();
  const guess = await guessing(unreachable.url);
  // Accounts with a password in the directory only are not locked while the directory does not answer.
  for (let i = 0; i <= limits.failedLoginsPerAccount; i++) assert.equal(await guess('nora', 'x'), 400);
  for (let i = 0; i < limits.failedLoginsPerAccount; i++)
    assert.equal(await guess(login.username, `guess ${i}`), 400);
  assert.equal(await guess(login.username, login.password), 429);
});

/** A real server with a directory, and a function that guesses from a network of its own. */
async function guessing(url: string, changes: Partial<Directory> = {}) {
  const server = await startRealServer({
    signIn: directoryConfiguration(url, changes),
    trustedProxies: ['127.0.0.0/8', '::1'],
  });
  let guesses = 0;
  return async (username: string, password = `guess ${guesses}`) => {
    const headers = { 'x-forwarded-for': `198.51.100.${++guesses}` };
    return (await server.anonymous.request('POST', '/fetch_api_key', { username, password }, headers)).status;
  };
}

test('an account with two names does not allow twice the guesses', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  // In the second case the directory has no address: accounts are identified by the permanent attribute.
  for (const addressAttribute of ['mail', 'title']) {
    const guess = await guessing(ldap.url, { addressAttribute });
    for (let i = 0; i < limits.failedLoginsPerAccount; i++) assert.equal(await guess('mel.m'), 401);
    assert.equal(await guess('mel@example.com'), 429);
    assert.equal(await guess('mel@example.com', PASSWORD), 429);
  }
});

test('an account with a user name is not locked for failures after the password', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const groupSearch = { base: `ou=none,${BASE}`, filter: '(member={dn})', attribute: 'cn' };
  const guess = await guessing(ldap.url, { groupSearch });
  for (let i = 0; i <= limits.failedLoginsPerAccount; i++) assert.equal(await guess('mel.m', PASSWORD), 400);
  assert.equal(await guess('mel@example.com', PASSWORD), 400);
});
