// Shows that a person does not want to be disturbed, and until when.

import { Icon } from '../components/icon.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { dayAndTime, timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { personQuietUntil } from '../store/quiet-time.ts';

const DAY_SECONDS = 86_400;

/** Nothing for a person who can be notified. */
export function QuietMark({ id }: { readonly id: number }) {
  const now = useNow();
  const until = useOrganizationState((state) => personQuietUntil(state, id, now));
  const reader = useViewer();
  if (until === null) return null;
  return (
    <p class="soft quiet-mark">
      <Icon name="moon" />{' '}
      {Number.isFinite(until)
        ? t('quiet.until', { when: (until - now < DAY_SECONDS ? timeOfDay : dayAndTime)(until, reader) })
        : t('quiet.always')}
    </p>
  );
}
