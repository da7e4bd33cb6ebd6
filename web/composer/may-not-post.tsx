// Says in place of the composer's field why the viewer may not write to a conversation, and who may.

import type { State } from '../../client/state/state.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import type { Destination } from '../lib/destination.ts';
import { groupIn, groupName } from '../store/groups.ts';
import { personName } from '../store/names.ts';
import type { GroupSetting } from '../store/permissions.ts';
import { type PostingObstacle, postingObstacle } from '../store/posting-obstacle.ts';

/** With more names than this the sentence says only that the viewer may not. */
const MAX_NAMES = 8;

/** The names of groups and accounts; empty if there are none that this client knows, and undefined for too many. */
function namesIn(state: State, who: GroupSetting | undefined): string[] | undefined {
  const { direct_subgroups: groupIds, direct_members: personIds } =
    typeof who === 'object' ? who : { direct_subgroups: who === undefined ? [] : [who], direct_members: [] };
  const groups = groupIds.flatMap((id) => groupIn(state, id) ?? []);
  const names = [
    ...groups.filter(({ name }) => name !== 'role:nobody').map(groupName),
    ...personIds.map((id) => personName(state, id)),
  ];
  return names.length > MAX_NAMES || groups.length < groupIds.length ? undefined : names;
}

function reason(
  state: State,
  { kind, personId = 0 }: PostingObstacle,
  names: readonly string[] | undefined,
): string {
  if (kind === 'archived') return t('posting.archived');
  if (kind === 'firstDirect') return t('posting.firstDirect');
  if (kind === 'unknownChannel' || kind === 'subscribeFirst' || kind === 'subscribersOnly')
    return t(`posting.${kind}`);
  if (kind === 'deactivated') return t('posting.deactivated', { name: personName(state, personId) });
  if (kind === 'direct') return t(names?.length === 0 ? 'posting.directOff' : 'posting.direct');
  return t(names?.length === 0 ? 'posting.noOne' : 'composer.mayNotPost');
}

export function MayNotPost({ destination }: { readonly destination: Destination }) {
  const { ownId } = useOrganization();
  const state = useTrackedState();
  const obstacle = postingObstacle(state, ownId, destination);
  if (!obstacle) return null;
  const names = namesIn(state, obstacle.who);
  return (
    <p class="may-not-post" role="status">
      {reason(state, obstacle, names)}{' '}
      {names && names.length > 0 && t('posting.who', { who: joinNames(names) })}
    </p>
  );
}
