// Opens the emoji picker, which is loaded on first use.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { showCard } from '../components/overlays.tsx';
import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import type { Emoji } from '../lib/emoji.ts';
import { allEmoji } from './emoji.ts';
import type { Organization } from './organization.ts';
import { recentEmoji, rememberEmoji } from './recent-emoji.ts';

/** Shows the picker next to an element. */
export async function chooseEmoji(
  organization: Organization,
  anchor: Element,
  onChoose: (emoji: Emoji) => void,
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
        onChoose={(emoji) => {
          close();
          rememberEmoji(organization, emoji);
          onChoose(emoji);
        }}
      />
    ));
  } catch {
    showError(t('frame.unreachable'));
  }
}
