// The options and the result of an upload, in one request or in parts.

import { ParleyError } from '../../client/parley-error.ts';
import { t } from '../i18n/texts.ts';
import type { Answer } from './upload-request.ts';

export interface UploadedFile {
  readonly name: string;
  readonly url: string;
}

export interface SendFileOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: (progress: number) => void;
  /** Sent with a small file. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The uploaded file, from the answer of the server. Throws if the answer is an error. */
export function uploadedFileFrom(answer: Answer, name: string): UploadedFile {
  const fields = fieldsOf(answer.text);
  if (answer.status === 200 && typeof fields.url === 'string') {
    return { name: typeof fields.filename === 'string' ? fields.filename : name, url: fields.url };
  }
  throw uploadError(answer);
}

/** The error of an answer. */
export function uploadError({ status, text }: Answer): ParleyError {
  const { msg, message, code } = fieldsOf(text);
  const reason = [msg, message].find((text) => typeof text === 'string') ?? t('frame.unreachable');
  return new ParleyError(status, typeof code === 'string' ? code : 'NO_ENVELOPE', reason as string);
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
