// The client for outgoing requests: which addresses it contacts, and how long it waits.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpClient, NoAnswerError } from '../../src/integrations/http/http-client.ts';
import { isPrivateAddress } from '../../src/integrations/http/private-addresses.ts';
import { startStandIn } from './stand-in.ts';

const server = await startStandIn(() => ({ body: 'hello' }));
const trusting = new HttpClient([server.url]);
const refused = (promise: Promise<unknown>, message: string) =>
  assert.rejects(promise, (error) => error instanceof NoAnswerError && error.message === message);

test('private addresses are refused, as numbers and as names, unless configured', async () => {
  const { port } = new URL(server.url);
  const plain = new HttpClient();
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0']) {
    await refused(plain.send(`http://${host}:${port}/`), 'the address is not public');
  }
  assert.equal(server.requests.length, 0);
  assert.equal((await trusting.send(server.url)).text, 'hello');
  // Only the configured origin is trusted, not another name or port.
  await refused(trusting.send(`http://localhost:${port}/`), 'the address is not public');
});

test('addresses of other schemes are refused', async () => {
  for (const address of ['file:///etc/passwd', 'ftp://example.com/', 'nonsense', '']) {
    await refused(trusting.send(address), 'the address is not an http:// or https:// URL');
  }
});

describe('an answer', () => {
  test('that is too large or too late ends the request', async () => {
    const large = await startStandIn(() => ({ body: 'x'.repeat(5000) }));
    await refused(
      new HttpClient([large.url]).send(large.url, { maximumBytes: 1000 }),
      'the response is too large',
    );
    const silent = await startStandIn(() => ({ body: '', isSilent: true }));
    await refused(
      new HttpClient([silent.url]).send(silent.url, { milliseconds: 50 }),
      'the request timed out',
    );
  });

  test('is returned before its body if only the status is wanted', async () => {
    const endless = await startStandIn();
    endless.intercept = (_request, response) => response.writeHead(201).write('x'.repeat(5000)) || true;
    const request = { isBodyIgnored: true, maximumBytes: 1000 } as const;
    const { status, text } = await new HttpClient([endless.url]).send(endless.url, request);
    assert.deepEqual([status, text], [201, '']);
  });

  test('that redirects is not followed', async () => {
    const redirectTarget = await startStandIn(() => ({ status: 302, body: '' }));
    assert.equal((await new HttpClient([redirectTarget.url]).send(redirectTarget.url)).status, 302);
  });
});

test('private addresses are recognized', () => {
  for (const address of [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
    'fec0::1',
    '3fff::1',
    '3fff:fff::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    '100:0:0:1::1',
    '5f00::1',
    '192.175.48.1',
    'ff02::1',
    'nonsense',
  ]) {
    assert.ok(isPrivateAddress(address), address);
  }
  for (const address of [
    '1.1.1.1',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '2001:4860:4860::8888',
    '2a00::1',
  ]) {
    assert.ok(!isPrivateAddress(address), address);
  }
});
