// Rules for the lists of the organization: examples of linkifiers, order, profile fields, names of emoji.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { compileLinkifier } from '../../src/markdown/linkifiers.ts';
import { normalEmojiName } from '../../src/model/emoji/emoji-rules.ts';
import { checkedFieldData } from '../../src/model/profile-fields/field-data.ts';
import { FieldType } from '../../src/model/profile-fields/profile-field.ts';
import { activeEmoji, emojiNameFrom } from '../../web/organization/lists/emoji-rules.ts';
import {
  draftOf,
  emptyField,
  type Field,
  type FieldDraft,
  fieldTypes,
  isReady,
  mayMatch,
  maySummarize,
  sentField,
} from '../../web/organization/lists/field-rules.ts';
import { tryLinkifier } from '../../web/organization/lists/linkifier-trial.ts';
import { moveId } from '../../web/organization/lists/order.ts';

const address = 'https://example.com/issues/{id}';

test('an example is tested as the server will render it', () => {
  const cases = [
    ['#(?P<id>[0-9]+)', address, 'see #12, (#13) and a#14 or #15x'],
    ['(?i)issue (?P<id>[0-9]+)', address, 'Issue 7 and issue 8'],
    ['(?P<org>[a-z]+)#(?P<id>\\d+)', 'https://example.com/{org}/{id}', 'parley#4'],
  ] as const;
  for (const [pattern, urlTemplate, example] of cases) {
    const trial = tryLinkifier(pattern, urlTemplate, example);
    assert.equal(trial.kind, 'linked');
    const links = trial.parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
    const compiled = compileLinkifier({ id: 1, pattern, urlTemplate });
    const expected = compiled
      .find(example)
      .map(({ start, end, url }) => ({ text: example.slice(start, end), address: url }));
    assert.deepEqual(links, expected);
    const whole = trial.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
    assert.equal(whole, example);
  }
});

test('an example without a match, and a pattern that cannot be tested, are reported', () => {
  assert.equal(tryLinkifier('#(?P<id>[0-9]+)', address, 'nothing').kind, 'unmatched');
  assert.equal(tryLinkifier('#(?P<id>[0-9]+', address, '#1').kind, 'unknown');
  assert.equal(tryLinkifier('', address, '#1').kind, 'nothing');
  assert.equal(tryLinkifier('(?P<id>x*)', address, '').kind, 'nothing');
});

test('an entry swaps places with its neighbor, and stays at the ends', () => {
  assert.deepEqual(moveId([1, 2, 3], 3, -1), [1, 3, 2]);
  assert.deepEqual(moveId([1, 2, 3], 1, 1), [2, 1, 3]);
  assert.deepEqual(moveId([1, 2, 3], 1, -1), [1, 2, 3]);
  assert.deepEqual(moveId([1, 2, 3], 3, 1), [1, 2, 3]);
  assert.deepEqual(moveId([1, 2, 3], 9, 1), [1, 2, 3]);
});

test('every field type is offered by its number', () => {
  assert.deepEqual(Object.values(fieldTypes), Object.values(FieldType));
});

const list: FieldDraft = { ...emptyField, type: 'choice', name: 'Team' };

test('options keep their keys, new ones get unused keys, and empty ones are omitted', () => {
  const choices = [
    { key: '4', text: 'Late' },
    { key: '', text: ' New ' },
    { key: '1', text: 'Early' },
    { key: '', text: '' },
  ];
  const { field_data: data } = sentField({ ...list, choices });
  assert.deepEqual(data, {
    4: { text: 'Late', order: '1' },
    5: { text: 'New', order: '2' },
    1: { text: 'Early', order: '3' },
  });
  assert.doesNotThrow(() => checkedFieldData(FieldType.choice, data));
});

test('a field that is edited without changes is sent with the same values', () => {
  const field = {
    id: 3,
    type: 3,
    order: 1,
    name: 'Team',
    hint: 'Yours',
    field_data: '{"0":{"text":"b","order":"2"},"1":{"text":"a","order":"1"}}',
    required: true,
    editable_by_user: false,
    display_in_profile_summary: true,
  } as Field;
  const draft = draftOf(field);
  assert.deepEqual(
    draft.choices.map(({ text }) => text),
    ['a', 'b', ''],
  );
  assert.deepEqual(sentField(draft), {
    name: 'Team',
    hint: 'Yours',
    field_data: { 0: { text: 'b', order: '2' }, 1: { text: 'a', order: '1' } },
    display_in_profile_summary: true,
    required: true,
    editable_by_user: false,
    use_for_user_matching: false,
  });
});

test('known external accounts have a name, others need a URL pattern', () => {
  const accountField: FieldDraft = { ...emptyField, type: 'account', account: 'github' };
  assert.ok(isReady(accountField));
  assert.ok(!('name' in sentField(accountField)));
  const own: FieldDraft = {
    ...accountField,
    account: 'custom',
    name: 'Forge',
    address: 'https://forge.example/',
  };
  assert.ok(!isReady(own));
  const whole = { ...own, address: 'https://forge.example/%(username)s' };
  assert.ok(isReady(whole));
  assert.doesNotThrow(() => checkedFieldData(FieldType.externalAccount, sentField(whole).field_data));
});

test('a field needs a name, and a list needs an option', () => {
  assert.ok(!isReady(emptyField));
  assert.ok(isReady({ ...emptyField, name: 'Mobile' }));
  assert.ok(!isReady(list));
  assert.ok(isReady({ ...list, choices: [{ key: '', text: 'One' }] }));
});

test('at most two fields are on the user card, none with people; only text and account fields are searchable', () => {
  const summaryField = { display_in_profile_summary: true } as Field;
  assert.ok(maySummarize('date', [summaryField]));
  assert.ok(!maySummarize('date', [summaryField, summaryField]));
  assert.ok(!maySummarize('people', []));
  assert.deepEqual((Object.keys(fieldTypes) as (keyof typeof fieldTypes)[]).filter(mayMatch), [
    'shortText',
    'account',
  ]);
});

test('emoji are listed by name without deactivated ones, and a file name becomes the emoji name', () => {
  const emoji = (name: string, deactivated = false) => ({ id: name, name, deactivated });
  const state = { realm_emoji: { 1: emoji('zebra'), 2: emoji('ant'), 3: emoji('gone', true) } };
  assert.deepEqual(
    activeEmoji(state as unknown as State).map(({ name }) => name),
    ['ant', 'zebra'],
  );
  for (const [file, name] of [
    ['Party Parrot!.gif', 'party_parrot'],
    ['.hidden', ''],
    ['über.png', 'ber'],
    ['a.b.png', 'a.b'],
  ] as const) {
    assert.equal(emojiNameFrom(file), name);
    if (name !== '') assert.equal(normalEmojiName(name), name);
  }
});
