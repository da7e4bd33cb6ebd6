// Calls whose failure is reported in the status line and interrupts nothing else.

import { ParleyError } from '../../client/parley-error.ts';
import { CodedError } from '../../src/errors/coded-error.ts';
import type { ErrorText } from '../components/error-text.ts';
import { showError } from '../components/status-line.tsx';
import { errorText } from './error-texts.ts';

/** An error that the client finds before it sends a request. */
export class LocalError extends CodedError {
  readonly errorText: ErrorText;

  constructor(errorText: ErrorText) {
    super('LOCAL', errorText.text);
    this.errorText = errorText;
  }
}

/** The text for an error. Rethrows anything but an error of the server or of this client, since it is a bug. */
export function errorTextOf(error: unknown): ErrorText {
  if (error instanceof LocalError) return error.errorText;
  if (error instanceof ParleyError) return errorText(error);
  throw error;
}

/** Reports an error in the status line. */
export function reportError(error: unknown): void {
  const { text, lang } = errorTextOf(error);
  showError(text, undefined, lang);
}

/** The answer; undefined if the call was refused, which is then reported. */
export async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
