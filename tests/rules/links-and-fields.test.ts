// Valid linkifiers, code playgrounds and custom profile fields, alone and among others, as tables.

import { describe } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import type { LinkifierContent } from '../../src/model/linkifiers/linkifier.ts';
import {
  checkLinkifier,
  checkOrder,
  checkPatternIsFree,
  linkifierNotFound,
} from '../../src/model/linkifiers/linkifier-rules.ts';
import { checkPlayground, checkPlaygroundIsNew } from '../../src/model/playgrounds/playground-rules.ts';
import { FieldType, type ProfileField } from '../../src/model/profile-fields/profile-field.ts';
import {
  checkField,
  checkFieldOrder,
  checkMayEditOwnValue,
  fieldNotFound,
} from '../../src/model/profile-fields/profile-field-rules.ts';
import { rule } from './rule.ts';

const thrown = (error: Error) => () => {
  throw error;
};

describe('linkifiers', () => {
  const linkifier: LinkifierContent = {
    pattern: '#(?P<id>[0-9]+)(?P<part>[a-z])?',
    urlTemplate: 'https://tracker.example/{id}/{part}',
    exampleInput: null,
    reverseTemplate: null,
    alternativeUrlTemplates: [],
  };
  const example = { exampleInput: '#12' };
  for (const [what, more, expectedError] of [
    ['a pattern and a template', {}, undefined],
    ['an alternative', { alternativeUrlTemplates: ['https://t.example/{part}/{id}'] }, undefined],
    [
      'an alternative without a group',
      { alternativeUrlTemplates: ['https://t.example/{id}{part}', 'https://t.example/{id}'] },
      "Group 'part' in linkifier pattern is not present in URL template.",
    ],
    ['an example', example, undefined],
    [
      'an example that does not match',
      { exampleInput: 'no. 5' },
      'Example input does not match the linkifier pattern.',
    ],
    [
      'an example that matches in part',
      { exampleInput: 'see #5' },
      'Example input does not match the linkifier pattern.',
    ],
    ['a reverse template', { ...example, reverseTemplate: '#{id}{part}' }, undefined],
    [
      'a reverse template without an example',
      { reverseTemplate: '#{id}' },
      'A reverse template needs an example input.',
    ],
    ['a malformed reverse template', { ...example, reverseTemplate: '#{id' }, 'Invalid reverse template.'],
    [
      'a reverse template with another group',
      { ...example, reverseTemplate: '#{id}{toString}' },
      "Group 'toString' in reverse template is not present in linkifier pattern.",
    ],
    [
      'a reverse template that gives another text',
      { ...example, reverseTemplate: '!{id}' },
      'Reverse template does not give back the example input.',
    ],
  ] as const) {
    rule(what, expectedError, () => checkLinkifier({ ...linkifier, ...more }));
  }
  const duplicated = 'The ordered list must not contain duplicated linkifiers';
  const incomplete = 'The ordered list must enumerate all existing linkifiers exactly once';
  for (const [order, expectedError] of [
    [[3, 1, 2], undefined],
    [[3, 1, 1], duplicated],
    [[3, 1, 2, 2], duplicated],
    [[3, 1], incomplete],
    [[3, 1, 4], incomplete],
    [[3, 1, 2, 4], incomplete],
  ] as const) {
    rule(`the order ${order}`, expectedError, () => checkOrder(order, [1, 2, 3]));
  }
  const other = { ...linkifier, pattern: 'x' };
  rule('another pattern', undefined, () => checkPatternIsFree(linkifier, [other]));
  rule('the same pattern', 'A linkifier with this pattern already exists.', () =>
    checkPatternIsFree(linkifier, [other, { ...linkifier, urlTemplate: 'https://y.example/{id}' }]),
  );
  rule('an unknown id', 'Linkifier not found.', thrown(linkifierNotFound()));
});

describe('code playgrounds', () => {
  const playground = { name: 'Run', language: 'Python', urlTemplate: 'https://run.example/?code={code}' };
  const language = 'Invalid characters in pygments language';
  const template = 'Invalid URL template.';
  for (const [more, expectedError] of [
    [{}, undefined],
    [{ language: 'C++ 98' }, undefined],
    [{ language: '' }, language],
    [{ language: ' C' }, language],
    [{ language: 'C{}' }, language],
    [{ urlTemplate: 'https://run.example/{code' }, template],
    [{ urlTemplate: 'javascript:{code}' }, template],
    [{ urlTemplate: 'https://{code}' }, template],
    [
      { urlTemplate: 'https://run.example/{text}' },
      'Missing the required variable "code" in the URL template',
    ],
    [
      { urlTemplate: 'https://run.example/{code}/{text}' },
      '"code" should be the only variable present in the URL template',
    ],
  ] as const) {
    rule(JSON.stringify(more), expectedError, () => checkPlayground({ ...playground, ...more }));
  }
  const other = { ...playground, name: 'Try' };
  rule('another name', undefined, () => checkPlaygroundIsNew(playground, [other]));
  rule('another language', undefined, () =>
    checkPlaygroundIsNew(playground, [{ ...playground, language: 'Ruby' }]),
  );
  rule('the same name and language', 'A playground with this name and language already exists.', () =>
    checkPlaygroundIsNew(playground, [other, playground]),
  );
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
  const other = { ...field, id: 2, name: 'Other' };
  const summaryField = { ...other, isInSummary: true };
  const matching = 'Field type not supported for use in user matching.';
  const onCards = 'Only 2 custom profile fields can be displayed in the profile summary.';
  for (const [what, more, others, expectedError] of [
    ['an additional field', {}, [other], undefined],
    ['no name', { name: ' ' }, [], 'Label cannot be blank.'],
    ['a name that another field has', {}, [other, field], 'A field with that label already exists.'],
    ['on the card', { isInSummary: true }, [summaryField, other], undefined],
    ['a third on the card', { isInSummary: true }, [summaryField, summaryField], onCards],
    ['a third that is not on the card', {}, [summaryField, summaryField], undefined],
    [
      'people on the card',
      { isInSummary: true, type: FieldType.people },
      [],
      'Field type not supported for display in profile summary.',
    ],
    ['people elsewhere', { type: FieldType.people }, [], undefined],
    ['texts to find people by', { isForMatching: true }, [], undefined],
    ['accounts to find people by', { isForMatching: true, type: FieldType.externalAccount }, [], undefined],
    ['dates to find people by', { isForMatching: true, type: FieldType.date }, [], matching],
    ['dates', { type: FieldType.date }, [], undefined],
  ] as const) {
    rule(what, expectedError, () => checkField({ ...field, ...more }, others));
  }
  for (const [order, expectedError] of [
    [[2, 1], undefined],
    [[2, 2], 'Invalid order mapping.'],
    [[2, 1, 2], 'Invalid order mapping.'],
    [[2], 'Invalid order mapping.'],
    [[2, 3], 'Invalid order mapping.'],
    [[2, 1, 3], 'Invalid order mapping.'],
  ] as const) {
    rule(`the order ${order}`, expectedError, () => checkFieldOrder(order, [field, other]));
  }
  const refusalText = 'You are not allowed to change this field. Contact an administrator to update it.';
  for (const [isEditableByUser, role, expectedError] of [
    [true, Role.guest, undefined],
    [false, Role.administrator, undefined],
    [false, Role.moderator, refusalText],
  ] as const) {
    rule(
      `role ${role} fills a field that ${isEditableByUser ? 'its owner' : 'only an administrator'} may edit`,
      expectedError,
      () => checkMayEditOwnValue({ ...field, isEditableByUser }, role),
    );
  }
  rule('an unknown id', 'Field id 3 not found.', thrown(fieldNotFound(3)));
});
