// Rules without a server: templates, linkifiers, domains, fields, values and emoji names.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isInDomains, normalDomain } from '../../src/model/domains/domain-rules.ts';
import { normalEmojiName } from '../../src/model/emoji/emoji-rules.ts';
import type { LinkifierContent } from '../../src/model/linkifiers/linkifier.ts';
import { checkLinkifier, checkOrder } from '../../src/model/linkifiers/linkifier-rules.ts';
import { checkPlayground } from '../../src/model/playgrounds/playground-rules.ts';
import { checkedFieldData } from '../../src/model/profile-fields/field-data.ts';
import { FieldType, type ProfileField } from '../../src/model/profile-fields/profile-field.ts';
import { checkedProfileValue } from '../../src/model/profile-fields/profile-values.ts';
import { templateVariables } from '../../src/model/url-template.ts';

const linkifier: LinkifierContent = {
  pattern: '#(?P<id>[0-9]+)',
  urlTemplate: 'https://tracker.example/issues/{id}',
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
};

describe('URL templates', () => {
  test('name their variables once each', () => {
    assert.deepEqual(templateVariables('https://x.example/{a}{?b,c*}/{+a:3}'), ['a', 'b', 'c']);
  });

  test('are refused with stray braces', () => {
    for (const text of [
      'https://x.example/{',
      'https://x.example/}',
      'https://x.example/{}',
      'https://x/{a b}',
    ]) {
      assert.equal(templateVariables(text), undefined, text);
    }
  });
});

describe('linkifiers', () => {
  test('need the same names in pattern and template', () => {
    checkLinkifier(linkifier);
    assert.throws(() => checkLinkifier({ ...linkifier, urlTemplate: 'https://tracker.example/{nr}' }), {
      message: "Group 'nr' in URL template is not present in linkifier pattern.",
    });
    assert.throws(() => checkLinkifier({ ...linkifier, urlTemplate: 'https://tracker.example/' }), {
      message: "Group 'id' in linkifier pattern is not present in URL template.",
    });
  });

  test('are refused if the pattern cannot run in linear time', () => {
    assert.throws(() => checkLinkifier({ ...linkifier, pattern: '(?P<id>a)(?=b)' }), {
      message: /Bad regular/,
    });
  });

  test('reproduce an example through the reverse template, or are refused', () => {
    const reversible = { ...linkifier, exampleInput: '#1234', reverseTemplate: '#{id}' };
    checkLinkifier(reversible);
    assert.throws(() => checkLinkifier({ ...reversible, reverseTemplate: '!{id}' }));
    assert.throws(() => checkLinkifier({ ...reversible, reverseTemplate: '#{nr}' }));
    assert.throws(() => checkLinkifier({ ...reversible, exampleInput: null }));
    assert.throws(() => checkLinkifier({ ...reversible, exampleInput: 'no. 5' }));
  });

  test('treat doubled braces in the reverse template as braces', () => {
    const braces = { ...linkifier, pattern: '\\{(?P<id>[0-9]+)\\}', exampleInput: '{12}' };
    checkLinkifier({ ...braces, reverseTemplate: '{{{id}}}' });
  });

  test('are reordered by all of their ids, each once', () => {
    checkOrder([3, 1, 2], [1, 2, 3]);
    assert.throws(() => checkOrder([3, 1], [1, 2, 3]));
    assert.throws(() => checkOrder([3, 1, 1], [1, 2, 3]));
  });
});

describe('code playgrounds', () => {
  test('have a URL template whose only variable is the code', () => {
    const playground = { name: 'Run', language: 'Python', urlTemplate: 'https://run.example/?code={code}' };
    checkPlayground(playground);
    assert.throws(() => checkPlayground({ ...playground, urlTemplate: 'https://run.example/' }));
    assert.throws(() =>
      checkPlayground({ ...playground, urlTemplate: 'https://run.example/{code}/{other}' }),
    );
  });

  test('have a URL of a web page, not of a script', () => {
    const playground = { name: 'Run', language: 'Python' };
    for (const urlTemplate of [
      'javascript:alert({code})',
      'data:text/html,{code}',
      'JavaScript://run.example/%0a{code}',
      'file:///{code}',
      '//run.example/{code}',
      '/run/{code}',
      '{code}',
      'https://{code}',
    ]) {
      assert.throws(() => checkPlayground({ ...playground, urlTemplate }), {
        message: 'Invalid URL template.',
      });
    }
    checkPlayground({ ...playground, urlTemplate: 'HTTP://run.example/{code}' });
  });
});

describe('allowed domains', () => {
  test('have one normalized form', () => {
    assert.equal(normalDomain(' Example.COM '), 'example.com');
    for (const text of ['', 'example', '.example.com', 'a..b', '-a.example', 'exa_mple.com']) {
      assert.throws(() => normalDomain(text), { message: /^Invalid domain: / }, text);
    }
  });

  test('accept their own addresses, and subdomains only if allowed', () => {
    const domain = { id: 1, domain: 'example.com', allowSubdomains: false };
    assert.equal(isInDomains('a@Example.com', [domain]), true);
    assert.equal(isInDomains('a@mail.example.com', [domain]), false);
    assert.equal(isInDomains('a@mail.example.com', [{ ...domain, allowSubdomains: true }]), true);
    assert.equal(isInDomains('a@badexample.com', [{ ...domain, allowSubdomains: true }]), false);
  });
});

describe('custom profile fields', () => {
  const field: ProfileField = {
    id: 1,
    type: FieldType.shortText,
    name: 'Answer',
    hint: '',
    data: '',
    position: 1,
    isInSummary: false,
    isRequired: false,
    isEditableByUser: true,
    isForMatching: false,
  };
  const noAccounts = () => undefined;

  test('a dropdown has options with different texts', () => {
    const one = { text: 'Vim', order: '1' };
    assert.equal(checkedFieldData(FieldType.choice, { 0: one }), '{"0":{"text":"Vim","order":"1"}}');
    assert.throws(() => checkedFieldData(FieldType.choice, {}), {
      message: 'Field must have at least one choice.',
    });
    assert.throws(() => checkedFieldData(FieldType.choice, { 0: one, 1: one }));
  });

  test('an external account is of a known type or has a URL pattern', () => {
    assert.equal(checkedFieldData(FieldType.externalAccount, { subtype: 'github' }), '{"subtype":"github"}');
    assert.throws(() => checkedFieldData(FieldType.externalAccount, { subtype: 'nowhere' }));
    const url_pattern = 'https://example.com/%(username)s';
    checkedFieldData(FieldType.externalAccount, { subtype: 'custom', url_pattern });
    assert.throws(() =>
      checkedFieldData(FieldType.externalAccount, { subtype: 'custom', url_pattern: 'https://e.com' }),
    );
  });

  test('a value must fit the type of its field', () => {
    const value = (type: FieldType, sent: string | number[], data = '') =>
      checkedProfileValue({ ...field, type, data }, sent, noAccounts);
    assert.equal(value(FieldType.date, '1909-04-05'), '1909-04-05');
    assert.throws(() => value(FieldType.date, '1909-02-30'), { message: 'Answer is not a date' });
    assert.equal(value(FieldType.link, 'https://example.com/a'), 'https://example.com/a');
    assert.throws(() => value(FieldType.link, 'javascript:alert(1)'), { message: 'Answer is not a URL' });
    assert.equal(value(FieldType.choice, '0', '{"0":{"text":"Vim","order":"1"}}'), '0');
    assert.throws(() => value(FieldType.choice, '7', '{"0":{"text":"Vim","order":"1"}}'), {
      message: "'7' is not a valid choice for 'Answer'.",
    });
    assert.throws(() => value(FieldType.shortText, 'x'.repeat(51)), {
      message: 'Answer is too long (limit: 50 characters)',
    });
    assert.throws(() => value(FieldType.people, [7]), { message: 'Invalid user ID: 7' });
    assert.throws(() => value(FieldType.people, '7'), { message: 'User IDs is not a list' });
  });

  test('people must be active accounts', () => {
    const people = { ...field, type: FieldType.people };
    assert.equal(
      checkedProfileValue(people, [7], () => ({ isActive: true, isBot: false })),
      '[7]',
    );
    assert.throws(() => checkedProfileValue(people, [7], () => ({ isActive: true, isBot: true })), {
      message: 'User with ID 7 is a bot',
    });
  });
});

describe('names of custom emoji', () => {
  test('have one normalized form', () => {
    assert.equal(normalEmojiName(' Party Parrot2'), 'party_parrot2');
    for (const name of ['', 'a/b', 'ümlaut', 'ends_']) assert.throws(() => normalEmojiName(name), name);
  });
});
