// Replies to mail about missed messages, posted to the conversation over real SMTP.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTransport } from 'nodemailer';
import type { Email } from 'postal-mime';
import { limits } from '../../src/api-contract/limits.ts';
import { DAY } from '../../src/api-contract/time.ts';
import { newClient } from '../access/support.ts';
import { header, startMissedMailServer, unsubscribeLink } from './missed-support.ts';
import { DOMAIN, newest } from './support.ts';

const server = await startMissedMailServer({ incomingMail: { port: 0, domain: DOMAIN } });
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
const MEL = 'mel@example.com';
const program = createTransport({ host: '127.0.0.1', port: server.server.incomingMailPort, ignoreTLS: true });

type Reply = Parameters<typeof program.sendMail>[0];

/** Replies to a mail; returns the error, if any. */
function answer(mail: Email | undefined, reply: Reply = {}): Promise<string | undefined> {
  const sent = {
    from: 'Somebody <else@example.org>',
    to: header(mail, 'reply-to'),
    subject: `Re: ${mail?.subject}`,
    text: `My answer\n\nOn Monday, Parley wrote:\n> ${mail?.text?.split('\n')[0]}\n`,
    ...reply,
  };
  return program.sendMail(sent).then(
    () => undefined,
    (error: { response?: string }) => error.response ?? String(error),
  );
}

describe('a reply to a mail', () => {
  test('about direct messages is posted to the conversation, as its recipient', async () => {
    await mia.sendDirect([mel.userId], 'a question');
    const [mail] = await server.mailTo(MEL);
    assert.match(header(mail, 'reply-to') ?? '', new RegExp(`^mm[0-9a-f]{32}@${DOMAIN}$`));
    assert.match(mail?.text ?? '', /You can also reply to this email/);
    assert.equal(await answer(mail), undefined);
    const message = await newest(mia);
    assert.equal(message.content, 'My answer');
    assert.equal(message.sender_id, mel.userId);
    assert.equal(message.type, 'private');
    assert.deepEqual((await newest(mel)).flags, ['read']);
  });

  test('is not offered if only a program would receive it', async () => {
    const helper = await server.as('helper');
    await helper.sendDirect([mel.userId], 'a report');
    await helper.sendDirect([mel.userId, mia.userId], 'a report to two');
    const texts = (await server.mailTo(MEL)).map(
      (mail) => [mail.text ?? '', header(mail, 'reply-to')] as const,
    );
    const [alone, both] = ['a report\n', 'a report to two'].map((part) =>
      texts.find(([text]) => text.includes(part)),
    );
    assert.match(alone?.[0] ?? '', /Replies to this email are not read/);
    assert.equal(alone?.[1], undefined);
    assert.match(both?.[0] ?? '', /You can also reply to this email/);
  });

  test('about a topic is posted there, even after the topic was moved', async () => {
    const { id } = await olive.ok('POST', '/channels/create', {
      name: 'answers',
      subscribers: [mel.userId, mia.userId, olive.userId],
    });
    const data = [{ stream_id: id, property: 'email_notifications', value: true }];
    await mel.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
    const question = await mia.sendToChannel('answers', 'here', 'a question');
    const [mail] = await server.mailTo(MEL);
    assert.equal(await answer(mail, { messageId: '<one@example.org>' }), undefined);
    assert.equal((await newest(mia)).subject, 'here');
    await olive.ok('PATCH', `/messages/${question}`, { topic: 'there', propagate_mode: 'change_all' });
    assert.equal(await answer(mail, { messageId: '<two@example.org>', text: 'More' }), undefined);
    const message = await newest(mia);
    assert.deepEqual([message.subject, message.content], ['there', 'More']);
  });

  test('does not disclose the mail’s links, even if it is quoted without marks', async () => {
    await mia.sendDirect([mel.userId], 'a question');
    const [mail] = await server.mailTo(MEL);
    const address = header(mail, 'reply-to') ?? '';
    const link = unsubscribeLink(mail);
    const text = `My answer\n\nReply-To: ${address}\n${mail?.text}`;
    assert.ok(text.includes(link));
    assert.equal(await answer(mail, { text }), undefined);
    assert.equal(
      await answer(mail, { text: '', html: `<p>Yes</p><a href="${link}">${link}</a>` }),
      undefined,
    );
    const { messages } = await mia.ok('GET', '/messages', {
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      apply_markdown: false,
    });
    const [first, second] = messages.map(({ content }: { content: string }) => content);
    assert.match(first, /^My answer[\s\S]*a question/);
    assert.match(second, /^Yes/);
    for (const secret of [link.split('/').at(-1) ?? '', address]) {
      assert.ok(!first.includes(secret) && !second.includes(secret));
    }
  });

  test('is posted only once, even if it is delivered several times', async () => {
    await mia.sendDirect([mel.userId], 'once');
    const [mail] = await server.mailTo(MEL);
    const reply = { messageId: '<twice@example.org>', text: 'Only once' };
    assert.equal(await answer(mail, reply), undefined);
    const first = await newest(mia);
    assert.equal(await answer(mail, reply), undefined);
    assert.equal((await newest(mia)).id, first.id);
  });

  test('is refused if the recipient may no longer post', async () => {
    const { id } = await olive.ok('POST', '/channels/create', {
      name: 'closing',
      subscribers: [mel.userId, mia.userId],
    });
    const data = [{ stream_id: id, property: 'email_notifications', value: true }];
    await mel.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
    const before = await mia.sendToChannel('closing', 'x', 'hello');
    const [mail] = await server.mailTo(MEL);
    await olive.ok('DELETE', `/streams/${id}`);
    assert.match((await answer(mail)) ?? '', /^550 5\.7\.1/);
    const { messages } = await mia.ok('GET', '/messages', {
      anchor: before,
      num_before: 0,
      num_after: 10,
      narrow: [{ operator: 'sender', operand: mel.userId }],
    });
    assert.deepEqual(
      messages.filter(({ stream_id }: { stream_id: number }) => stream_id === id),
      [],
    );
  });

  test('is refused for deactivated accounts and unknown addresses, and ignored from programs', async () => {
    const person = await newClient(server, { key: 'answering' });
    await mia.sendDirect([person.userId], 'hello');
    const [mail] = await server.mailTo('answering@example.com');
    for (const value of ['auto-replied', 'auto-generated']) {
      assert.equal(await answer(mail, { headers: { 'auto-submitted': value } }), undefined);
      assert.equal((await newest(mia)).content, 'hello');
    }
    const unknown = `mm${'0'.repeat(32)}@${DOMAIN}`;
    assert.match((await answer(mail, { to: unknown })) ?? '', /^550 5\.1\.1/);
    await olive.ok('DELETE', `/users/${person.userId}`);
    assert.match((await answer(mail)) ?? '', /^550 5\.7\.1/);
  });

  test('bound mailReplyDays: is accepted during that time and refused later', async () => {
    await mia.sendDirect([mel.userId], 'long ago');
    const [mail] = await server.mailTo(MEL);
    const makeOlder = (seconds: number) =>
      server.server.services.database.write(1, async (writer) => {
        await writer.db
          .updateTable('mail_reply')
          .set((row) => ({ expires_at: row('expires_at', '-', seconds) }))
          .execute();
      });
    await makeOlder(limits.mailReplyDays * DAY - 3600);
    assert.equal(await answer(mail), undefined);
    await makeOlder(2 * 3600);
    assert.match((await answer(mail)) ?? '', /^550 5\.1\.1/);
  });

  test('has no address if message content is disabled in mail', async () => {
    await mel.ok('PATCH', '/settings', { message_content_in_email_notifications: false });
    await mia.sendDirect([mel.userId], 'secret');
    const [mail] = await server.mailTo(MEL);
    assert.equal(header(mail, 'reply-to'), undefined);
    assert.match(mail?.text ?? '', /Replies to this email are not read/);
  });
});
