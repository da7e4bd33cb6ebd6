// Truncated multipart bodies, cut at any place and from any sender: refused, with nothing stored, and the server continues.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { UploadedFile } from '../../src/api-contract/operation.ts';
import { type FileSink, readMultipart } from '../../src/server/http/multipart-body.ts';
import { SentParameters } from '../../src/server/http/sent-parameters.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { credentials } from './support.ts';

const TYPE = 'multipart/form-data; boundary=b';
const HEAD = 'Content-Disposition: form-data; name=';
const body = [
  `--b\r\n${HEAD}"one"\r\n\r\n1\r\n`,
  `--b\r\n${HEAD}"file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc\r\ndef\r\n`,
  `--b\r\n${HEAD}"two"\r\n\r\n2\r\n`,
  `--b\r\n${HEAD}"other"; filename="b.txt"\r\n\r\n\r\n`,
  '--b--',
].join('');

/** Accepts files as slowly as a disk on which a folder must be created first. */
const slowSink: FileSink = {
  fileBytes: 1_000_000,
  async receive(facts, stream): Promise<UploadedFile> {
    await new Promise((resolve) => setImmediate(resolve));
    stream.resume();
    await once(stream, 'end');
    const content = Buffer.alloc(0);
    return { ...facts, size: 0, content, contentWithin: () => content };
  },
};

/** The status of reading a body; 200 if it was accepted. */
async function statusOf(pieces: Iterable<string | Buffer>, sink: FileSink, type = TYPE): Promise<number> {
  try {
    await readMultipart(new SentParameters(new Set()), type, Readable.from(pieces), sink);
    return 200;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status;
  }
}

describe('a truncated body', () => {
  for (const [name, sink] of [
    ['where files are kept', slowSink],
    ['where none are accepted', undefined],
  ] as const) {
    test(`anywhere is refused ${name}`, async () => {
      for (let length = 1; length < body.length; length++) {
        assert.equal(await statusOf([Buffer.from(body.slice(0, length))], sink), 400, `${length} bytes`);
      }
    });

    test(`that arrives byte by byte is refused ${name}`, async () => {
      for (const length of [50, 60, 100, 140, 150, 160, 200, body.length - 1]) {
        const bytes = [...body.slice(0, length)].map((byte) => Buffer.from(byte));
        assert.equal(await statusOf(bytes, sink), 400, `${length} bytes`);
      }
    });
  }

  test('is different from a complete one, which is accepted with its files however it arrives', async () => {
    assert.equal(await statusOf([Buffer.from(body)], slowSink), 200);
    assert.equal(
      await statusOf(
        [...body].map((byte) => Buffer.from(byte)),
        slowSink,
      ),
      200,
    );
  });

  test('ended by its connection is refused', async () => {
    const stream = new PassThrough();
    const read = readMultipart(new SentParameters(new Set()), TYPE, stream, slowSink);
    stream.write(body.slice(0, 160));
    stream.destroy();
    await assert.rejects(read, { status: 400 });
  });
});

describe('a part', () => {
  const status = (part: string) => statusOf([Buffer.from(`--b\r\n${part}\r\n--b--\r\n`)], slowSink);

  test('without a name, or with odd headers, stops nothing', async () => {
    for (const part of [
      'Content-Disposition: form-data\r\n\r\nx',
      'Content-Disposition: form-data; filename="x"\r\n\r\nx',
      `${HEAD}\r\n\r\nx`,
      `${HEAD}"a"; filename*=utf-8''%ff%zz\r\n\r\nx`,
      `${HEAD}"a"\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n\xff`,
      `${HEAD}"a"\r\nContent-Type: ;;;=;\r\nContent-Transfer-Encoding: \r\n\r\nx`,
      `__proto__: x\r\nconstructor: y\r\n${HEAD}"a"\r\n\r\nx`,
      '\r\n\r\n',
      ': x\r\n\r\n',
    ]) {
      assert.ok([200, 400].includes(await status(part)), part);
    }
  });

  test('bound headersPerPart partHeaderBytes: with too many or too long headers keeps the first of them', async () => {
    const read = async (headers: string) => {
      const sent = new SentParameters(new Set(['late']));
      const bytes = Buffer.from(`--b\r\n${headers}${HEAD}"late"\r\n\r\nx\r\n--b--\r\n`);
      await readMultipart(sent, TYPE, Readable.from([bytes]), undefined);
      return [...sent.values.keys()];
    };
    assert.deepEqual(await read('a: b\r\n'.repeat(limits.headersPerPart - 1)), ['late']);
    assert.deepEqual(await read('a: b\r\n'.repeat(limits.headersPerPart)), []);
    assert.deepEqual(await read(`a: ${'b'.repeat(limits.partHeaderBytes)}\r\n`), []);
  });
});

describe('over HTTP', async () => {
  const server = await startTestServer();
  const adam = await server.as('adam');
  const arrivingFiles = () => readdir(join(server.dataDirectory, 'arriving')).catch(() => []);

  async function send(client: ApiClient, path: string, bytes: string): Promise<[number, string]> {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...credentials(client), 'content-type': TYPE },
      body: bytes,
    });
    return [response.status, ((await response.json()) as { msg: string }).msg];
  }

  for (const [path, client] of [
    ['/fetch_api_key', server.anonymous],
    ['/messages', adam],
    ['/user_uploads', adam],
    ['/users/me/avatar', adam],
    ['/realm/emoji/cut', adam],
    ['/realm/icon', adam],
  ] as const) {
    test(`a truncated file is refused by ${path}, and the next request is answered`, async () => {
      const file = `--b\r\n${HEAD}"f"; filename="x"\r\n\r\nabc`;
      for (const end of ['', '\r\n', '\r\n--', '\r\n--b', '\r\n--b-', '\r\n--b\r\n']) {
        const [status, message] = await send(client, path, file + end);
        assert.equal(status, 400);
        assert.match(message, /^(Malformed multipart body|This operation does not accept files\.)$/);
      }
      await waitUntil(async () => (await arrivingFiles()).length === 0);
      assert.equal((await fetch(`${server.url}/health`)).status, 200);
    });
  }
});
