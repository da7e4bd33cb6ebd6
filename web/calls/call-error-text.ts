// The text for an error of a call.

import { ParleyError } from '../../client/parley-error.ts';
import { anyErrorText } from '../data/error-texts.ts';
import { t } from '../i18n/texts.ts';

/** Codes of errors with a text in the person's language. */
const errorTexts = {
  CALL_ENDED: 'call.ended',
  CALLS_OFF: 'call.off',
  CALL_SESSION_GONE: 'call.removed',
  SCREEN_TAKEN: 'call.screenTaken',
  TOO_MANY_CAMERAS: 'call.tooManyCameras',
} as const;

/** The text for an error of a call. */
export function callErrorText(error: unknown): { readonly text: string; readonly lang?: string | undefined } {
  if (!(error instanceof ParleyError)) return anyErrorText(error);
  if (Object.hasOwn(errorTexts, error.code))
    return { text: t(errorTexts[error.code as keyof typeof errorTexts]) };
  const { max_participants: maximum } = error.fields;
  if (error.code === 'CALL_FULL' && typeof maximum === 'number')
    return { text: t(maximum <= 8 ? 'call.fullDirect' : 'call.full', { maximum }) };
  return anyErrorText(error);
}
