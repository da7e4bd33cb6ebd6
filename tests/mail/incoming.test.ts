// Incoming mail over real SMTP on loopback, from a real mail program.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { addressFor, newest, startMailServer } from './support.ts';

const server = await startMailServer();
const [olive, adam, mel, mia] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
]);
const general = (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
const address = await addressFor(mel, general);
const plain = address.replace('.show-sender', '');

async function channel(name: string, more: Record<string, unknown> = {}): Promise<number> {
  await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name }], ...more });
  return (await mel.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

describe('a mail becomes a message', () => {
  test('of the Email Gateway bot, under its subject, with the sender’s name', async () => {
    await server.send({ to: address, subject: 'Re: Grüße aus Köln', text: 'Hello **all**\n' });
    const message = await newest(mel);
    assert.equal(message.sender_email, 'emailgateway@parley.invalid');
    assert.equal(message.stream_id, general);
    assert.equal(message.subject, 'Grüße aus Köln');
    assert.equal(message.content, '**From:** Ann Other <ann@example.org>\n\nHello **all**');
    assert.equal(message.client, 'Internal');
    const line = server.logged.find(({ fields }) => fields.message_id === message.id);
    assert.deepEqual(
      [line?.level, line?.message, line?.fields.channel],
      ['info', 'incoming email posted', general],
    );
  });

  test('of the account for which the address was made', async () => {
    await server.send({ to: await addressFor(mel, general, mel.userId), subject: 'mine', text: 'Hi' });
    assert.equal((await newest(mia)).sender_id, mel.userId);
    // It is unread for Mel, because someone else may have sent it to this address.
    assert.deepEqual((await newest(mel)).flags, []);
  });

  test('from its plain text, or its HTML if that is all or preferred', async () => {
    const html =
      '<p>Hello <b>there</b> <a href="https://example.com/x">link</a></p><ul><li>one</li></ul><script>bad()</script><img src="https://track.example/p.gif">';
    await server.send({ to: plain, subject: 'both', text: 'plain', html });
    assert.equal((await newest(mel)).content, 'plain');
    await server.send({ to: plain, subject: 'html', html });
    assert.equal((await newest(mel)).content, 'Hello **there** [link](https://example.com/x)\n\n*   one');
    await server.send({ to: plain.replace('@', '.prefer-html@'), subject: 'preferred', text: 'plain', html });
    assert.match((await newest(mel)).content, /^Hello \*\*there\*\*/);
  });

  test('without quotes and signature, unless the address or a forward includes them', async () => {
    const text = 'Yes.\n\n--\nAnn\n\nOn Monday, Bo wrote:\n> Really?\n';
    await server.send({ to: plain, subject: 'trim', text });
    assert.equal((await newest(mel)).content, 'Yes.');
    await server.send({ to: plain.replace('@', '+include-quotes+include-footer@'), subject: 'whole', text });
    assert.match((await newest(mel)).content, /Ann[\s\S]*> Really\?/);
    await server.send({ to: plain, subject: 'Fwd: whole', text: 'See\n\nOn Monday, Bo wrote:\n> Really?\n' });
    assert.match((await newest(mel)).content, /> Really\?/);
  });

  test('with its subject in the text if the channel has no topics', async () => {
    const id = await channel('no topics', { topics_policy: 'empty_topic_only' });
    await server.send({ to: await addressFor(mel, id), subject: 'Re: Lunch', text: 'At noon' });
    const message = await newest(mel);
    assert.equal(message.subject, '');
    assert.equal(message.content, '**From:** Ann Other <ann@example.org>\n**Subject:** Lunch\n\nAt noon');
  });

  test('once, however often it is delivered', async () => {
    const mail = { to: plain, subject: 'twice', text: 'first', messageId: '<same@example.org>' };
    await server.send(mail);
    const { id } = await newest(mel);
    await server.send({ ...mail, text: 'second' });
    assert.equal((await newest(mel)).id, id);
    assert.ok(server.logged.some(({ message }) => message === 'incoming email already posted'));
  });

  test('in each of its channels', async () => {
    const other = await channel('other');
    await server.send({
      to: [plain, (await addressFor(mel, other)).replace('.show-sender', '')],
      subject: 'both',
      text: 'x',
    });
    const { messages } = await mel.ok('GET', '/messages', { anchor: 'newest', num_before: 2, num_after: 0 });
    assert.deepEqual(
      messages.map((one: { stream_id: number }) => one.stream_id).sort(),
      [general, other].sort(),
    );
  });

  test('with its files', async () => {
    const attachments = [{ filename: 'notes [1].txt', content: 'some notes' }];
    await server.send({ to: plain, subject: 'files', text: 'see', attachments });
    const { content } = await newest(mel);
    assert.match(content, /^see\n\n\[notes 1 \.txt\]\(\/user_uploads\//);
    const path = /\((\/user_uploads\/[^)]+)\)/.exec(content)?.[1] ?? '';
    const { url } = await mel.ok('GET', path.replace(/^\//, '/'));
    assert.equal(await (await fetch(server.url + url)).text(), 'some notes');
  });

  test('truncated to the maximum length', async () => {
    await server.send({ to: plain, subject: 'long', text: 'word '.repeat(5000) });
    const { content } = await newest(mel);
    assert.equal([...content].length, limits.messageCodePoints);
    assert.match(content, /\n\[message truncated\]$/);
    const attachments = [{ filename: 'notes.txt', content: 'some notes' }];
    await server.send({ to: plain, subject: 'long', text: 'word '.repeat(5000), attachments });
    const { content: withFile } = await newest(mel);
    assert.equal([...withFile].length, limits.messageCodePoints);
    assert.match(withFile, /\n\[message truncated\]\n\n\[notes\.txt\]\(\/user_uploads\/\S+\)$/);
  });

  test('noting an empty body if there was only a signature', async () => {
    await server.send({ to: plain, subject: 'empty', text: '--\nAnn' });
    assert.equal((await newest(mel)).content, '(No email body)');
  });

  test('even if everything in it is hostile', async () => {
    const deep = '<div>'.repeat(50_000);
    await server.send({ to: plain, subject: '\u202e<script>', html: `<p>x</p>${deep}`, text: 'ok \u0000' });
    const message = await newest(mel);
    assert.equal(message.subject, '<script>');
    assert.match(message.content, /^ok/);
  });
});

describe('a mail is refused', () => {
  const letter = { subject: 'refused', text: 'never' };
  const cases: [string, string, RegExp][] = [
    [
      'to another domain',
      'someone@elsewhere.example',
      /^550 5\.1\.1 Bad destination mailbox address: Address not recognized by gateway\./,
    ],
    ['without a token', 'general@in.example.com', /^550 5\.1\.1 .*not recognized/],
    [
      'with an unknown token',
      `general.${'0'.repeat(32)}@in.example.com`,
      /^550 5\.1\.1 Bad destination mailbox address: Bad stream token from email recipient general\.0/,
    ],
  ];
  for (const [name, to, expected] of cases) {
    test(name, async () => {
      assert.match(await server.errorFor({ ...letter, to }), expected);
    });
  }

  test('that this server sent, as a loop', async () => {
    const messageId = '<parley.0b8e7c5e-3d3a-4f6a-9c53-3a3a54a1b111.7@localhost>';
    assert.match(await server.errorFor({ ...letter, to: plain, messageId }), /^554 5\.4\.6 Mail loop/);
  });

  test('without content', async () => {
    const raw = (body: string) => ({
      envelope: { from: 'ann@example.org', to: [plain] },
      raw: `From: ann@example.org\r\nTo: ${plain}\r\nSubject: none\r\n${body}`,
    });
    assert.match(
      await server.errorFor(raw('Content-Type: application/pdf\r\n\r\nxx')),
      /^55\d .*Unable to find plaintext or HTML message body/,
    );
    assert.match(
      await server.errorFor(raw('Content-Type: text/html\r\n\r\n<p></p>')),
      /^55\d .*no nonempty body/,
    );
  });

  test('that is too large', async () => {
    const line = `${'x'.repeat(998)}\r\n`;
    const raw = `From: ann@example.org\r\n\r\n${line.repeat(Math.ceil(limits.incomingMailBytes / line.length))}`;
    assert.match(
      await server.errorFor({ envelope: { from: 'ann@example.org', to: [plain] }, raw }),
      /^552 5\.3\.4 The email is too large\./,
    );
    await server.send({ to: plain, subject: 'still here', text: 'yes' });
  });

  test('if the owner or the sender of the address may no longer post', async () => {
    const id = await channel('posting');
    await mia.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'posting' }] });
    const viaBot = await addressFor(mia, id);
    const own = await addressFor(mia, id, mia.userId);
    await server.send({ to: viaBot, subject: 'before', text: 'x' });
    await olive.ok('PATCH', `/streams/${id}`, {
      can_send_message_group: { new: { direct_members: [mel.userId], direct_subgroups: [] } },
    });
    for (const to of [viaBot, own]) {
      assert.match(
        await server.errorFor({ ...letter, to }),
        /^550 5\.7\.1 Permission denied: You do not have permission to post in this channel\./,
      );
    }
    await server.send({ to: await addressFor(mel, id), subject: 'after', text: 'x' });
    const line = server.logged.findLast(({ message }) => message === 'incoming email rejected');
    assert.equal(line?.fields.status, 550);
    await olive.ok('DELETE', `/streams/${id}`);
    await mel.refused('GET', `/streams/${id}/email_address`, {}, 'BAD_REQUEST', 'Invalid channel ID');
  });

  test('if the account behind the address is deactivated', async () => {
    const max = await server.as('max');
    const to = await addressFor(max, general, max.userId);
    const viaBot = await addressFor(max, general);
    await adam.ok('DELETE', `/users/${max.userId}`);
    for (const one of [to, viaBot])
      assert.match(await server.errorFor({ ...letter, to: one }), /^550 5\.7\.1 Permission denied/);
  });

  test('without posting any of it or logging an address', async () => {
    const { messages } = await mel.ok('GET', '/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'topic', operand: 'refused' }],
    });
    assert.deepEqual(messages, []);
    assert.ok(!JSON.stringify(server.logged).includes('@'));
  });
});

describe('a mail is accepted and not posted', () => {
  const letter = { to: plain, subject: 'automatic', text: 'no' };
  const sent: [string, Parameters<typeof server.send>[0]][] = [
    ['of a program that answered', { ...letter, headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['without a sender', { ...letter, envelope: { from: '', to: [plain] } }],
    [
      'of a mail server that reports',
      { ...letter, from: 'Mail Delivery System <MAILER-DAEMON@mx.example.org>' },
    ],
  ];
  for (const [name, mail] of sent) {
    test(name, async () => {
      await server.send(mail);
      assert.notEqual((await newest(mel)).subject, 'automatic');
      const { level, message } = server.logged.at(-1) ?? {};
      assert.deepEqual([level, message], ['info', 'incoming email accepted but not posted']);
    });
  }

  test('if it answers other mail, but not if a program sent it on its own', async () => {
    await server.send({
      to: plain,
      subject: 'alert',
      text: 'disk full',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    assert.equal((await newest(mel)).subject, 'alert');
  });
});

test('an organization accepts a limited number of mails per minute', async () => {
  const busy = await startMailServer();
  const to = await addressFor(await busy.as('mel'), general);
  const answers: string[] = [];
  for (let count = 0; count < 51; count++) answers.push(await busy.errorFor({ to, subject: 's', text: 't' }));
  assert.deepEqual(new Set(answers.slice(0, 50)), new Set(['it was accepted']));
  // A temporary status: the mail server retries, while 550 would make it give up.
  assert.match(answers[50] ?? '', /^450 4\.7\.1 Rate-limited due to too many emails on this realm\./);
  const { level, message, fields } = busy.logged.at(-1) ?? {};
  assert.deepEqual(
    [level, message, fields?.status],
    ['warn', 'incoming email deferred: rate limit reached', 450],
  );
});
