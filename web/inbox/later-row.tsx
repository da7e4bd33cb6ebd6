// A row of the inbox for a conversation that was put away and has no unread messages. It quotes the newest message.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { narrowOf } from '../store/narrow-targets.ts';
import type { InboxLine } from './inbox-model.ts';
import { InboxRow } from './inbox-row.tsx';

export function LaterRow({ line }: { readonly line: InboxLine }) {
  const { messages } = useOrganization();
  const [list] = useState(() => messages.of(narrowOf(line.conversation)));
  const listen = useRef((listener: () => void) => list.listen(listener));
  const newestId = useSubscribed(listen.current, () => list.ranges.newest?.ids.at(-1));
  useEffect(() => {
    // The row is shown without its message if that cannot be fetched.
    if (newestId === undefined) void list.open('newest').catch(() => undefined);
  }, []);
  return <InboxRow line={{ ...line, newestId: newestId ?? 0 }} />;
}
