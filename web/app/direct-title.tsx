// The title of a direct conversation: picture and names; with one person also presence and local time.

import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { isOtherZone } from '../lib/is-other-zone.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { QuietMoon } from '../pictures/quiet-moon-part.tsx';
import { personIn } from '../store/directory.ts';
import { peopleNames } from '../store/names.ts';

/** "Active · 5:06 PM local time"; the time only if it differs from the viewer's. */
function PersonLine({ id }: { readonly id: number }) {
  const timeZone = useOrganizationState((state) => personIn(state, id)?.timezone) ?? '';
  const level = usePresence(id);
  const { is24Hours } = useViewer();
  const now = useNow();
  const isElsewhere = isOtherZone(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const presence = t(`people.${level}`);
  const time = () => t('people.timeThere', { time: timeOfDay(now, { is24Hours, timeZone }) });
  return (
    <small>
      {isElsewhere ? `${presence} · ${time()}` : presence}
      <QuietMoon id={id} />
    </small>
  );
}

export function DirectTitle({ ids }: { readonly ids: readonly number[] }) {
  const [id = 0] = ids;
  const names = useOrganizationState((state) => peopleNames(state, ids));
  const isPerson = useOrganizationState(
    (state) => ids.length === 1 && id !== state.user_id && personIn(state, id)?.is_bot === false,
  );
  return (
    <>
      <DirectPicture ids={ids} size="medium" />
      <h1 class="two-lines">
        <span class="name">{names}</span>
        {isPerson && <PersonLine id={id} />}
      </h1>
    </>
  );
}
