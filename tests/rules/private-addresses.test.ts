// Which IP addresses are not on the public internet, as a table: the first and the last address of each network, and those
// just outside it. The networks are those of the IANA registries of special-purpose addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivateAddress } from '../../src/integrations/http/private-addresses.ts';

/** The beginning of an IPv6 address, completed by groups of `ffff`. */
function highest(beginning: string): string {
  return [...beginning.split(':'), ...Array(8).fill('ffff')].slice(0, 8).join(':');
}

/** The first and last address of a network, and its public neighbors. */
const networks: readonly [first: string, last: string, ...neighbors: string[]][] = [
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::ffff:ffff', '::1:0:0'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff', highest('0:0:0:fffe'), '::ffff:1:0:0'],
  ['64:ff9b::', '64:ff9b::ffff:ffff', highest('64:ff9a'), '64:ff9b::1:0:0'],
  ['64:ff9b:1::', highest('64:ff9b:1'), highest('64:ff9b:0'), '64:ff9b:2::'],
  ['100::', highest('100:0:0:1'), highest('ff'), '100:0:0:2::'],
  ['2001::', highest('2001:1ff'), highest('2000'), '2001:200::'],
  ['2001:db8::', highest('2001:db8'), highest('2001:db7'), '2001:db9::'],
  ['2002::', highest('2002'), highest('2001'), '2003::'],
  ['2620:4f:8000::', highest('2620:4f:8000'), highest('2620:4f:7fff'), '2620:4f:8001::'],
  ['3fff::', highest('3fff:fff'), highest('3ffe'), '3fff:1000::'],
  ['5f00::', highest('5f00'), highest('5eff'), '5f01::'],
  ['fc00::', highest('fdff'), highest('fbff'), 'fe00::'],
  ['fe80::', highest('febf'), highest('fe7f')],
  ['fec0::', highest('feff')],
  ['ff00::', highest('ffff')],
];

for (const [first, last, ...neighbors] of networks)
  test(`${first} to ${last} is private`, () => {
    for (const address of [first, last]) assert.equal(isPrivateAddress(address), true, address);
    for (const address of neighbors) assert.equal(isPrivateAddress(address), false, address);
  });
