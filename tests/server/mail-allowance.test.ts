// How often unauthenticated requests may cause mail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { RateLimit } from '../../src/server/http/rate-limit.ts';
import { MailAllowance } from '../../src/server/mail-allowance.ts';

const rateLimits = {
  of: (_name: string, limit: number | undefined, seconds?: number) => new RateLimit(limit, seconds),
};

function isAllowed(allowance: MailAllowance, caller: string, email: string, organizationId = 1): boolean {
  try {
    allowance.consume(caller, organizationId, email);
    return true;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 429);
    return false;
  }
}

test('an address gets two mails an hour in an organization, however it is spelled', () => {
  const allowance = new MailAllowance(rateLimits, 'tests');
  const answers = [
    isAllowed(allowance, '192.0.2.1', 'ann@example.org'),
    isAllowed(allowance, '192.0.2.2', 'ANN@example.org'),
    isAllowed(allowance, '192.0.2.3', 'ann@example.org'),
    isAllowed(allowance, '192.0.2.3', 'ann@example.org', 2),
  ];
  assert.deepEqual(answers, [true, true, false, true]);
});

test('a network over its limit cannot use up the allowance of an address', () => {
  const allowance = new MailAllowance(rateLimits, 'tests');
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    assert.equal(isAllowed(allowance, '192.0.2.1', `${name}@example.org`), true);
  }
  for (let times = 0; times < 3; times++) {
    assert.equal(isAllowed(allowance, '192.0.2.1', 'ann@example.org'), false);
  }
  assert.equal(isAllowed(allowance, '192.0.2.2', 'ann@example.org'), true);
});
