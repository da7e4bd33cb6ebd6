// The emoji of an account's status, with the status text as its tooltip.

import { EmojiGlyph } from '../components/emoji-glyph.tsx';
import { emojiOfCode } from '../components/rendered-rules.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';

export function StatusGlyph({ id }: { readonly id: number }) {
  const status = useOrganizationState(({ user_status }) => user_status?.[id]);
  const own = useOrganizationState(({ realm_emoji }) => realm_emoji?.[status?.emoji_code ?? '']?.source_url);
  if (status?.emoji_code === undefined) return null;
  const picture =
    status.reaction_type === 'unicode_emoji' ? { text: emojiOfCode(status.emoji_code) } : { url: own };
  return (
    <span class="status-glyph" data-tip={status.status_text || `:${status.emoji_name}:`}>
      <EmojiGlyph name={status.emoji_name ?? ''} {...picture} />
    </span>
  );
}
