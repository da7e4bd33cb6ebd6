// Reads incoming mail within limits: streams it to disk and parses it in a worker process. Mail that takes
// too long to parse is refused.

import { open, rm } from 'node:fs/promises';
import type { SMTPServerDataStream } from 'smtp-server';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { INCOMING, incomingFolder, incomingPath } from '../../files/incoming-files.ts';
import type { AddressOption } from '../../model/channel-email/channel-email-address.ts';
import { ProcessPool } from '../../workers/process-pool.ts';
import { TaskNotDoneError } from '../../workers/task.ts';
import type { MailErrorKind } from './bounded-mail.ts';
import { type MailError, tooLarge, unusable } from './mail-errors.ts';
import type { MailTasks } from './mail-process.ts';
import type { MailContent } from './message-text.ts';
import type { ParsedMail } from './parsed-mail.ts';

const IDLE_MILLISECONDS = 10_000;

const errorsByKind: Readonly<Record<MailErrorKind, () => MailError>> = {
  header: () => tooLarge('The email header is too large.'),
  addresses: () => unusable('The email has too many addresses.'),
  parts: () => unusable('The email has too many parts.'),
  unreadable: () => unusable('The email cannot be read.'),
};

/** A parsed mail; its files remain on disk until `clear` is called. */
export interface ReadMail {
  readonly mail: ParsedMail;
  clear(): Promise<void>;
}

export class MailReader {
  readonly #pool: ProcessPool<MailTasks>;
  readonly #dataDirectory: string;

  private constructor(dataDirectory: string, writableFolder: string) {
    this.#dataDirectory = dataDirectory;
    this.#pool = new ProcessPool<MailTasks>({
      module: new URL('./mail-process.ts', import.meta.url),
      milliseconds: limits.incomingMailSeconds * 1000,
      megabytes: limits.incomingMailMegabytes,
      processes: 1,
      waiting: limits.incomingMailConnections,
      idleMilliseconds: IDLE_MILLISECONDS,
      writableFolder,
    });
  }

  /** Opens a reader that stores mail in the data directory while it is parsed. */
  static async open(dataDirectory: string): Promise<MailReader> {
    return new MailReader(dataDirectory, await incomingFolder(dataDirectory, INCOMING));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Reads and parses a mail. @throws MailError if it cannot be read, or not within the limits */
  async read(stream: SMTPServerDataStream): Promise<ReadMail> {
    const path = await incomingPath(this.#dataDirectory);
    try {
      await save(stream, path);
      const mail = await this.#pool.run('parse', path).catch(refuseSlow);
      if (typeof mail === 'string') throw errorsByKind[mail]();
      const paths = [path, ...mail.files.flatMap((file) => file.path ?? [])];
      return { mail, clear: () => removeAll(paths) };
    } catch (error) {
      const filePaths = Array.from({ length: limits.incomingMailFiles }, (_, index) => `${path}.${index}`);
      await removeAll([path, ...filePaths]);
      throw error;
    }
  }

  /** The text of the message made of a mail. @throws ApiError if it has none */
  async body(mail: MailContent, options: ReadonlySet<AddressOption>): Promise<string> {
    const { from, subject, text, html, event } = mail;
    const request = { mail: { from, subject, text, html, event }, options };
    const result = await this.#pool.run('body', { ...request, form: 'Markdown' }).catch((error: unknown) => {
      if (!(error instanceof TaskNotDoneError) || error.isTemporary) throw error;
      return this.#pool.run('body', { ...request, form: 'text' }).catch(refuseSlow);
    });
    if ('error' in result) throw badRequest(result.error);
    return result.text;
  }
}

function refuseSlow(error: unknown): never {
  if (error instanceof TaskNotDoneError && !error.isTemporary)
    throw unusable('The email takes too long to read.');
  throw error;
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/**
 * Writes a mail to a file. Always reads the whole stream, even of a refused mail. @throws MailError if it is too large
 */
async function save(stream: SMTPServerDataStream, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  let failure: unknown;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > limits.incomingMailBytes || failure) continue;
      await file.write(chunk as Buffer).catch((error: unknown) => {
        failure = error;
      });
    }
  } finally {
    await file.close();
  }
  if (size > limits.incomingMailBytes) throw tooLarge('The email is too large.');
  if (failure) throw failure;
}
