// Bounds on incoming mail: its size, what is read of it, the cost of one, and how many arrive at once.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import type { SMTPServerDataStream } from 'smtp-server';
import { limits } from '../../src/api-contract/limits.ts';
import { MailReader } from '../../src/integrations/incoming-mail/mail-reader.ts';
import { addressFor, newest, startMailServer } from '../mail/support.ts';
import { captureTimers, skipTimers } from '../support/captured-timers.ts';
import { skipWithoutLoopbackRange } from '../support/loopback.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';

const stream = (text: string) => {
  const passThrough = new PassThrough();
  passThrough.end(text);
  return passThrough as unknown as SMTPServerDataStream;
};
const HEADER = 'From: ann@example.org\r\nSubject: s\r\n';
const MAIL = `${HEADER}\r\ntext`;

async function openReader(): Promise<MailReader> {
  const reader = await MailReader.open(temporaryFolder());
  after(() => reader.close());
  return reader;
}
const reader = await openReader();

test('bound incomingMailBytes: a larger mail is refused', async () => {
  await assert.rejects(
    withLimit('incomingMailBytes', MAIL.length - 1, () => reader.read(stream(MAIL))),
    /The email is too large/,
  );
  await withLimit('incomingMailBytes', MAIL.length, () => reader.read(stream(MAIL)));
});

test('bound incomingMailSeconds: a mail that takes longer is refused', async (context) => {
  const limited = await withLimit('incomingMailSeconds', 7, openReader);
  skipTimers(context, 7000);
  await assert.rejects(limited.read(stream(MAIL)), /takes too long/);
});

test('bound incomingMailMegabytes: a mail that takes more memory is refused', async () => {
  // Less than the reader process needs before its first mail.
  const limited = await withLimit('incomingMailMegabytes', 3, openReader);
  await assert.rejects(limited.read(stream(MAIL)), /takes too long/);
});

/** A mail with nested parts; the innermost has the text. */
function nested(depth: number): string {
  const open = Array.from({ length: depth }, (_, level) => [
    `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    `\r\n--b${level}--\r\n`,
  ]);
  const [begin, end] = [open.map(([part]) => part), open.map(([, part]) => part).reverse()];
  return `${HEADER}${begin.join('')}Content-Type: text/plain\r\n\r\ntext${end.join('')}`;
}

test('bound incomingMailDepth: parts may be nested that deeply', async () => {
  const { mail } = await reader.read(stream(nested(limits.incomingMailDepth)));
  assert.equal(mail.text?.trim(), 'text');
  await assert.rejects(reader.read(stream(nested(limits.incomingMailDepth + 1))), /cannot be read/);
});

test('bound incomingMailTextCharacters: that much of a text is read', async () => {
  const text = 'x'.repeat(70).concat('\r\n').repeat(4000);
  const { mail } = await reader.read(stream(`${HEADER}\r\n${text}`));
  assert.equal(mail.text?.length, limits.incomingMailTextCharacters);
});

test('bound incomingMailFiles: that many files are stored, and the rest are counted', async () => {
  const server = await startMailServer();
  const olive = await server.as('olive');
  const { stream_id } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
  const send = async (count: number) => {
    const attachments = Array.from({ length: count }, (_, i) => ({ filename: `${i}.txt`, content: `${i}` }));
    await server.send({ to: await addressFor(olive, stream_id), subject: 's', text: 'files', attachments });
    const { content } = await newest(olive);
    return [
      content.match(/\/user_uploads\//g)?.length,
      /(\d+) more files were not attached/.exec(content)?.[1],
    ];
  };
  assert.deepEqual(await send(limits.incomingMailFiles + 2), [limits.incomingMailFiles, '2']);
});

test('bound incomingMailConnections: further connections get an error that says to try again', async () => {
  const server = await withLimit('incomingMailConnections', 2, () => startMailServer());
  const greeted = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(0, 3);
  const sockets = Array.from({ length: 3 }, () => connect(server.server.incomingMailPort, '127.0.0.1'));
  assert.deepEqual((await Promise.all(sockets.map(greeted))).sort(), ['220', '220', '421']);
  for (const socket of sockets) socket.destroy();
});

test('bound incomingMailConnectionsPerNetwork: a network at its limit does not affect others', {
  skip: await skipWithoutLoopbackRange(),
}, async () => {
  const server = await withLimit('incomingMailConnectionsPerNetwork', 2, () => startMailServer());
  const port = server.server.incomingMailPort;
  const from = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress });
  const greeted = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(0, 3);
  const sockets = [from('127.0.0.2'), from('127.0.0.2')];
  assert.deepEqual(await Promise.all(sockets.map(greeted)), ['220', '220']);
  assert.equal(await greeted(from('127.0.0.2')), '421');
  const other = from('127.0.0.3');
  assert.equal(await greeted(other), '220');
  for (const socket of [...sockets, other]) socket.destroy();
  await waitUntil(async () => {
    const connection = from('127.0.0.2');
    const answer = await greeted(connection);
    connection.destroy();
    return answer === '220';
  });
});

test('bound incomingMailConnectionSeconds: a connection ends in time, whether silent or active', async (t) => {
  const server = await startMailServer();
  const endTimers = captureTimers(t, limits.incomingMailConnectionSeconds * 1000);
  const silent = connect(server.server.incomingMailPort, '127.0.0.1');
  const talking = connect(server.server.incomingMailPort, '127.0.0.1');
  let received = '';
  silent.on('data', (data) => {
    received += data;
  });
  let answers = 0;
  talking.on('data', () => {
    answers++;
    talking.write('NOOP\r\n');
  });
  // Its last write may fail on the closed connection.
  talking.on('error', () => undefined);
  await waitUntil(async () => received.endsWith('\r\n') && answers > 1);
  assert.deepEqual([endTimers.length, silent.closed, talking.closed], [2, false, false]);
  for (const end of endTimers) end();
  await waitUntil(async () => silent.closed && talking.closed);
  assert.match(received, /^220 [^\n]*\n421 4\.4\.2 /);
});
