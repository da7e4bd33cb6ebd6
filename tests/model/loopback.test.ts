// Which host names are this machine, in any spelling, and which only resemble it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackHost, isLoopbackName } from '../../src/model/loopback.ts';

test('hosts of this machine are recognized with ports and brackets', () => {
  for (const host of ['localhost', 'LocalHost:9991', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:9991'])
    assert.equal(isLoopbackHost(host), true, host);
});

test('similar hosts are not recognized', () => {
  for (const host of [
    '',
    'localhost.example.com',
    'my-localhost',
    '127.0.0.1.example.com',
    '127.0.0.999',
    '128.0.0.1',
    '[::2]',
    'localhost@example.com',
    'example.com:127',
  ])
    assert.equal(isLoopbackHost(host), false, host);
});

test('a listening address has no brackets', () => {
  assert.equal(isLoopbackName('::1'), true);
  assert.equal(isLoopbackName('[::1]'), false);
  assert.equal(isLoopbackName('0.0.0.0'), false);
});
