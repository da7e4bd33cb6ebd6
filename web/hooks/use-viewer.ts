// The viewer, as rendered messages and times need them.

import { useMemo } from 'preact/hooks';
import type { State } from '../../client/state/state.ts';
import type { Viewer } from '../components/rendered.ts';
import { has24Hours } from '../i18n/dates.ts';
import { useOrganization, useOrganizationState } from './use-organization.ts';

/** The groups an account is in, directly or through subgroups. */
function groupsWith(groups: State['realm_user_groups'], id: number): ReadonlySet<number> {
  const found = new Set(
    (groups ?? []).filter(({ members }) => members.includes(id)).map((group) => group.id),
  );
  let isGrowing = true;
  while (isGrowing) {
    const size = found.size;
    for (const group of groups ?? [])
      if (group.direct_subgroup_ids.some((subgroup) => found.has(subgroup))) found.add(group.id);
    isGrowing = found.size > size;
  }
  return found;
}

export function useViewer(): Viewer {
  const { ownId } = useOrganization();
  const groups = useOrganizationState((state) => state.realm_user_groups);
  const is24Hours = useOrganizationState((state) => has24Hours(state.user_settings?.twenty_four_hour_time));
  return useMemo(
    () => ({ userId: ownId, groupIds: groupsWith(groups, ownId), is24Hours }),
    [ownId, groups, is24Hours],
  );
}
