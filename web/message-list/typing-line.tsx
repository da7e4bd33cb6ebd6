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
  const text =
    names.length > MAX_NAMED
      ? t('messageList.manyTyping')
      : t('messageList.typing', { count: names.length, who: joinNames(names) });
  return <div class="typing-line">{names.length > 0 && text}</div>;
}
