// Malicious mail: read within bounds, outside the event loop, and clearly refused or posted in part.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, describe, mock, test } from 'node:test';
import type { SMTPServerDataStream } from 'smtp-server';
import { limits } from '../../src/api-contract/limits.ts';
import { boundedHtml, plainTextOf } from '../../src/integrations/incoming-mail/bounded-html.ts';
import { boundedMail } from '../../src/integrations/incoming-mail/bounded-mail.ts';
import { htmlToMarkdown } from '../../src/integrations/incoming-mail/html-to-markdown.ts';
import { MailError } from '../../src/integrations/incoming-mail/mail-errors.ts';
import { MailReader } from '../../src/integrations/incoming-mail/mail-reader.ts';
import { ProcessPool } from '../../src/workers/process-pool.ts';
import type { Tasks } from '../../src/workers/task.ts';
import { skipTimers } from '../support/captured-timers.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { addressFor, newest, startMailServer } from './support.ts';

const server = await startMailServer();
const mel = await server.as('mel');
const general = (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
const to = (await addressFor(mel, general)).replace('.show-sender', '');
const HEAD = `From: ann@example.org\r\nTo: ${to}\r\nSubject: hostile\r\n`;

function raw(text: string) {
  return { envelope: { from: 'ann@example.org', to: [to] }, raw: text };
}

function htmlMail(html: string) {
  return raw(`${HEAD}Content-Type: text/html\r\n\r\n${html.replace(/(.{900})/g, '$1\r\n')}`);
}

/** Somewhat more than a bound allows. */
const moreThan = (bound: number) => Math.ceil(bound * 1.2);
const ELEMENTS = limits.incomingMailHtmlElements;

describe('a mail designed to be slow', () => {
  /** The result: the beginning of the message, or of the error. */
  const cases: [string, () => ReturnType<typeof raw>, RegExp][] = [
    ['lists within lists', () => htmlMail(`${'<ul><li>'.repeat(moreThan(ELEMENTS / 2))}the end`), /the end$/],
    [
      'elements within elements',
      () => htmlMail(`<p>begin</p>${'<div>'.repeat(moreThan(ELEMENTS))}`),
      /^begin/,
    ],
    [
      'formats that begin again in every paragraph',
      () =>
        htmlMail(
          `${Array.from({ length: moreThan(ELEMENTS / 2) }, (_, index) => `<p><b id=${index}>`).join('')}x`,
        ),
      /x\*+$/,
    ],
    [
      'preformatted lines',
      () => htmlMail(`<p>begin</p><pre>${'\r\n'.repeat(moreThan(limits.incomingMailTextLines))}</pre>`),
      /^begin/,
    ],
    [
      'flowed lines',
      () =>
        raw(
          `${HEAD}Content-Type: text/plain; format=flowed\r\n\r\nbegin \r\n${'a \r\n'.repeat(moreThan(limits.incomingMailTextLines))}`,
        ),
      /^begin a a/,
    ],
    [
      'very many words',
      () => raw(`${HEAD}\r\nbegin ${'word '.repeat(moreThan(limits.incomingMailTextBytes / 5))}`),
      /^begin word/,
    ],
    [
      'groups in an address',
      () => raw(`${HEAD}Cc: ${'a:b,'.repeat(moreThan(limits.incomingMailHeaderBytes / 4))}\r\n\r\nx`),
      /^552 5\.3\.4 The email header is too large\./,
    ],
    [
      'groups in an address, folded',
      () => raw(`${HEAD}Cc: ${'a:b,\r\n '.repeat(moreThan(limits.incomingMailAddresses))}\r\n\r\nx`),
      /^554 5\.6\.0 The email has too many addresses\./,
    ],
    [
      'parts',
      () =>
        raw(
          `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(moreThan(limits.incomingMailParts))}--b--`,
        ),
      /^554 5\.6\.0 The email has too many parts\./,
    ],
  ];
  for (const [name, mail, expected] of cases) {
    test(`with ${name} is posted or refused`, async () => {
      const before = (await newest(mel)).id;
      const answer = await server.errorFor(mail());
      if (answer !== 'it was accepted') {
        assert.match(answer, expected);
        assert.equal((await newest(mel)).id, before);
        return;
      }
      const message = await newest(mel);
      assert.notEqual(message.id, before);
      assert.match(message.content, expected);
    });
  }

  test('does not block other requests', async () => {
    const file = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=lines.txt\r\n\r\n';
    const head = `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nslow\r\n--b\r\n`;
    const { run } = ProcessPool.prototype;
    const requested = Promise.withResolvers<void>();
    const isFree = Promise.withResolvers<void>();
    const holding = mock.method(
      ProcessPool.prototype,
      'run',
      async function (this: ProcessPool<Tasks>, ...task: [string, never]) {
        requested.resolve();
        await isFree.promise;
        return run.apply(this, task);
      },
    );
    let isPosted = false;
    const sent = server.send(raw(`${head}${file}${'a\r\n'.repeat(1000)}--b--`)).finally(() => {
      isPosted = true;
    });
    // Reading does not end, and the server still answers.
    await Promise.race([requested.promise, sent]);
    await mel.ok('GET', '/users/me');
    assert.equal(isPosted, false);
    holding.mock.restore();
    isFree.resolve();
    await sent;
    assert.match((await newest(mel)).content, /^slow\n\n\[lines\.txt\]/);
  });

  test('leaves no files on disk', async () => {
    assert.deepEqual(await readdir(join(server.dataDirectory, 'arriving')), []);
  });
});

describe('the bounds of a mail', () => {
  const bounded = (text: string) => {
    const outcome = boundedMail(Buffer.from(text, 'latin1'));
    return typeof outcome === 'string' ? outcome : outcome.toString('latin1');
  };
  const parts = (count: number) =>
    `Content-Type: multipart/mixed;\r\n boundary="b \\"c"\r\n\r\n${'--b "c \r\nX: y\r\n\r\nx\r\n'.repeat(count)}--b "c--\r\n`;

  test('bound incomingMailHeaderBytes: its header is limited', () => {
    const header = (bytes: number) => `X: ${'x'.repeat(bytes - 3)}\r\n\r\ntext`;
    assert.equal(bounded(header(limits.incomingMailHeaderBytes)), header(limits.incomingMailHeaderBytes));
    assert.equal(bounded(header(limits.incomingMailHeaderBytes + 1)), 'header');
  });

  test('bound incomingMailAddresses: its addresses are limited, over all address fields', () => {
    const half = Math.floor(limits.incomingMailAddresses / 2);
    const header = (more: number) =>
      `To: ${','.repeat(half)}\r\nCC:${','.repeat(half - 2)}\r\n${'\t,\r\n'.repeat(more)}\r\ntext`;
    assert.equal(bounded(header(0)), header(0));
    assert.equal(bounded(header(3)), 'addresses');
    assert.match(bounded(`Subject: ${','.repeat(limits.incomingMailAddresses + 1)}\r\n\r\n`), /^Subject/);
  });

  test('bound incomingMailParts incomingMailPartHeaderBytes: its parts, including those of nested mails, and their headers are limited', () => {
    assert.equal(bounded(parts(limits.incomingMailParts)), parts(limits.incomingMailParts));
    assert.equal(bounded(parts(limits.incomingMailParts + 1)), 'parts');
    const nestedParts = (count: number) =>
      `Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n${parts(count)}--o--`;
    assert.equal(bounded(nestedParts(limits.incomingMailParts)), 'parts');
    const large = `X: ${'x'.repeat(limits.incomingMailPartHeaderBytes / 2)}`;
    const heads = (count: number) =>
      `Content-Type: multipart/mixed; boundary=b\n\n${`--b\n${large}\n\nx\n`.repeat(count)}--b--`;
    assert.equal(bounded(heads(1)), heads(1));
    assert.equal(bounded(heads(2)), 'header');
  });

  test('bound incomingMailTextBytes incomingMailTextLines: its texts are truncated, and files are not', () => {
    const maximum = limits.incomingMailTextBytes;
    const text = `${'x'.repeat(62)}\r\n`.repeat(maximum / 32);
    const file = 'AAAA\r\n'.repeat(maximum / 4);
    const head = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n';
    const rest = `--b\r\nContent-Disposition: attachment\r\n\r\n${file}--b\r\nContent-Type: text/html\r\n\r\n`;
    assert.equal(
      bounded(`${head}${text}${rest}<p>\r\n--b--\r\n`),
      `${head}${text.slice(0, maximum)}\r\n${rest}\r\n--b--\r\n`,
    );
    assert.equal(bounded(`\r\n${'x'.repeat(maximum + 9)}`).length, maximum + 4);
    const lines = limits.incomingMailTextLines;
    assert.equal(bounded(`\r\n${'x\n'.repeat(lines + 1)}`), `\r\n${'x\n'.repeat(lines)}\r\n`);
    const two = (rest: string) =>
      `Content-Type: multipart/x; boundary=b\n\n--b\n\n${'x\n'.repeat(lines)}${rest}`;
    assert.equal(bounded(two('y\n--b\n\nz\n')), two('\r\n--b\n\n\r\n'));
  });

  test('unusual input is within the bounds', () => {
    for (const text of [
      '',
      '\n',
      '--b',
      'X',
      ':',
      ' \r\n\r\nx',
      'Content-Type: multipart/x; boundary=\n\n--\n',
    ])
      assert.equal(bounded(text), text);
  });
});

describe('the bounds of HTML', () => {
  test('bound incomingMailHtmlElements: its elements are limited; beyond that only the text remains', () => {
    const maximum = limits.incomingMailHtmlElements;
    assert.equal(boundedHtml('<i>a</i>'.repeat(maximum + 2)), `${'<i>a</i>'.repeat(maximum)}aa`);
  });

  test('bound incomingMailHtmlDepth: its depth is limited; beyond that only the text remains', () => {
    const maximum = limits.incomingMailHtmlDepth;
    const bounded = boundedHtml(`${'<div>'.repeat(maximum + 5)}x`);
    assert.equal(bounded, `${'<div>'.repeat(maximum)}x${'</div>'.repeat(maximum)}`);
    assert.equal(boundedHtml(`<b>${'<x>'.repeat(maximum)}<i>y`), '<b><i>y</i></b>');
  });

  test('bound incomingMailHtmlCharacters: its length is limited', () => {
    assert.equal(
      boundedHtml('x'.repeat(limits.incomingMailHtmlCharacters + 1)).length,
      limits.incomingMailHtmlCharacters,
    );
  });

  test('converted HTML is balanced for any input', () => {
    assert.equal(
      boundedHtml(
        '<table><tr><td>a<p>b<p>c</td><!-- </td> --><td title="</td>\'>">d</x></table></table><svg><title><i>e',
      ),
      '<table><tr><td>a<p>b</p><p>c</p></td><td title="&lt;/td&gt;&#39;&gt;">d</td></tr></table>',
    );
    assert.equal(
      htmlToMarkdown('<a href="https://a.example/?x=1&amp;y=2">1 &lt; 2</a>', 'included'),
      '[1 < 2](https://a.example/?x=1&y=2)',
    );
  });

  test('plain text of HTML has a line for each block', () => {
    assert.equal(
      plainTextOf(
        '<head><title>t</title></head><h1>A &amp;\n b</h1><div>c<br>d <b>e</b></div><script>x</script><ul><li>f<li>g</ul>',
      ),
      'A & b\nc\nd e\nf\ng',
    );
    assert.equal(plainTextOf(`${'<div>'.repeat(30_000)}x`), 'x');
  });
});

describe('a mail that takes too long', () => {
  const stream = (text: string) => {
    const passThrough = new PassThrough();
    passThrough.end(text);
    return passThrough as unknown as SMTPServerDataStream;
  };

  test('is refused permanently, and its temporary files are removed', async (context) => {
    const folder = temporaryFolder();
    const reader = await MailReader.open(folder);
    skipTimers(context, limits.incomingMailSeconds * 1000);
    after(() => reader.close());
    const isFinal = (error: unknown) =>
      error instanceof MailError && error.responseCode === 554 && /too long/.test(error.message);
    await assert.rejects(reader.read(stream(`${HEAD}\r\nx`)), isFinal);
    assert.deepEqual(await readdir(join(folder, 'arriving')), []);
    const mail = { from: '', subject: 's', text: undefined, html: '<p>x' };
    await assert.rejects(reader.body(mail, new Set()), isFinal);
  });

  test('is retried later if the server closes at the same time', async () => {
    const folder = temporaryFolder();
    const reader = await MailReader.open(folder);
    await reader.close();
    await assert.rejects(reader.read(stream(`${HEAD}\r\nx`)), (error) => !(error instanceof MailError));
  });
});
