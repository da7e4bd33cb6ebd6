// Unpacks tar files, gzipped or not: plain files and folders only.

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isDiskFullError, messageOf } from '../../errors/error-detail.ts';
import type { Budget } from './budget.ts';
import { entryPath } from './entry-name.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { writeEntry } from './write-entry.ts';

export async function untar(
  file: string,
  folder: string,
  options: { readonly isCompressed: boolean; readonly budget: Budget },
): Promise<void> {
  const { createTarDecoder } = await import('modern-tar');
  const source = createReadStream(file);
  const bytes = options.isCompressed ? source.pipe(createGunzip()) : source;
  // An error of the file must end the decoding.
  source.on('error', (error) => bytes.destroy(error));
  const decoder = createTarDecoder({ strict: true });
  const entries = (Readable.toWeb(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(decoder);
  let lastEntry = 'its beginning';
  try {
    for await (const { header, body } of entries) {
      lastEntry = JSON.stringify(header.name);
      if (header.type === 'directory') {
        entryPath(header.name);
        await body.cancel();
      } else if (header.type === 'file') {
        await writeEntry(folder, header.name, body, options.budget);
      } else if (header.type === 'pax-header' || header.type === 'pax-global-header') {
        await body.cancel();
      } else {
        throw new InvalidArchiveError(
          `entry ${lastEntry}`,
          `it is a ${header.type}, not a file or a folder.`,
        );
      }
    }
  } catch (error) {
    if (error instanceof InvalidArchiveError || isDiskFullError(error)) throw error;
    throw new InvalidArchiveError(
      `the archive, near ${lastEntry}`,
      `it is damaged or incomplete (${messageOf(error)}).`,
    );
  } finally {
    source.destroy();
  }
}
