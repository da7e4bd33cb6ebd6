// The addresses of other organizations: only those of the web are accepted, and shown by their host.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  organizationAddress,
  organizationHost,
  storedOrganizations,
} from '../../web/lib/organization-address.ts';

test('a typed address in any form is reduced to its origin', () => {
  for (const [typed, origin] of [
    ['chat.example.com', 'https://chat.example.com'],
    [' Chat.Example.com/#inbox ', 'https://chat.example.com'],
    ['https://chat.example.com:8443/login/', 'https://chat.example.com:8443'],
    ['http://localhost:9991', 'http://localhost:9991'],
    ['chat.example.com:9991', 'https://chat.example.com:9991'],
  ] as const)
    assert.equal(organizationAddress(typed), origin, typed);
});

test('other schemes, addresses with credentials, and texts that are not addresses are refused', () => {
  for (const typed of [
    '',
    '  ',
    'javascript:alert(1)',
    'javascript://chat.example.com/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://name:password@chat.example.com',
    'chat.example.com@evil.example',
    'two words',
  ])
    assert.equal(organizationAddress(typed), undefined, typed);
});

test('a host is shown so that it cannot look like another one', () => {
  assert.equal(organizationHost('https://chat.example.com:8443'), 'chat.example.com:8443');
  assert.equal(organizationHost('http://chat.example.com'), 'http://chat.example.com');
  // The first letter is Cyrillic.
  assert.equal(organizationHost(organizationAddress('сhat.example.com') ?? ''), 'xn--hat-3ed.example.com');
});

test('a stored list is checked again, and leaves out the page itself', () => {
  const own = 'https://chat.example.com';
  const other = 'https://other.example.com';
  assert.deepEqual(storedOrganizations([own, other, other, 'javascript:alert(1)', 7, `${other}/x`], own), [
    other,
  ]);
  assert.deepEqual(storedOrganizations({ not: 'a list' }, own), []);
  const many = Array.from({ length: 30 }, (_, index) => `https://${index}.example.com`);
  assert.equal(storedOrganizations(many, own).length, 20);
});
