// The pinned messages of the conversation in view. The line that shows them is loaded once there is one.

import { useEffect, useRef } from 'preact/hooks';
import { lazyPart } from '../components/lazy.tsx';
import { pinnedMessagesOf } from '../data/pins.ts';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { conversationKey } from '../store/conversation-key.ts';
import type { Conversation } from '../store/narrow-targets.ts';

const PinnedLine = lazyPart(async () => (await import('./pinned-line.tsx')).PinnedLine);

export function PinnedStrip({ conversation }: { readonly conversation: Conversation }) {
  const organization = useOrganization();
  const pinned = pinnedMessagesOf(organization);
  const listen = useRef((listener: () => void) => pinned.listen(listener));
  const pins = useSubscribed(listen.current, () => pinned.of(conversation));
  const version = useSubscribed(listen.current, () => pinned.version);
  const isKnown = pins !== undefined;
  const key = conversationKey(conversation);
  useEffect(() => {
    // Without an answer nothing is shown; the next snapshot or visit asks again.
    if (!isKnown) pinned.open(conversation).catch(() => undefined);
  }, [key, isKnown, version]);
  return pins && pins.length > 0 ? <PinnedLine key={key} conversation={conversation} pins={pins} /> : null;
}
