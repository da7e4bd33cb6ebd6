// What `check` reports about the machine, the public address, identity providers and directories.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkAddress } from '../../src/cli/checks/address.ts';
import { checkClock } from '../../src/cli/checks/external-services.ts';
import { checkDataDirectory, checkDisk } from '../../src/cli/checks/machine.ts';
import { checkSignIn } from '../../src/cli/checks/sign-in.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { SEARCHER, startLdap, withoutSlapd } from '../sign-in/ldap-stand-in.ts';
import { startOpenId } from '../sign-in/open-id-stand-in.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../sign-in/support.ts';
import { selfSigned } from '../support/certificate.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();

function options(...flags: string[]) {
  const read = parseServeOptions(['--data', folder, ...flags], {});
  assert.ok(read);
  return read;
}

async function detailOf(finding: Promise<{ is_right: boolean; detail: string }>): Promise<[boolean, string]> {
  const { is_right: isRight, detail } = await finding;
  return [isRight, detail];
}

/** Starts a server on loopback and returns its address. */
async function startListening(server: Server, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a data directory readable by others is reported, with how to restrict it', async () => {
  const data = await mkdtemp(join(folder, 'data-'));
  await writeFile(join(data, 'secret'), 'x', { mode: 0o644 });
  assert.deepEqual(await detailOf(checkDataDirectory(data)), [true, `Only the owner can read ${data}.`]);
  await chmod(data, 0o755);
  const [isRight, detail] = await detailOf(checkDataDirectory(data));
  assert.equal(isRight, false);
  assert.ok(detail.includes(`${data} (mode 755), ${data}/secret (mode 644)`), detail);
  assert.ok(detail.includes(`chmod -R go= ${data}`), detail);
});

test('a nearly full disk is reported, and a small one may be fuller', async () => {
  const gibibyte = 1024 ** 3;
  const disk = (free: number, total: number) =>
    detailOf(checkDisk(folder, async () => ({ free: free * gibibyte, total: total * gibibyte })));
  assert.deepEqual((await disk(1, 1000))[0], true);
  assert.deepEqual(await disk(0.5, 1000), [
    false,
    `512 MiB of 1000.0 GiB free on the disk of ${folder}. When the disk is full, people can no longer send messages. Free some space or use a larger disk.`,
  ]);
  assert.deepEqual((await disk(0.5, 8))[0], true);
  assert.deepEqual((await disk(0.3, 8))[0], false);
  assert.match((await checkDisk(join(folder, 'not', 'there'))).detail, /free on the disk/);
});

test('an unencrypted or wrong public address is reported', async () => {
  const address = (url?: string) =>
    detailOf(checkAddress(options(...(url === undefined ? [] : ['--url', url]))));
  assert.deepEqual((await address())[0], true);
  const [isRight, detail] = await address('http://chat.example.com');
  assert.equal(isRight, false);
  assert.match(detail, /is not encrypted, .* --url to https:/);
  let answer: [number, string] = [200, '{"status":"ok"}'];
  const url = await startListening(
    createServer((_, response) => response.writeHead(answer[0]).end(answer[1])),
  );
  assert.deepEqual((await address(url))[0], true);
  answer = [200, 'Welcome to nginx'];
  assert.match((await address(url))[1], /something other than this server answers \(status 200\)/);
  answer = [502, ''];
  assert.match((await address(url))[1], /status 502\. Check that the server is running/);
});

test('a certificate that browsers refuse is reported', async () => {
  const { keyText: key, certificate: cert } = selfSigned();
  const url = await startListening(createSecureServer({ key, cert }), 'https');
  const [isRight, detail] = await detailOf(checkAddress(options('--url', url)));
  assert.equal(isRight, false);
  assert.match(detail, /the certificate is self-signed/);
});

async function signInWith(content: object, url = 'https://chat.example.com') {
  const file = join(folder, 'sign-in.json');
  await writeFile(file, JSON.stringify(content));
  return detailOf(checkSignIn(options('--sign-in', file, '--url', url)));
}

test('an unreachable provider, another one, and a refused secret are reported', async () => {
  assert.deepEqual((await detailOf(checkSignIn(options())))[0], true);
  const company = await startOpenId();
  company.allow('https://chat.example.com/accounts/login/social/check');
  after(() => company.stop());
  const provider = (changes: object = {}) => ({
    providers: [
      {
        ...{ kind: 'openid', id: 'company', name: 'Company', issuer: company.url },
        ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...changes },
      },
    ],
  });
  assert.deepEqual(await signInWith(provider()), [true, 'Reachable: Company.']);
  const [isRight, detail] = await signInWith(provider({ client_secret: 'very-secret-word of another' }));
  assert.equal(isRight, false);
  assert.match(detail, /^Company \(company\): "client_id" or "client_secret" was rejected/);
  assert.doesNotMatch(detail, /very-secret-word/);
  assert.match((await signInWith(provider({ issuer: `${company.url}/other` })))[1], /discovery request/);
  assert.match(
    (await signInWith(provider({ issuer: 'http://127.0.0.1:1' })))[1],
    /the connection was refused/,
  );
});

function directory(url: string, changes: object = {}) {
  return {
    directories: [
      {
        ...{ id: 'staff', name: 'Acorn directory', url, base: 'dc=acorn,dc=example' },
        ...{ bind_dn: SEARCHER.dn, bind_password: SEARCHER.password, domains: ['example.com'], ...changes },
      },
    ],
  };
}
const REFUSED_BIND = [false, 'Acorn directory (staff): the directory rejected the password of "bind_dn".'];

test('an unreachable directory and a refused bind are reported', async () => {
  const [, away] = await signInWith(directory('ldap://127.0.0.1:1'));
  assert.match(away, /^Acorn directory \(staff\): the directory cannot be reached \(ECONNREFUSED\)\.$/);
  // The answer invalidCredentials (49) to a bind, with the id of the request.
  const refuse = (socket: Socket) =>
    socket.on('data', (request: Buffer) => {
      const number = request[request.indexOf(Buffer.from([0x02, 0x01])) + 2] ?? 1;
      socket.write(Buffer.from([0x30, 0x0c, 2, 1, number, 0x61, 7, 0x0a, 1, 49, 4, 0, 4, 0]));
    });
  const url = await startListening(createTcpServer(refuse), 'ldap');
  assert.deepEqual(await signInWith(directory(url)), REFUSED_BIND);
});

test('a real directory that accepts the bind and the search passes', { skip: withoutSlapd }, async () => {
  const { url } = await startLdap();
  assert.deepEqual(await signInWith(directory(url)), [true, 'Reachable: Acorn directory.']);
  assert.deepEqual(await signInWith(directory(url, { bind_password: 'wrong' })), REFUSED_BIND);
  assert.match(
    (await signInWith(directory(url, { base: 'dc=nowhere' })))[1],
    /the directory refused the request/,
  );
});

test('a clock behind the stored times is reported', async () => {
  const rows = (seconds: number) =>
    checkClock({
      engine: 'sqlite',
      execute: async () => [{ newest: Math.round(Date.now() / 1000) + seconds }],
      rows: async function* () {},
    });
  assert.equal((await rows(-5)).is_right, true);
  const { is_right: isRight, detail } = await rows(3600);
  assert.equal(isRight, false);
  assert.match(
    detail,
    /clock is behind: the newest message is 36\d\d seconds in the future\. Set the clock with NTP\./,
  );
});
