// The people of an organization as a JSON list, made of blocks that are shared by all viewers who may see the same. What only
// one viewer sees (their own address, the people of a limited guest) is made for that viewer alone.

import {
  type JsonPiece,
  JsonWriter,
  sameForAllClients,
  sharedByAnswers,
  sharedComma,
} from '../../api-contract/written-json.ts';
import type { Yielder } from '../../api-contract/yielding.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import { isLimitedGuest } from '../../model/people/account-visibility.ts';
import { unknownUser, type WireUserOptions, wireUser } from '../../model/people/wire-user.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { accountsInBlocks, preparedBlock, storeBlock } from './people-blocks.ts';

type Viewer = Pick<Account, 'id' | 'role'> | undefined;

/** Which people are listed, and which fields. */
export interface PeopleListOptions extends Omit<WireUserOptions, 'showsEmail'> {
  readonly of: 'active' | 'inactive' | 'all';
  /** Whether people that the viewer may not see are listed as unknown users. */
  readonly showsUnknown: boolean;
}

/** Viewers with the same role see the same addresses, except their own. */
function visibilityKey(viewer: Viewer): string {
  if (!viewer) return 'anonymous';
  return String(Math.max(viewer.role, Role.administrator));
}

function isListed(account: Account, { of }: PeopleListOptions): boolean {
  if (account.isSystemBot) return false;
  return of === 'all' || account.isActive === (of === 'active');
}

function joinPeople(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  options: PeopleListOptions,
): string {
  const texts: string[] = [];
  const isLimited = viewer !== undefined && isLimitedGuest(view, viewer);
  const visibleIds = isLimited ? view.accountsKnownTo(viewer.id) : undefined;
  for (const account of accounts) {
    if (!isListed(account, options)) continue;
    const isSeen = !isLimited || account.id === viewer.id || account.isBot || visibleIds?.has(account.id);
    if (!isSeen && !options.showsUnknown) continue;
    const form = { ...options, showsEmail: maySeeEmail(viewer, account) };
    const user = isSeen
      ? wireUser(account, view.organization, form, view.profileValues(account.id))
      : unknownUser(account.id, view.organization, options);
    texts.push(JSON.stringify(user));
  }
  return texts.join(',');
}

function blockFor(
  view: OrganizationView,
  viewer: Viewer,
  accounts: readonly Account[],
  options: PeopleListOptions,
): Buffer {
  const { of, clientGravatar, hasProfile, hasActivity } = options;
  const kind = `${visibilityKey(viewer)} ${of} ${clientGravatar}${hasProfile}${hasActivity}`;
  const cached = preparedBlock(view, accounts, kind);
  if (cached) return cached;
  const anyWithRole = viewer && { id: 0, role: viewer.role };
  const json = sharedByAnswers(Buffer.from(joinPeople(view, anyWithRole, accounts, options)));
  storeBlock(view, accounts, kind, { json });
  return json;
}

/** Whether what a viewer sees of the given accounts is the same for all viewers with that role. */
function isShared(view: OrganizationView, viewer: Viewer, accounts: readonly Account[]): boolean {
  if (!viewer) return true;
  if (isLimitedGuest(view, viewer)) return false;
  const own = accounts.find(({ id }) => id === viewer.id);
  return !own || maySeeEmail({ id: 0, role: viewer.role }, own);
}

async function pieces(
  view: OrganizationView,
  viewer: Viewer,
  options: PeopleListOptions,
  yielder: Yielder,
): Promise<JsonPiece[]> {
  const result: JsonPiece[] = ['['];
  for (const accounts of accountsInBlocks(view)) {
    const block = isShared(view, viewer, accounts)
      ? blockFor(view, viewer, accounts, options)
      : sameForAllClients(Buffer.from(joinPeople(view, viewer, accounts, options)));
    if (block.length > 0) {
      if (result.length > 1) result.push(sharedComma);
      result.push(block);
    }
    await yielder.yieldIfDue();
  }
  result.push(']');
  return result;
}

/** The people that a viewer sees (undefined: an anonymous viewer), as a JSON list. `view` is immutable. */
export function peopleJson(view: OrganizationView, viewer: Viewer, options: PeopleListOptions): JsonWriter {
  return new JsonWriter((yielder) => pieces(view, viewer, options, yielder));
}
