// Sends a recording as a message: through the outbox, like a text with a file that is not uploaded yet.

import { clientError, errorText } from '../../data/error-texts.ts';
import { sendBy } from '../../data/outbox-of.ts';
import { storeFile } from '../../data/pending-files.ts';
import { t } from '../../i18n/texts.ts';
import { clockText } from '../../lib/clock-text.ts';
import { pendingAddress } from '../../lib/pending-files.ts';
import type { CompleteDraft } from '../../store/voice-drafts.ts';
import type { Composer } from '../composer.ts';
import { sendingObstacle } from '../texts.ts';
import { MAX_SECONDS } from './voice-session.ts';

const KEY_LENGTH = 16;

/** The name of a voice message. */
export function titleOf({ measures }: CompleteDraft): string {
  return t('voice.title', { length: clockText(Math.round(measures.seconds)) });
}

/** Sends a recording. If it is not accepted, the composer shows why and the result is false. */
export async function sendRecording(composer: Composer, draft: CompleteDraft): Promise<boolean> {
  const { organization } = composer;
  const { destination, file, measures } = draft;
  const title = titleOf(draft);
  const contentWith = (key: string) => `![${title}](${pendingAddress(key)})`;
  const obstacle = sendingObstacle(organization, destination, contentWith('0'.repeat(KEY_LENGTH)));
  if (obstacle !== undefined) {
    composer.showError({ text: obstacle });
    return false;
  }
  const { waveform } = measures;
  const duration = String(Math.min(MAX_SECONDS, Math.round(measures.seconds)));
  const named = new File([file], file.type === 'audio/webm' ? 'voice.weba' : 'voice.m4a', {
    type: file.type,
  });
  const key = await storeFile(organization, named, {
    name: title,
    ...(waveform !== undefined && { fields: { duration, waveform } }),
  });
  if (key === undefined) {
    composer.showError(errorText(clientError('TOO_MANY_PENDING_FILES')));
    return false;
  }
  await sendBy(organization)(destination, contentWith(key));
  return true;
}
