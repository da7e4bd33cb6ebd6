// Files on their way to the server, each with how far it is. XMLHttpRequest, since `fetch` tells of no progress.

import type { Organization } from '../link/organization.ts';
import { t } from '../words/words.ts';

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly cancel: () => void;
}

export interface UploadsOptions {
  readonly organization: Organization;
  /** A file is there: its name and its address. */
  readonly onDone: (name: string, url: string) => void;
  readonly onProblem: (text: string) => void;
  readonly onChange: () => void;
}

const MEBIBYTE = 1024 * 1024;

interface Answer {
  readonly result?: string;
  readonly msg?: string;
  readonly url?: string;
  readonly filename?: string;
}

function answerOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}

export class Uploads {
  readonly #options: UploadsOptions;
  #all: readonly Upload[] = [];
  #started = 0;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  get all(): readonly Upload[] {
    return this.#all;
  }

  /** Begins with files; those that are too large are refused before a byte is sent. */
  add(files: Iterable<File>): void {
    const limit = this.#options.organization.state.max_file_upload_size_mib ?? 0;
    for (const file of files) {
      if (limit > 0 && file.size > limit * MEBIBYTE) {
        this.#options.onProblem(t('composer.tooLarge', { name: file.name, count: limit }));
      } else {
        this.#begin(file);
      }
    }
  }

  #begin(file: File): void {
    const request = new XMLHttpRequest();
    const key = ++this.#started;
    const upload = { key, name: file.name, progress: 0, cancel: () => request.abort() };
    this.#set([...this.#all, upload]);
    request.upload.onprogress = ({ loaded, total }) => {
      const progress = total > 0 ? loaded / total : 0;
      this.#set(this.#all.map((one) => (one.key === key ? { ...one, progress } : one)));
    };
    request.onloadend = () => {
      this.#set(this.#all.filter((one) => one.key !== key));
      this.#end(file, request);
    };
    const form = new FormData();
    form.set('file', file);
    request.open('POST', '/json/user_uploads');
    request.send(form);
  }

  #end(file: File, request: XMLHttpRequest): void {
    const answer = answerOf(request.responseText);
    if (request.status === 200 && answer.url !== undefined) {
      this.#options.onDone(answer.filename ?? file.name, answer.url);
      return;
    }
    if (request.readyState === XMLHttpRequest.UNSENT) return;
    const reason = answer.msg ?? t('shell.unreachable');
    this.#options.onProblem(t('composer.uploadFailed', { name: file.name, reason }));
  }

  #set(all: readonly Upload[]): void {
    this.#all = all;
    this.#options.onChange();
  }
}
