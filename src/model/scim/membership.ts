// What filters of lists ask of members. Groups are large, so that it is answered by their sets of members, once for each term,
// and nothing is taken that would have to be compared with all of them.

import type { Filter } from './filter.ts';
import { scimRefusal } from './refusals.ts';

/** The ids of the resources that have somebody as a member; undefined: anybody. */
export type Holding = (member: string | undefined) => ReadonlySet<string>;

const refusal = () =>
  scimRefusal(400, 'invalidFilter', 'Members are chosen by their value, with eq and or, or by pr.');

/** What is asked of members, as ids of resources. @param inside whether the path begins within a member */
function answered(filter: Filter, holding: Holding, inside: boolean): Filter {
  if (filter.is === 'or')
    return { is: 'or', parts: filter.parts.map((one) => answered(one, holding, inside)) };
  if (filter.is !== 'compare' && filter.is !== 'present') throw refusal();
  const part = (inside ? filter.path : filter.path.slice(1)).join('.');
  if (part !== 'value' && (inside || part !== '')) throw refusal();
  if (filter.is === 'present') return { is: 'among', path: ['id'], ids: holding(undefined) };
  if (filter.by !== 'eq' || filter.value === null) throw refusal();
  return { is: 'among', path: ['id'], ids: holding(String(filter.value)) };
}

/** The same filter without members. @throws `invalidFilter` where it asks more of them than who they are */
export function withoutMembers(filter: Filter, holding: Holding): Filter {
  if ('parts' in filter)
    return { is: filter.is, parts: filter.parts.map((one) => withoutMembers(one, holding)) };
  if (filter.is === 'not') return { is: 'not', part: withoutMembers(filter.part, holding) };
  if (filter.path[0] !== 'members') return filter;
  if (filter.is !== 'within') return answered(filter, holding, false);
  if (filter.path.length > 1) throw refusal();
  return answered(filter.part, holding, true);
}
