// The elements of a signed SAML answer, as the library that parsed them represents them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDocument } from '../../src/api-contract/codec.ts';
import { attributeOf, childrenOf, samlElement } from '../../src/integrations/sign-in/saml-element.ts';

const decoded = (value: unknown) =>
  decodeDocument(samlElement, value, ({ description }) => new Error(description));

test('attributes, texts and children are read, even of empty elements', () => {
  const element = decoded({
    $: { ID: 'a' },
    NameID: [{ $: { Format: 'f' }, _: ' mel\n' }],
    Conditions: ['\n '],
  });
  assert.equal(attributeOf(element, 'ID'), 'a');
  const [name] = childrenOf(element, 'NameID');
  assert.deepEqual([name?.text, attributeOf(name, 'Format'), attributeOf(name, 'ID')], ['mel', 'f', '']);
  assert.equal(childrenOf(element, 'Conditions')[0]?.text, '');
  assert.deepEqual(childrenOf(element, 'constructor'), []);
});

test('anything else is refused with its path', () => {
  for (const [value, defect] of [
    [7, 'expected an object, got a number'],
    [{ Subject: 'mel' }, 'Subject: expected a list, got a string'],
    [{ Subject: [{ NameID: [{ _: ['mel'] }] }] }, 'Subject.0.NameID.0._: expected a string, got a list'],
    [{ $: { ID: 7 } }, '$.ID: expected a string, got a number'],
  ] as const)
    assert.throws(() => decoded(value), { message: defect });
});
