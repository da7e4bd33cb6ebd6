// /external_content/…: external pictures and videos that messages show. Anyone who has the signed address can
// load them, because browsers do so without credentials.

import { Readable } from 'node:stream';
import type { StoredFile } from '../../files/file-store.ts';
import type { ExternalMedia } from '../../integrations/external-media/external-media.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { EXTERNAL_CONTENT, signedUrl } from '../../model/external-media/external-media-url.ts';
import type { Routes } from '../http/http-routes.ts';
import { sendFile } from '../http/send-file.ts';
import { CACHE_ONE_DAY, sendMissing } from './public-files.ts';

function inMemory(bytes: Buffer): StoredFile {
  return {
    size: bytes.length,
    stream: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    close: async () => undefined,
  };
}

export function addExternalContent(routes: Routes, keyring: Keyring, media: ExternalMedia): void {
  routes.get<{ digest: string; '*': string }>(`${EXTERNAL_CONTENT}/:digest/*`, async (request, reply) => {
    const { digest, '*': hex } = request.params;
    const url = signedUrl(keyring, digest, hex);
    if (url === undefined) return reply.code(403).type('text/plain; charset=utf-8').send('Invalid signature');
    const found = await media.get(url);
    if (!found) return sendMissing(reply);
    return sendFile(request, reply, {
      file: inMemory(found.bytes),
      contentType: found.contentType,
      name: 'picture',
      tag: found.name,
      disposition: 'inline',
      cacheControl: CACHE_ONE_DAY,
    });
  });
}
