// A moon beside a person who does not want to be disturbed at the moment. Loaded with the first person who has paused
// notifications or has quiet hours.

import { Icon } from '../components/icon.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { quietText } from '../i18n/quiet-text.ts';
import { personQuietUntil } from '../store/quiet-time.ts';

export function Moon({ id }: { readonly id: number }) {
  const now = useNow();
  const until = useOrganizationState((state) => personQuietUntil(state, id, now));
  const viewer = useViewer();
  if (until === null) return null;
  const text = quietText(until, now, viewer);
  return (
    <span class="quiet-moon" data-tip={text}>
      <Icon name="moon" />
      <span class="only-spoken">{text}</span>
    </span>
  );
}
