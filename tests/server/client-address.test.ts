// The address, host and protocol of a client, from the headers of trusted proxies.

import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress, requestedHost, requestedProtocol } from '../../src/server/http/client-address.ts';
import { trustedAddresses } from '../../src/server/http/trusted-addresses.ts';

const isTrusted = trustedAddresses(['10.0.0.0/8', '::1']);

/** A request from a peer, with headers. */
function requestFrom(remoteAddress: string | undefined, headers: Readonly<Record<string, string>>) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

for (const [name, peer, forwardedFor, expected] of [
  ['of a direct client is its own', '203.0.113.1', undefined, '203.0.113.1'],
  ['that an untrusted client names is ignored', '203.0.113.1', '198.51.100.7', '203.0.113.1'],
  ['behind a proxy is the one it names', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['behind a proxy that speaks IPv6', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['behind two proxies', '::1', '198.51.100.7, 10.1.1.1', '198.51.100.7'],
  ['that a client named before the proxy is ignored', '10.0.0.1', '192.0.2.1,198.51.100.7', '198.51.100.7'],
  ['of a proxy that names only proxies is the farthest', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['of a proxy without the header is its own', '10.0.0.1', undefined, '10.0.0.1'],
  ['of a proxy with an empty header is its own', '10.0.0.1', ' , ', '10.0.0.1'],
  ['that is no address ends the chain', '10.0.0.1', '198.51.100.7, unknown', 'unknown'],
  ['of a closed connection is empty', undefined, '198.51.100.7', ''],
] as const) {
  test(`the address ${name}`, () => {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    assert.equal(clientAddress(requestFrom(peer, headers), isTrusted), expected);
  });
}

const forwarded = {
  host: 'inner:9991',
  'x-forwarded-host': 'a.example, b.example',
  'x-forwarded-proto': 'https',
};

test('a trusted proxy reports host and protocol, the nearest proxy last', () => {
  const request = requestFrom('10.0.0.1', forwarded);
  assert.equal(requestedHost(request, isTrusted), 'b.example');
  assert.equal(requestedProtocol(request, isTrusted), 'https');
});

test('host and protocol that others report are ignored', () => {
  const request = requestFrom('203.0.113.1', forwarded);
  assert.equal(requestedHost(request, isTrusted), 'inner:9991');
  assert.equal(requestedProtocol(request, isTrusted), 'http');
});

test('a request may have no host', () => {
  assert.equal(requestedHost(requestFrom('10.0.0.1', {}), isTrusted), '');
});
