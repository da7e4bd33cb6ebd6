// Texts for errors: the client's own if the error code is specific enough, otherwise the server's, which
// are in English.

import { ParleyError } from '../../client/parley-error.ts';
import type { ErrorText } from '../components/error-text.ts';
import { t } from '../i18n/texts.ts';

const textKeys = {
  NO_ANSWER: 'frame.unreachable',
  NO_ENVELOPE: 'frame.unreachable',
  BAD_IMAGE: 'error.badImage',
  CHANNEL_ALREADY_EXISTS: 'error.channelExists',
  EXPECTATION_MISMATCH: 'error.changedMeanwhile',
  INTERNAL_SERVER_ERROR: 'error.serverFailed',
  RATE_LIMIT_HIT: 'error.tooOften',
  RECENT_PROOF_REQUIRED: 'error.notConfirmed',
  REQUEST_TOO_LARGE: 'error.tooLarge',
  SERVICE_UNAVAILABLE: 'error.tryAgain',
  // Codes the client raises itself.
  FILE_IN_OTHER_BROWSER: 'composer.fileInOtherBrowser',
  FILE_STILL_UPLOADING: 'scheduled.fileStillUploading',
  GONE: 'error.gone',
  TOO_MANY_PENDING_FILES: 'composer.tooManyPendingFiles',
  VIEW_NAME_TAKEN: 'views.nameTaken',
} as const;

/** An error raised by the client before it calls the server. */
export function clientError(
  code:
    | 'FILE_IN_OTHER_BROWSER'
    | 'FILE_STILL_UPLOADING'
    | 'GONE'
    | 'TOO_MANY_PENDING_FILES'
    | 'VIEW_NAME_TAKEN',
): ParleyError {
  return new ParleyError(400, code, t(textKeys[code]));
}

export function errorText({ code, message }: Pick<ParleyError, 'code' | 'message'>): ErrorText {
  if (Object.hasOwn(textKeys, code)) return { text: t(textKeys[code as keyof typeof textKeys]) };
  return { text: message, lang: 'en' };
}

/** The text for any error. The browser's own texts are assumed to be English. */
export function anyErrorText(error: unknown): ErrorText {
  if (error instanceof ParleyError) return errorText(error);
  return { text: error instanceof Error ? error.message : String(error), lang: 'en' };
}
