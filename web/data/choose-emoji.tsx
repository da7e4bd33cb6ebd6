// Opens the emoji picker, which is loaded on first use.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { showCard } from '../components/overlays.tsx';
import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import type { Emoji } from '../lib/emoji.ts';
import { attempt } from './attempt.ts';
import { allEmoji, skinToneOf } from './emoji.ts';
import type { Organization } from './organization.ts';
import { recentEmoji, rememberEmoji } from './recent-emoji.ts';

export interface EmojiChoice {
  /** Whether a skin tone can be chosen. Reactions have none, since clients of the API know no codes with a tone. */
  readonly hasTones?: boolean;
}

/** Shows the picker next to an element. `onChoose` also receives the text that stands for the emoji in a message. */
export async function chooseEmoji(
  organization: Organization,
  anchor: Element,
  onChoose: (emoji: Emoji, text: string) => void,
  { hasTones = false }: EmojiChoice = {},
): Promise<void> {
  try {
    const [all, { EmojiPicker }] = await Promise.all([
      allEmoji(organization),
      loadSecondary(() => import('../components/emoji-picker.tsx')),
    ]);
    showCard({ anchor, name: t('composer.emoji') }, (close) => (
      <EmojiPicker
        all={all}
        recent={recentEmoji(organization, all)}
        {...(hasTones && {
          tone: {
            initial: skinToneOf(organization),
            onChange: (emoji_skin_tone) =>
              void attempt(organization.client.call('update-settings', { emoji_skin_tone })),
          },
        })}
        onChoose={(emoji, text) => {
          close();
          rememberEmoji(organization, emoji);
          onChoose(emoji, text);
        }}
      />
    ));
  } catch {
    showError(t('frame.unreachable'));
  }
}
