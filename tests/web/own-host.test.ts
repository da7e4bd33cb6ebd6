// Addresses that lead nowhere on another computer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnOwnHost } from '../../web/lib/own-host.ts';

test('only addresses that lead to the same computer are recognized as such', () => {
  for (const host of [
    'localhost',
    'localhost:9991',
    'acme.localhost:9991',
    '127.0.0.1',
    '127.1.2.3:80',
    '[::1]:9991',
  ])
    assert.ok(isOnOwnHost(`http://${host}/join/a/`), host);
  for (const host of [
    'chat.example.com',
    'localhost.example.com',
    '10.127.0.0',
    '192.168.0.1',
    '[2001:db8::1]',
  ])
    assert.ok(!isOnOwnHost(`https://${host}/join/localhost/`), host);
});
