// How much mail an organization may receive in a minute, five minutes and an hour: the maximum is accepted, more is refused,
// and after the time it is accepted again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MailRate } from '../../src/integrations/incoming-mail/mail-rate.ts';

/** How the servers of a database hear each other. */
function exchange() {
  const listeners: ((text: string) => void)[] = [];
  return {
    onBroadcast: (listener: (text: string) => void) => void listeners.push(listener),
    broadcast: (text: string) => {
      for (const listener of listeners) listener(text);
    },
  };
}

/** How many of a number of mails to an organization are accepted at a moment. */
function countAccepted(rate: MailRate, mails: number, now: number, organizationId = 1): number {
  return Array.from({ length: mails }, () => rate.admit(organizationId, now)).filter(Boolean).length;
}

test('fifty mails a minute are accepted, and again after the minute', () => {
  const rate = new MailRate(exchange());
  assert.equal(countAccepted(rate, 30, 1000), 30);
  assert.equal(countAccepted(rate, 30, 1030), 20);
  assert.equal(countAccepted(rate, 30, 1059), 0);
  // Refused mails do not count.
  assert.equal(countAccepted(rate, 40, 1060), 30);
  assert.equal(countAccepted(rate, 40, 1090), 20);
});

test('a hundred and twenty mails in five minutes are accepted, and again after the five minutes', () => {
  const rate = new MailRate(exchange());
  for (const now of [1000, 1100, 1200]) assert.equal(countAccepted(rate, 40, now), 40);
  assert.equal(countAccepted(rate, 40, 1299), 0);
  assert.equal(countAccepted(rate, 50, 1300), 40);
});

test('six hundred mails an hour are accepted, and again after the hour', () => {
  const rate = new MailRate(exchange());
  for (let part = 0; part < 15; part++) assert.equal(countAccepted(rate, 40, 1000 + part * 200), 40);
  assert.equal(countAccepted(rate, 40, 4599), 0);
  assert.equal(countAccepted(rate, 50, 4600), 40);
});

test('the mails of one organization do not count for another', () => {
  const rate = new MailRate(exchange());
  assert.equal(countAccepted(rate, 60, 1000, 1), 50);
  assert.equal(countAccepted(rate, 60, 1000, 2), 50);
  assert.equal(countAccepted(rate, 60, 1000, 1), 0);
});

test('the mails at one server count at the others', (t) => {
  t.mock.method(performance, 'now', () => 1_000_000);
  const servers = exchange();
  const [one, two] = [new MailRate(servers), new MailRate(servers)];
  assert.equal(countAccepted(one, 30, 1000), 30);
  assert.equal(countAccepted(two, 30, 1000), 20);
  assert.equal(countAccepted(one, 1, 1000), 0);
  assert.equal(countAccepted(one, 60, 1000, 2), 50);
});
