// Accounts follow a real directory: people removed or disabled there are deactivated, but never too many at once, never
// because the directory is unreachable or empty, and never the only owner.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Attribute, Change } from 'ldapts';
import { audited } from '../organization/audited.ts';
import { run } from '../support/command-line.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { directoryConfiguration, PASSWORD, SEARCHER, startLdap, withoutSlapd } from './ldap-stand-in.ts';
import { recordedLog } from './support.ts';

const FILTER = '(&(objectClass=inetOrgPerson)(!(employeeType=disabled)))';

/** A proxy to a server that can be closed for a while. */
async function closableProxy(url: string) {
  const { hostname, port } = new URL(url);
  const proxy = { isOpen: true, url: '' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (!proxy.isOpen) return void socket.destroy();
    const other = connect(Number(port), hostname).on('error', () => socket.destroy());
    sockets.add(other);
    socket.pipe(other).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  proxy.url = `ldap://127.0.0.1:${address.port}`;
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return proxy;
}

async function start() {
  const ldap = await startLdap();
  const proxy = await closableProxy(ldap.url);
  const recorded = recordedLog();
  let ahead = 0;
  const sync = {
    everySeconds: 3600,
    filter: FILTER,
    maxDeactivated: 10,
    maxDeactivatedPercent: 50,
    reactivates: true,
  };
  const server = await startTestServer({
    signIn: directoryConfiguration(proxy.url, { sync }),
    log: recorded.log,
    clock: () => Date.now() / 1000 + ahead,
  });
  const olive = await server.as('olive');
  return {
    ldap,
    proxy,
    log: recorded,
    server,
    olive,
    logIn: (username: string) =>
      server.anonymous.request('POST', '/fetch_api_key', { username, password: PASSWORD }),
    isActive: async (id: number) => (await olive.ok('GET', `/users/${id}`)).user.is_active,
    /** Advances the job to its next run. */
    async nextSync() {
      ahead += 3700;
      await server.server.scheduler.runDue();
    },
    async employ(uid: string, type: 'disabled' | 'staff') {
      const modification = new Attribute({ type: 'employeeType', values: [type] });
      const change = new Change({ operation: 'replace', modification });
      await ldap.change((client) => client.modify(ldap.dnOf(uid), change));
    },
  };
}

type SyncFixture = Awaited<ReturnType<typeof start>>;
const fixture = withoutSlapd ? undefined : await start();
const ids = new Map<string, number>();
const idOf = (uid: string) => ids.get(uid) ?? assert.fail(uid);

/** Declares a test with the directory and a server that uses it. */
function withBoth(name: string, work: (at: SyncFixture) => Promise<void>) {
  test(name, { skip: withoutSlapd }, async () => {
    assert.ok(fixture);
    await work(fixture);
  });
}

/** The job's log entries of an event. */
const logEntries = ({ log }: SyncFixture, event: string) =>
  log.lines.filter((line) => line.includes(`"${event}"`)).length;

/** The direct messages of the service to the owner. */
async function ownerNotices({ olive }: SyncFixture): Promise<string[]> {
  const { messages } = await olive.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
    apply_markdown: false,
  });
  const texts = messages.map(({ content }: { content: string }) => content);
  return texts.filter((text: string) => text.includes('No accounts were deactivated'));
}

withBoth('while everyone is in the directory, nothing happens', async (at) => {
  for (const uid of ['mel.m', 'mia.m', 'max.m']) ids.set(uid, (await at.logIn(uid)).body.user_id);
  await at.server.server.scheduler.runDue();
  assert.deepEqual(await audited(at.olive, at.nextSync), []);
});

withBoth(
  'if too many are missing at once, none is deactivated, and administrators are notified once',
  async (at) => {
    for (const uid of ['mia.m', 'max.m']) await at.employ(uid, 'disabled');
    assert.deepEqual(await audited(at.olive, at.nextSync), []);
    assert.equal(logEntries(at, 'directory_sync_too_many'), 1);
    const [notice = ''] = await ownerNotices(at);
    assert.match(notice, /2 of 3 people .* more than the limit of 1/);
    await at.nextSync();
    assert.equal(logEntries(at, 'directory_sync_too_many'), 2);
    assert.equal((await ownerNotices(at)).length, 1);
  },
);

withBoth('the command lists accounts to deactivate, and exceeds the limit on request', async (at) => {
  const folder = temporaryFolder();
  const file = join(folder, 'sign-in.json');
  const directory = {
    id: 'staff',
    name: 'Acorn directory',
    url: at.proxy.url,
    bind_dn: SEARCHER.dn,
    bind_password: SEARCHER.password,
    base: 'dc=acorn,dc=example',
    domains: ['example.com'],
    sync: { filter: FILTER, most_percent: 50, reactivate: true },
  };
  await writeFile(file, JSON.stringify({ directories: [directory] }));
  const { dataDirectory, databaseUrl } = at.server;
  const storageFlags = ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
  const command = (...args: string[]) =>
    run('directory', 'sync', ...args, '--sign-in', file, ...storageFlags);
  const dry = await command('--dry-run');
  assert.equal(dry.status, 0, dry.err);
  assert.match(dry.out, /^mia@example\.com \(Mia Member\) would be deactivated\.$/m);
  assert.match(dry.out, /^max@example\.com \(Max Member\) would be deactivated\.$/m);
  assert.match(
    dry.out,
    /The sync would change nothing: 2 accounts .* limit is 1\. To allow this, use --most 2\./,
  );
  assert.match(dry.out, /2 of 3 people with an account are not in Acorn directory/);
  const asJson = JSON.parse((await command('--dry-run', '--json')).out);
  assert.deepEqual([asJson.deactivate.length, asJson.most, asJson.accounts], [2, 1, 3]);
  const refusal = await command();
  assert.deepEqual(
    [refusal.status, /Nothing was changed: 2 accounts/.test(refusal.err)],
    [1, true],
    refusal.err,
  );
  assert.equal((await command('--most', '0')).status, 2);
  assert.equal(await at.isActive(idOf('mia.m')), true);
  await at.employ('max.m', 'staff');
  const outcome = await command('--most', '2');
  assert.match(outcome.out, /^mia@example\.com \(Mia Member\) was deactivated\.$/m, outcome.err);
  await at.employ('mia.m', 'staff');
  const back = await command();
  assert.match(back.out, /^mia@example\.com \(Mia Member\) was reactivated\.$/m, back.err);
});

withBoth(
  'an account disabled in the directory is deactivated, and the audit log has the reason',
  async (at) => {
    await at.employ('mia.m', 'disabled');
    const entries = await audited(at.olive, at.nextSync);
    assert.deepEqual(entries, [
      { kind: 'user_deactivated', affected_user_id: idOf('mia.m'), details: { door: 'directory_sync' } },
    ]);
    assert.equal(await at.isActive(idOf('mia.m')), false);
    assert.deepEqual((await at.logIn('mia.m')).status === 200, false);
  },
);

withBoth('an unreachable or empty directory changes nothing', async (at) => {
  at.proxy.isOpen = false;
  assert.deepEqual(await audited(at.olive, at.nextSync), []);
  at.proxy.isOpen = true;
  assert.equal(logEntries(at, 'directory_sync_failed'), 1);
  const everybody = ['mel.m', 'max.m', 'nora.n', 'far.f', 'star*', 'olga.o', 'otto.o'];
  for (const uid of everybody) await at.employ(uid, 'disabled');
  assert.deepEqual(await audited(at.olive, at.nextSync), []);
  assert.equal(logEntries(at, 'directory_sync_failed'), 2);
  for (const uid of everybody) await at.employ(uid, 'staff');
});

withBoth(
  'a returning person gets back the account that the sync deactivated, but not one that an administrator did',
  async (at) => {
    await at.employ('mia.m', 'staff');
    const entries = await audited(at.olive, at.nextSync);
    assert.deepEqual(
      entries.map(({ kind, affected_user_id: id, details }) => [kind, id, details.door]),
      [['user_reactivated', idOf('mia.m'), 'directory_sync']],
    );
    assert.equal((await at.logIn('mia.m')).status, 200);
    await at.olive.ok('DELETE', `/users/${idOf('mia.m')}`);
    assert.deepEqual(await audited(at.olive, at.nextSync), []);
    assert.equal(await at.isActive(idOf('mia.m')), false);
    // Deactivated by the sync, reactivated and deactivated again by an administrator.
    await at.employ('max.m', 'disabled');
    await at.nextSync();
    assert.equal(await at.isActive(idOf('max.m')), false);
    await at.olive.ok('POST', `/users/${idOf('max.m')}/reactivate`);
    await at.olive.ok('DELETE', `/users/${idOf('max.m')}`);
    await at.employ('max.m', 'staff');
    assert.deepEqual(await audited(at.olive, at.nextSync), []);
  },
);

withBoth('a new API key does not prevent deactivation', async (at) => {
  await at.olive.ok('POST', `/users/${idOf('max.m')}/reactivate`);
  const { api_key: key } = (await at.logIn('max.m')).body;
  const max = at.server.client('max@example.com', key, idOf('max.m'));
  await max.ok('POST', '/users/me/api_key/regenerate');
  await at.employ('max.m', 'disabled');
  await at.nextSync();
  assert.equal(await at.isActive(idOf('max.m')), false);
  await at.employ('max.m', 'staff');
  await at.nextSync();
  assert.equal(await at.isActive(idOf('max.m')), true);
  assert.equal((await at.logIn('max.m')).body.user_id, idOf('max.m'));
});

withBoth('the only owner is not deactivated', async (at) => {
  const dn = at.ldap.dnOf('olive.o');
  await at.ldap.change((client) =>
    client.add(dn, {
      objectClass: 'inetOrgPerson',
      cn: 'Olive Owner',
      sn: 'Owner',
      mail: 'olive@example.com',
      userPassword: PASSWORD,
    }),
  );
  assert.equal((await at.logIn('olive@example.com')).status, 200);
  await at.ldap.change((client) => client.del(dn));
  assert.deepEqual(await audited(at.olive, at.nextSync), []);
  assert.equal(logEntries(at, 'directory_sync_owner'), 1);
  assert.equal(await at.isActive(at.olive.userId), true);
});
