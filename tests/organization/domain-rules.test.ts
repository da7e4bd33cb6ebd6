// The valid forms of email domains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalDomain } from '../../src/model/domains/domain-rules.ts';

for (const [text, problem] of [
  ['', "Domain can't be empty."],
  ['  ', "Domain can't be empty."],
  ['acme', 'Domain must have at least one dot (.)'],
  [`${'a'.repeat(254)}.b`, 'Domain is too long'],
  ['.acme.example', 'Domain cannot start or end with a dot (.)'],
  ['acme.example.', 'Domain cannot start or end with a dot (.)'],
  ['acme..example', "Consecutive '.' are not allowed."],
  ['-acme.example', "Subdomains cannot start or end with a '-'."],
  ['acme-.example', "Subdomains cannot start or end with a '-'."],
  ['ac_me.example', "Domain can only have letters, numbers, '.' and '-'s."],
] as const) {
  test(`"${text.slice(0, 40)}" is not a domain`, () => {
    assert.throws(() => normalDomain(text), { message: `Invalid domain: ${problem}` });
  });
}

for (const [text, domain] of [
  [' Acme.EXAMPLE ', 'acme.example'],
  ['a-1.b209.example', 'a-1.b209.example'],
  [`${'a'.repeat(253)}.b`, `${'a'.repeat(253)}.b`],
] as const) {
  test(`"${text.slice(0, 40)}" is a domain`, () => assert.equal(normalDomain(text), domain));
}
