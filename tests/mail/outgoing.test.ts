// Outgoing mail, over real SMTP on loopback.

import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import { isPermanentMailError } from '../../src/integrations/mail/permanent-mail-error.ts';
import { mailTo, startMailSink } from '../support/mail.ts';
import { startTestServer, type TestServer, testDatabaseUrl } from '../support/server.ts';

const letter = {
  to: 'ann@example.org',
  subject: 'Grüße',
  text: 'First <b> https://example.com/?a=1&b=2\n\nSecond',
};

function queue({ server }: TestServer, mail: Parameters<typeof queueMail>[1] = letter): Promise<void> {
  return server.services.database.write(1, (writer) => queueMail(writer, mail));
}

async function waitingMails({ server }: TestServer) {
  const { db } = server.services.database.reader(1);
  return db.selectFrom('outbox').selectAll().where('kind', '=', 'mail').execute();
}

function header(mail: { headers: readonly { key: string; value: string }[] } | undefined, name: string) {
  return mail?.headers.find(({ key }) => key === name)?.value;
}

describe('a mail', () => {
  test('is sent to the configured server, as text and HTML', async () => {
    const sink = await startMailSink();
    const server = await startTestServer({ smtpUrl: sink.url, mailFrom: 'chat@example.net' });
    await queue(server, { ...letter, unsubscribeUrl: 'https://chat.example.net/off/abc' });
    await server.server.scheduler.runDue();
    const [one, ...more] = sink.received;
    assert.deepEqual(more, []);
    assert.deepEqual([one?.from, one?.to], ['chat@example.net', ['ann@example.org']]);
    assert.equal(one?.mail.subject, 'Grüße');
    assert.equal(one?.mail.text?.trim(), letter.text);
    assert.match(
      one?.mail.html ?? '',
      /First &lt;b&gt; <a class="link" href="https:\/\/example\.com\/\?a=1&amp;b=2"/,
    );
    assert.equal(header(one?.mail, 'list-unsubscribe'), '<https://chat.example.net/off/abc>');
    assert.equal(header(one?.mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.equal(header(one?.mail, 'auto-submitted'), 'auto-generated');
    assert.deepEqual(await waitingMails(server), []);
  });

  test('has links that end before the full stop of their sentence', async () => {
    const sink = await startMailSink();
    const server = await startTestServer({ smtpUrl: sink.url });
    const text =
      'At https://chat.example. (See http://a.example/b?c=d.e!) Or: https://x.example/y/, "https://z.example:80/"';
    await queue(server, { ...letter, text });
    await server.server.scheduler.runDue();
    const links = [...(sink.received[0]?.mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    assert.deepEqual(links, [
      'https://chat.example',
      'http://a.example/b?c=d.e',
      'https://x.example/y/',
      'https://z.example:80/',
    ]);
  });

  test('is logged with its outcome', async () => {
    const sink = await startMailSink();
    for (const [smtpUrl, expected] of [
      [sink.url, 'email sent'],
      [undefined, 'email written to a file: no mail server is configured'],
    ] as const) {
      const logLines: string[] = [];
      const note = (_fields: unknown, message: string) => void logLines.push(message);
      const server = await startTestServer({ smtpUrl, log: { info: note, warn: note, error: note } });
      await queue(server);
      await server.server.scheduler.runDue();
      assert.ok(logLines.includes(expected), logLines.join());
    }
  });

  test('of a conversation is threaded with the others', async () => {
    const sink = await startMailSink();
    const server = await startTestServer({ smtpUrl: sink.url, mailFrom: 'chat@example.net' });
    for (const conversationId of [7, 7, 8]) await queue(server, { ...letter, conversationId });
    await server.server.scheduler.runDue();
    const references = sink.received.map(({ mail }) => header(mail, 'references'));
    assert.match(references[0] ?? '', /^<parley-conversation\.[0-9a-f-]{36}\.[78]@example\.net>$/);
    assert.equal(new Set(references).size, 2);
  });

  test('has no unsubscribe header if it was requested', async () => {
    const sink = await startMailSink();
    const server = await startTestServer({ smtpUrl: sink.url });
    await queue(server);
    await server.server.scheduler.runDue();
    assert.equal(sink.received.length, 1);
    assert.equal(header(sink.received[0]?.mail, 'list-unsubscribe'), undefined);
  });

  test('is sent automatically, soon after it was queued', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sink = await startMailSink({ onClose: () => resolve() });
    const server = await startTestServer({ smtpUrl: sink.url });
    await queue(server);
    await promise;
    assert.equal(sink.received.length, 1);
  });

  test('is written to a private file if no mail server is configured', async () => {
    const server = await startTestServer();
    await queue(server);
    const [mail, ...more] = await mailTo(server, 'ann@example.org');
    assert.deepEqual(more, []);
    assert.equal(mail?.subject, 'Grüße');
    const folder = join(server.dataDirectory, 'mail');
    const [name = ''] = await readdir(folder);
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
    assert.deepEqual(await waitingMails(server), []);
  });

  test('with a hostile address or subject adds no header and no recipient', async () => {
    const sink = await startMailSink();
    const server = await startTestServer({ smtpUrl: sink.url });
    await queue(server, { ...letter, subject: 'Hi\r\nBcc: eve@example.org\r\n\r\nbody' });
    await server.server.scheduler.runDue();
    assert.deepEqual(sink.received[0]?.to, ['ann@example.org']);
    assert.equal(header(sink.received[0]?.mail, 'bcc'), undefined);
  });
});

describe('a mail refused by the server', () => {
  test('temporarily is retried with the same Message-ID, with backoff', async () => {
    // After the time at which the mail is queued, however long the server takes to start.
    let now = Date.now() / 1000 + 600;
    let remainingErrors = 2;
    const ids: (string | undefined)[] = [];
    const sink = await startMailSink({
      onMailFrom(_address, _session, done) {
        const error = Object.assign(new Error('come back later'), { responseCode: 451 });
        done(remainingErrors-- > 0 ? error : null);
      },
    });
    const server = await startTestServer({ smtpUrl: sink.url, clock: () => now });
    const { scheduler } = server.server;
    await queue(server);
    await scheduler.runDue();
    const [row] = await waitingMails(server);
    assert.equal(row?.attempts, 1);
    assert.ok(row.due_at > now + 20);
    await scheduler.runDue();
    assert.equal((await waitingMails(server))[0]?.attempts, 1);
    now += 31;
    await scheduler.runDue();
    assert.equal((await waitingMails(server))[0]?.attempts, 2);
    now += 121;
    await scheduler.runDue();
    assert.deepEqual(await waitingMails(server), []);
    ids.push(header(sink.received[0]?.mail, 'message-id'));
    assert.equal(sink.received.length, 1);
    assert.match(ids[0] ?? '', new RegExp(`^<parley\\.[0-9a-f-]{36}\\.${row.id}@localhost>$`));
  });

  test('permanently is abandoned at once, and logged without the address', async () => {
    const lines: string[] = [];
    const note = (fields: object, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`);
    const sink = await startMailSink({
      onRcptTo: ({ address }, _session, done) => done(new Error(`nobody is called ${address}`)),
    });
    const log = { info: note, warn: note, error: note };
    const server = await startTestServer({ smtpUrl: sink.url, log });
    await queue(server);
    await server.server.scheduler.runDue();
    assert.deepEqual(await waitingMails(server), []);
    assert.ok(lines.some((line) => line.includes('giving up') && line.includes('550')));
    assert.ok(!lines.some((line) => line.includes('ann@')));
  });

  test('because of a failed connection waits, and other requests continue', async () => {
    const closedServer = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closedServer.once('listening', resolve));
    const address = closedServer.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => closedServer.close(resolve));
    const server = await startTestServer({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await queue(server);
    await server.server.scheduler.runDue();
    assert.equal((await waitingMails(server))[0]?.attempts, 1);
    await (await server.as('mel')).ok('GET', '/users/me');
  });

  test('a mail server that never answers does not delay stopping, which is no attempt', async (t) => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const silent = createServer(() => resolve()).listen(0, '127.0.0.1');
    await new Promise((done) => silent.once('listening', done));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const server = await startTestServer({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await queue(server);
    await reached;
    const { database } = server.server.services;
    const close = database.close.bind(database);
    let attempts: number | undefined;
    t.mock.method(database, 'close', async () => {
      attempts = (await waitingMails(server))[0]?.attempts;
      await close();
    });
    await server.close();
    silent.close();
    assert.equal(attempts, 0);
  });
});

test('a permanent error is one of the mail itself, not of the credentials', () => {
  assert.equal(isPermanentMailError({ responseCode: 550 }), true);
  assert.equal(isPermanentMailError({ responseCode: 500 }), true);
  assert.equal(isPermanentMailError({ responseCode: 499 }), false);
  assert.equal(isPermanentMailError({ responseCode: 535, code: 'EAUTH' }), false);
  assert.equal(isPermanentMailError(new Error('the line broke')), false);
});

test('one of several servers on a database sends each mail', { skip: !testDatabaseUrl }, async () => {
  const sink = await startMailSink();
  const first = await startTestServer({ smtpUrl: sink.url });
  const second = await startTestServer({ smtpUrl: sink.url, databaseUrl: first.databaseUrl });
  for (let count = 0; count < 20; count++) await queue(first);
  await Promise.all([first.server.scheduler.runDue(), second.server.scheduler.runDue()]);
  const ids = sink.received.map(({ mail }) => mail.messageId);
  assert.equal(ids.length, 20);
  assert.equal(new Set(ids).size, 20);
});
