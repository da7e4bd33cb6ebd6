// Which passwords are refused, and with which error.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkPassword, organizationWords } from '../../src/model/passwords/passwords.ts';

const own = [
  ...['mel.lopez@example.com', 'Mél López'],
  ...organizationWords('Acorn Trees', 'https://talk.oak-works.example:8443/team'),
];

const refusedPasswords: Readonly<
  Record<string, { readonly message: RegExp; readonly passwords: readonly string[] }>
> = {
  'a password that is too short': {
    message: /at least 8 characters/,
    passwords: ['', 'j7Ks2p', 'j7Ks2pQ', '暗号は長い😀'],
  },
  'repeated characters and sequences': {
    message: /repeats itself or follows/,
    passwords: [
      'aaaaaaaa',
      'abcdefgh1',
      'asdfghj1',
      '1qaz2wsx',
      'zaq12wsx',
      'qwertyuiop1',
      'qwerty123',
      'K9!K9!K9!K9!',
      '987654321',
    ],
  },
  'numbers and dates': { message: /number or a date/, passwords: ['19850412', '83619472'] },
  'common passwords': {
    message: /common password/,
    passwords: [
      ...['password', 'password1', 'Passw0rd!', 'P@ssw0rd123', '$unshine', 'letmein1', 'trustno1'],
      ...[
        'Dragon99',
        'dragon2024!',
        'iloveyou!!',
        'i love you',
        'hunter22',
        'Summer2026!',
        'monkey12',
        '!!princess',
      ],
      ...[
        'drowssap',
        'passwordpassword',
        'p.a.s.s.w.o.r.d',
        'MICHELLE',
        'sunsh1ne',
        '12345dragon',
        'dragon1234567890',
      ],
    ],
  },
  "the owner's name and addresses": {
    message: /your name or address/,
    passwords: [
      ...['mel.lopez@example.com', 'MelLopez1', 'lopez2026!', 'l0pez2026', 'zepol8361', 'example.com1'],
      ...['AcornTrees!', 'acorn2026', 'Trees8361'],
      ...['talk.oak-works.example', 'oak-works.example1', 'OakWorks2026!', 'works8361', 'oakw0rks'],
    ],
  },
};

describe('refuses', () => {
  for (const [what, { message, passwords }] of Object.entries(refusedPasswords)) {
    for (const password of passwords) {
      test(`${what}: ${JSON.stringify(password)}`, async () => {
        await assert.rejects(checkPassword(password, own), { status: 400, message });
      });
    }
  }

  test('a password that is too long', async () => {
    await assert.rejects(checkPassword('a1'.repeat(51), own), {
      message: /too long \(limit: 100 characters\)/,
    });
  });
});

describe('accepts', () => {
  for (const password of [
    'a rather long pass phrase',
    'correct horse',
    'a fine password',
    'tr0ub4dor&3',
    'j7Ks2pQz',
    '暗号😀は長いほう',
    'mel8361947205',
    'password83619472',
    'Kartoffelsalat im Mai',
    'пароль для бабушки',
    '暗号は長いほうがいい',
  ]) {
    test(JSON.stringify(password), () => checkPassword(password, own));
  }
});

test('no password takes long to check, however it was constructed', async () => {
  for (const part of ['1', '4@8({[</3|1!70$5%2', 'aA1!', 'ab', `${'!1'.repeat(20)}abc${'1!'.repeat(20)}`]) {
    // Only the time matters, not whether the password is accepted.
    await checkPassword(part.repeat(100).slice(0, 100), own).catch((error: unknown) =>
      assert.ok(error instanceof Error),
    );
  }
});
