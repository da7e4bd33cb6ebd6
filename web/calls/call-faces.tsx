// The pictures of those in a call, in the rows of lists.

import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { personName } from '../store/names.ts';

const SHOWN = 3;
const MAX_NAMED = 20;

/** `callers`: the ids of those in the call, separated by commas. */
export function CallFaces({ callers }: { readonly callers: string }) {
  const ids = callers.split(',').map(Number);
  const names = useOrganizationState((state) =>
    joinNames(ids.slice(0, MAX_NAMED).map((id) => personName(state, id))),
  );
  return (
    <span class="call-faces" role="img" aria-label={t('call.onCall', { names })} data-tip={names}>
      <Icon name="phone" />
      {ids.slice(0, SHOWN).map((id) => (
        <PersonPicture key={id} id={id} />
      ))}
    </span>
  );
}
