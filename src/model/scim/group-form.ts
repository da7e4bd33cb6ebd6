// What a request says of a group, however it says it: as a whole (POST, PUT) or by changes (PATCH). What is not said stays as
// it is.

import { limits } from '../../api-contract/limits.ts';
import { asBody, asList, asText, asTruth, type ScimBody, valueText } from './body-values.ts';
import type { Filter } from './filter.ts';
import { memberOf } from './match.ts';
import { type Change, changesIn, immutable } from './patch-operations.ts';
import { invalidValue, scimRefusal } from './refusals.ts';
import { accountIdIn } from './resources.ts';
import { checkIsPlain, checkStandardGroupAttribute } from './unsupported.ts';

/** What is said; undefined: nothing of it. */
export interface GroupForm {
  readonly displayName?: string;
  readonly externalId?: string | null;
  /** The accounts that are members from now on. */
  readonly memberIds?: ReadonlySet<number>;
}

/** Reads the members of one request, which may name only so many. */
class MemberReader {
  #named = 0;

  ids(value: unknown): number[] {
    const list = asList(value);
    this.#named += list.length;
    const most = limits.scimMembersPerRequest;
    if (this.#named > most)
      throw invalidValue(`A request may name at most ${most} members: send the others in further ones.`);
    return list.map((one) => {
      const text = valueText(asBody(one, 'members'), 'members', limits.shortTextCodePoints);
      const id = accountIdIn(text);
      if (id === undefined) throw invalidValue(`Members are users: "${text}" is the id of none.`);
      return id;
    });
  }
}

type Draft = { -readonly [K in keyof GroupForm]: GroupForm[K] } & { memberIds?: Set<number> };

function say(draft: Draft, name: string, value: unknown): void {
  if (name === 'displayname') {
    const text = asText(value, 'displayName', limits.shortTextCodePoints);
    if (!text) throw immutable('displayName');
    draft.displayName = text;
  } else if (name === 'externalid') {
    draft.externalId = asText(value, 'externalId', limits.scimExternalIdCodePoints) || null;
  }
  // Some programs say of groups, too, that they are active; a group that is not is deleted.
  else if (name === 'active' && value !== null && !asTruth(value, 'active')) throw immutable('active');
}

/** What a whole group says. */
export function wholeGroup(body: ScimBody): GroupForm {
  const draft: Draft = {};
  for (const name of ['displayname', 'externalid']) {
    const value = memberOf(body, name);
    if (value !== undefined) say(draft, name, value);
  }
  const members = memberOf(body, 'members');
  if (members !== undefined) draft.memberIds = new Set(new MemberReader().ids(members));
  return draft;
}

/** The members that a filter names. Groups are large: what would have to be compared with all of them is not taken. */
function namedBy(filter: Filter): readonly number[] {
  if (filter.is === 'or') return filter.parts.flatMap(namedBy);
  if (filter.is === 'compare' && filter.by === 'eq' && filter.path.join() === 'value')
    return [accountIdIn(String(filter.value)) ?? []].flat();
  throw scimRefusal(400, 'invalidFilter', 'Members are chosen by their value, with eq and or.');
}

/** Changes the members, of whom there may be very many, in place. */
function changeMembers(members: Set<number>, { op, value, at }: Change, reader: MemberReader): void {
  const { filter } = at;
  if (op === 'remove') {
    const isAll = !filter && (value === undefined || value === null);
    if (isAll) members.clear();
    else for (const id of filter ? namedBy(filter) : reader.ids(value)) members.delete(id);
    return;
  }
  if (filter) throw immutable('members');
  if (op === 'replace') members.clear();
  for (const id of reader.ids(value)) members.add(id);
}

const readOnly: ReadonlySet<string> = new Set(['id', 'meta']);
const plain: ReadonlySet<string> = new Set(['displayname', 'externalid', 'active']);

/** What the changes of a body come to. @param present the members before */
export function changedGroup(body: ScimBody, present: ReadonlySet<number>): GroupForm {
  const draft: Draft = {};
  const reader = new MemberReader();
  for (const asked of changesIn(body)) {
    const { op, at, value, isOfWhole } = asked;
    const [name = ''] = at.path;
    if (readOnly.has(name)) {
      if (!isOfWhole) throw immutable(name);
    } else if (name === 'members') {
      if (at.path.length > 1 || at.part !== undefined) throw immutable('members');
      draft.memberIds ??= new Set(present);
      changeMembers(draft.memberIds, asked, reader);
    } else if (plain.has(name)) {
      checkIsPlain(name, at.path, at.filter);
      say(draft, name, op === 'remove' ? null : value);
    } else checkStandardGroupAttribute(name);
  }
  return draft;
}
