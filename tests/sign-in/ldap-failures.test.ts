// Directories that cannot be asked or cannot be trusted: nobody gets in, in time, with a reason and without a secret.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { type DirectoryBounds, LdapDoor } from '../../src/delivery/sign-in/ldap.ts';
import type { Directory } from '../../src/model/sign-in/configuration.ts';
import { SignInFailed } from '../../src/model/sign-in/identity.ts';
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
import { keptLog } from './support.ts';

const ldap = withoutSlapd ? undefined : await startLdap();
after(() => ldap?.stop());

function doorTo(
  url: string,
  changes: Partial<Directory> = {},
  bounds: Partial<DirectoryBounds> = {},
): LdapDoor {
  const [directory] = directoryConfiguration(url, changes).directories;
  assert.ok(directory);
  return new LdapDoor(directory, { ...limits, ...bounds });
}
const ask = (door: LdapDoor, name = 'mel.m', password = PASSWORD) =>
  door.authenticate(name, password, async () => {});

async function failed(door: LdapDoor, reason: RegExp, name?: string): Promise<void> {
  await assert.rejects(ask(door, name), (error) => {
    assert.ok(error instanceof SignInFailed, String(error));
    assert.match(error.reason, reason);
    assert.doesNotMatch(error.message, /very-secret-word|directory-password/);
    return true;
  });
}

/** What listens on a port and does this with whoever comes. */
async function pretender(serve: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
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

test('encrypted ways lead in where the certificate is vouched for, and nowhere else', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const { url, secureUrl, authorities } = ldap;
  assert.equal((await ask(doorTo(secureUrl, { authorities })))?.fullName, 'Mel Member');
  assert.equal((await ask(doorTo(url, { startTls: true, authorities })))?.fullName, 'Mel Member');
  await failed(doorTo(secureUrl), /cannot be reached \((DEPTH_ZERO_)?SELF_SIGNED/);
  await failed(doorTo(url, { startTls: true }), /cannot be reached \((DEPTH_ZERO_)?SELF_SIGNED/);
  const otherName = secureUrl.replace('127.0.0.1', 'localhost');
  await failed(doorTo(otherName, { authorities }), /ERR_TLS_CERT_ALTNAME_INVALID/);
});

test('what is configured wrongly is told', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  const { url } = ldap;
  await failed(doorTo(url, { searchAs: { ...SEARCHER, password: 'x' } }), /password of "bind_dn"/);
  await failed(doorTo(url, { base: 'dc=other' }), /refused what it was asked \(code 32\)/);
  await failed(doorTo(url, { subjectAttribute: 'title' }), /tells no title of this person/);
  await failed(doorTo(url, { filter: '(|(uid={name})(mail=*))' }), /several people/);
  // Nobody may search here without a name.
  await failed(doorTo(url, { searchAs: undefined }), /code 32/);
  const groupSearch = { base: `ou=none,${BASE}`, filter: '(member={dn})', attribute: 'cn' };
  await failed(doorTo(url, { groupSearch }), /code 32/);
  assert.ok(await ask(doorTo(url, { groupSearch: { ...groupSearch, base: GROUPS } })));
});

test('an empty password is not even tried', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  let asked = 0;
  const door = doorTo(ldap.url);
  const answer = await door.authenticate('mel.m', '', async () => void asked++);
  assert.deepEqual([answer, asked], [undefined, 0]);
});

test('a server that is no directory, one that is gone and one that hangs up let nobody in', async () => {
  const talker = await pretender((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await failed(doorTo(talker.url), /.+/);
  await failed(doorTo(talker.url, { startTls: true }), /.+/);
  const gone = await pretender(() => {});
  gone.server.close();
  await failed(doorTo(gone.url), /cannot be reached \(ECONNREFUSED\)/);
  const silent = await pretender((socket) => socket.end());
  await failed(doorTo(silent.url), /.+/);
});

test('bound directoryAnswerBytes: more than anybody asked for ends the connection', async () => {
  const header = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]);
  const flood = Buffer.alloc(1024 * 1024);
  const endless = await pretender((socket) => {
    socket.write(header);
    const more = () => {
      while (socket.writable && socket.write(flood));
    };
    socket.on('drain', more);
    more();
  });
  await failed(doorTo(endless.url), /sends too much/);
  // Many small messages that nobody asked for.
  const small = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x63, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ]);
  const many = Buffer.concat(Array(Math.ceil(limits.directoryAnswerBytes / small.length) + 8).fill(small));
  const chatty = await pretender((socket) => void socket.write(many));
  await failed(doorTo(chatty.url), /.+/);
});

test('bound directorySeconds: who is not answered waits no longer', async () => {
  const silent = await pretender(() => {});
  await failed(doorTo(silent.url, {}, { directorySeconds: 0.2 }), /takes too long/);
  await failed(doorTo(silent.url, { startTls: true }, { directorySeconds: 0.2 }), /takes too long/);
});

test('bound directoryConnections: who comes besides waits', async () => {
  let open = 0;
  const seen: number[] = [];
  const slow = await pretender((socket) => {
    seen.push(++open);
    socket.once('data', () => {
      open--;
      socket.destroy();
    });
  });
  const door = doorTo(slow.url, {}, { directoryConnections: 1 });
  await Promise.all([failed(door, /.+/), failed(door, /.+/), failed(door, /.+/)]);
  assert.deepEqual(seen, [1, 1, 1]);
});

test('bound directoryGroups: nobody leaves a group because an answer was cut off', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const { url, dnOf } = ldap;
  await ldap.change(async (client) => {
    for (const cn of ['one', 'two'])
      await client.add(`cn=${cn},${GROUPS}`, { objectClass: 'groupOfNames', cn, member: dnOf('mel.m') });
  });
  const groupSearch = { base: GROUPS, filter: '(member={dn})', attribute: 'cn' };
  assert.ok(await ask(doorTo(url, { groupSearch }, { directoryGroups: 2 })));
  await failed(doorTo(url, { groupSearch }, { directoryGroups: 1 }), /too many groups/);
});

test('what stands in the clear behind the answer to StartTLS is not taken for an answer', async () => {
  const agreed = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x01, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ]);
  const bound = Buffer.from([
    0x30, 0x0c, 0x02, 0x01, 0x02, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00,
  ]);
  const liar = await pretender((socket) => void socket.write(Buffer.concat([agreed, bound])));
  await failed(doorTo(liar.url, { startTls: true }), /said more than it was asked before encryption/);
  const refuses = Buffer.from(agreed);
  refuses[9] = 2;
  const unable = await pretender((socket) => void socket.write(refuses));
  await failed(doorTo(unable.url, { startTls: true }), /does not begin encryption/);
});

test('while the directory is away, passwords of here lead in and no guess is counted', async () => {
  const kept = keptLog();
  const gone = await pretender(() => {});
  gone.server.close();
  const server = await startTestServer({ signIn: directoryConfiguration(gone.url), log: kept.log });
  const attempt = (password: string) =>
    server.nobody.request('POST', '/fetch_api_key', { username: 'mel@example.com', password });
  assert.equal((await attempt('demo-password')).status, 200);
  const { status, body } = await attempt('wrong');
  assert.equal(status, 400);
  assert.match(body.msg, /Nobody was signed in\. Acorn directory: cannot be reached/);
  assert.ok(kept.lines.some((line) => /sign_in_failed.*cannot be reached \(ECONNREFUSED\)/.test(line)));
  assert.ok(!kept.lines.some((line) => line.includes('login_failed')));
});

test('while the directory is away, passwords that are kept here cannot be guessed for ever', async () => {
  const gone = await pretender(() => {});
  gone.server.close();
  const server = await startRealServer({
    signIn: directoryConfiguration(gone.url),
    trustedProxies: ['127.0.0.0/8', '::1'],
  });
  let guesses = 0;
  const guess = async (username: string, password: string) => {
    const headers = { 'x-forwarded-for': `198.51.100.${++guesses}` };
    return (await server.nobody.request('POST', '/fetch_api_key', { username, password }, headers)).status;
  };
  // Whose password may be the directory's alone is not locked out for what it did not answer.
  for (let i = 0; i <= limits.failedLoginsPerAccount; i++) assert.equal(await guess('nora', 'x'), 400);
  for (let i = 0; i < limits.failedLoginsPerAccount; i++)
    assert.equal(await guess(login.username, `guess ${i}`), 400);
  assert.equal(await guess(login.username, login.password), 429);
});

test('with two names nobody may guess twice as often', { skip: withoutSlapd }, async () => {
  assert.ok(ldap);
  const server = await startRealServer({
    signIn: directoryConfiguration(ldap.url),
    trustedProxies: ['127.0.0.0/8', '::1'],
  });
  let guesses = 0;
  const guess = async (username: string, password = `guess ${guesses}`) => {
    const address = `198.51.100.${++guesses}`;
    const headers = { 'x-forwarded-for': address };
    return (await server.nobody.request('POST', '/fetch_api_key', { username, password }, headers)).status;
  };
  for (let i = 0; i < limits.failedLoginsPerAccount; i++) assert.equal(await guess('mel.m'), 401);
  assert.equal(await guess('mel@example.com'), 429);
  assert.equal(await guess('mel@example.com', PASSWORD), 429);
});
