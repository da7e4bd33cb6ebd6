// The texts of mails in every language.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missedSubject, type SubjectConversation } from '../../src/jobs/missed-mail/subject.ts';
import { mailTexts, paragraphText } from '../../src/model/mail-texts/translated-mails.ts';
import { missedReasons } from '../../src/model/missed-mail/mail-reasons.ts';
import { textLanguages } from '../../src/texts/language-files.mjs';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';

const organization = { name: 'Acorn', url: 'https://acorn.example.com' };
const inviter = { name: 'Ann Other', email: 'ann@example.com' };
const link = 'https://acorn.example.com/link';
const expiresAt = 1_700_000_000;

/** Every mail of a language, with the facts that it must include. */
function mailsIn(language: string) {
  const texts = mailTexts(language);
  const email = 'bea@example.com';
  const invitation = { inviter, organization, link, expiresAt, comment: 'Come along' };
  const joined = { organizationName: 'Acorn', url: organization.url };
  const account = { organizationName: 'Acorn', email };
  const login = { program: 'Firefox (Linux)', address: '203.0.113.9', at: expiresAt };
  const required = [login.program, login.address, '2023'];
  const invited = ['Ann Other', 'Acorn', link, '2023', 'Come along'];
  return [
    { mail: texts.passwordReset({ email, organization, link }), facts: [email, 'Acorn', link] },
    { mail: texts.passwordWithoutAccount({ email, organization }), facts: [email, organization.url] },
    { mail: texts.passwordForDeactivated({ email, organization }), facts: [email, organization.url] },
    {
      mail: texts.passwordInDirectory({ email, organization, directoryName: 'Staff' }),
      facts: [email, organization.url, 'Staff'],
    },
    { mail: texts.emailChange({ organization, link }), facts: ['Acorn', link] },
    {
      mail: texts.accountDeactivated({ organizationName: 'Acorn', comment: 'Bye' }),
      facts: ['Acorn', 'Bye'],
    },
    { mail: texts.organizationDeactivated({ organization }), facts: ['Acorn', organization.url] },
    { mail: texts.invitation(invitation), facts: invited },
    { mail: texts.invitationReminder(invitation), facts: invited },
    { mail: texts.joining.confirm({ ...joined, link }), facts: ['Acorn', organization.url, link] },
    { mail: texts.joining.hasAccount({ ...joined, resetLink: link }), facts: ['Acorn', link] },
    { mail: texts.joining.isDeactivated(joined), facts: ['Acorn', organization.url] },
    { mail: texts.joining.joined({ ...joined, email }), facts: ['Acorn', organization.url, email] },
    {
      mail: texts.security.emailChanged({ ...account, newEmail: 'b@example.com' }),
      facts: ['b@example.com'],
    },
    { mail: texts.security.passwordChanged({ ...account, hasBots: true }), facts: ['Acorn', email, 'API'] },
    { mail: texts.security.newApiKey(account), facts: ['Acorn', email] },
    { mail: texts.security.newLogin({ ...account, ...login }), facts: ['Acorn', email, ...required] },
    {
      mail: texts.security.identityLinked({ ...account, providerName: 'Company' }),
      facts: ['Acorn', email, 'Company'],
    },
    { mail: texts.security.secondFactorOn(account), facts: ['Acorn', email] },
    { mail: texts.security.secondFactorOff(account), facts: ['Acorn', email] },
    {
      mail: texts.security.passkeyAdded({ ...account, name: 'Phone' }),
      facts: ['Acorn', email, 'Phone'],
    },
    {
      mail: texts.security.passkeyRemoved({ ...account, name: 'Phone' }),
      facts: ['Acorn', email, 'Phone'],
    },
    { mail: texts.security.authenticatorRemoved(account), facts: ['Acorn', email] },
  ];
}

for (const language of textLanguages()) {
  test(`every mail in ${language} includes its facts in its own language`, () => {
    const english = mailsIn('en');
    for (const [index, { mail, facts }] of mailsIn(language).entries()) {
      const whole = [mail.subject, ...mail.paragraphs.map(paragraphText)].join('\n\n');
      for (const fact of facts) assert.ok(whole.includes(fact), `${fact} in: ${whole}`);
      if (language !== 'en') assert.notEqual(mail.subject, english[index]?.mail.subject);
    }
    const { missed, digest } = mailTexts(language);
    for (const text of [digest.subject('Acorn'), digest.open('Acorn')]) assert.match(text, /Acorn/);
    assert.match(digest.senders(['Ann', 'Bea'], 3), /Ann.*Bea.*3/);
    assert.match(digest.moreChannels(7), /7/);
    if (language !== 'en') assert.notEqual(digest.reason, mailTexts('en').digest.reason);
    const because = missedReasons.map((reason) => missed.reason(reason));
    assert.equal(new Set(because).size, missedReasons.length);
    for (const count of [3, 17]) assert.match(missed.hidden(count, 'person'), new RegExp(String(count)));
  });
}

test('a mail in an unknown language is in English, and in a regional one in its language', () => {
  assert.equal(mailTexts('sv').language, 'en');
  assert.equal(mailTexts('en-gb').language, 'en');
  assert.equal(mailTexts('de').language, 'de');
  assert.equal(mailTexts('constructor').language, 'en');
});

describe('the subject of a mail about missed messages', () => {
  const direct = (...names: string[]): SubjectConversation => ({ kind: 'direct', names });
  const cases: readonly (readonly [SubjectConversation, string | undefined, string])[] = [
    [{ kind: 'hidden' }, undefined, 'New messages'],
    [{ kind: 'hidden' }, 'Acorn', 'New messages [Acorn]'],
    [{ kind: 'channel', channel: 'design', topic: 'logo' }, undefined, '#design > logo'],
    [{ kind: 'channel', channel: 'design', topic: '✔ logo' }, 'Acorn', '[resolved] #design > logo [Acorn]'],
    [{ kind: 'channel', channel: 'design', topic: '' }, undefined, '#design > general chat'],
    [direct('Ann'), undefined, 'DMs with Ann'],
    [direct('Ann', 'Bea'), undefined, 'Group DMs with Ann and Bea'],
    [direct('Ann', 'Bea', 'Cat'), undefined, 'Group DMs with Ann, Bea, and Cat'],
    [direct('Ann', 'Bea', 'Cat', 'Dan'), undefined, 'Group DMs with Ann, Bea, and 2 others'],
  ];
  for (const [conversation, name, subject] of cases) {
    test(subject, () => assert.equal(missedSubject(mailTexts('en').missed, conversation, name), subject));
  }
});

test('a password reset mail is in the account’s language', async () => {
  const server = await startTestServer();
  await (await server.as('mel')).ok('PATCH', '/settings', { default_language: 'fr' });
  await fetch(`${server.url}/accounts/password/reset/`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'mel@example.com' }),
    redirect: 'manual',
  });
  const [mail] = await mailTo(server, 'mel@example.com');
  assert.equal(mail?.subject, 'Nouveau mot de passe pour Parley Demo');
});
