// Who is typing in the conversation in view.

import { useRef } from 'preact/hooks';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';

const MAX_NAMED = 3;

export function TypingLine({ target }: { readonly target: NarrowTarget }) {
  const { typists, state } = useOrganization();
  const listen = useRef((listener: () => void) => typists.listen(listener));
  useSubscribed(listen.current, () => typists.version);
  const ids = target.kind === 'topic' || target.kind === 'direct' ? typists.in(target) : [];
  const names = ids.map((id) => personName(state, id));
  return <div class="typing-line">{names.length > 0 && typingText(names)}</div>;
}

function typingText(names: readonly string[]): string {
  if (names.length > MAX_NAMED) return t('messageList.manyTyping');
  return t('messageList.typing', { count: names.length, who: joinNames(names) });
}
