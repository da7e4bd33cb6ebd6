// Shows that a person does not want to be disturbed, and until when.

import { Icon } from '../components/icon.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { quietText } from '../i18n/quiet-text.ts';
import { personQuietUntil } from '../store/quiet-time.ts';

/** Nothing for a person who can be notified. */
export function QuietMark({ id }: { readonly id: number }) {
  const now = useNow();
  const until = useOrganizationState((state) => personQuietUntil(state, id, now));
  const viewer = useViewer();
  if (until === null) return null;
  return (
    <p class="soft quiet-mark">
      <Icon name="moon" /> {quietText(until, now, viewer)}
    </p>
  );
}
