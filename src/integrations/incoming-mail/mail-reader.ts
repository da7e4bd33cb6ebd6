// Reads the mail that comes in, beside the event loop and within limits: it goes to disk as it comes, a process of its
// own takes it apart, and what cannot be read in reasonable time is refused.

import { open, rm } from 'node:fs/promises';
import type { SMTPServerDataStream } from 'smtp-server';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { ARRIVING, arrivingFolder, arrivingPath } from '../../files/arriving.ts';
import type { AddressOption } from '../../model/channel-email/address.ts';
import { ProcessPool } from '../../workers/process-pool.ts';
import { WorkRefused } from '../../workers/task.ts';
import type { MailProblem } from './bounded-mail.ts';
import type { MailTasks } from './mail-process.ts';
import type { MailContent } from './message-text.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { type MailRefusal, tooLarge, unusable } from './refusal.ts';

const IDLE_MILLISECONDS = 10_000;

const problems: Readonly<Record<MailProblem, () => MailRefusal>> = {
  header: () => tooLarge('The header of the mail is too large.'),
  addresses: () => unusable('The mail names too many addresses.'),
  parts: () => unusable('The mail has too many parts.'),
  unreadable: () => unusable('The mail could not be read.'),
};

/** A mail that was read; its files lie on disk until it is cleared away. */
export interface ReadMail {
  readonly mail: ParsedMail;
  clear(): Promise<void>;
}

export class MailReader {
  readonly #work: ProcessPool<MailTasks>;
  readonly #dataDirectory: string;

  private constructor(dataDirectory: string, writableFolder: string) {
    this.#dataDirectory = dataDirectory;
    this.#work = new ProcessPool<MailTasks>({
      module: new URL('./mail-process.ts', import.meta.url),
      milliseconds: limits.incomingMailSeconds * 1000,
      megabytes: limits.incomingMailMegabytes,
      processes: 1,
      waiting: limits.incomingMailConnections,
      idleMilliseconds: IDLE_MILLISECONDS,
      writableFolder,
    });
  }

  /** Reads mail through files of the data directory. */
  static async open(dataDirectory: string): Promise<MailReader> {
    return new MailReader(dataDirectory, await arrivingFolder(dataDirectory, ARRIVING));
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  /** Takes a mail apart. @throws MailRefusal for one that cannot be read, or not within the limits */
  async read(stream: SMTPServerDataStream): Promise<ReadMail> {
    const path = await arrivingPath(this.#dataDirectory);
    try {
      await keep(stream, path);
      const parsed = await this.#work.run('parse', path).catch(refuseLong);
      if (typeof parsed === 'string') throw problems[parsed]();
      const paths = [path, ...parsed.files.flatMap((file) => file.path ?? [])];
      return { mail: parsed, clear: () => removeAll(paths) };
    } catch (error) {
      const written = Array.from({ length: limits.incomingMailFiles }, (_, index) => `${path}.${index}`);
      await removeAll([path, ...written]);
      throw error;
    }
  }

  /** The text of the message that a mail becomes. @throws ApiError where it has none */
  async body(mail: MailContent, options: ReadonlySet<AddressOption>): Promise<string> {
    const { from, subject, text, html, event } = mail;
    const wanted = { mail: { from, subject, text, html, event }, options };
    const made = await this.#work.run('body', { ...wanted, form: 'Markdown' }).catch((error: unknown) => {
      if (!(error instanceof WorkRefused) || error.isPassing) throw error;
      return this.#work.run('body', { ...wanted, form: 'words' }).catch(refuseLong);
    });
    if ('refusal' in made) throw badRequest(made.refusal);
    return made.text;
  }
}

function refuseLong(error: unknown): never {
  if (error instanceof WorkRefused && !error.isPassing) throw unusable('The mail takes too long to be read.');
  throw error;
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/** Writes a mail to a file. Every byte is read, also of one that is refused. @throws MailRefusal for too many */
async function keep(stream: SMTPServerDataStream, path: string): Promise<void> {
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
  if (size > limits.incomingMailBytes) throw tooLarge('The mail is too large.');
  if (failure) throw failure;
}
