// The context of SCIM requests. Like an operation's context, but no account of the organization acts.

import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import { resourceNotFound, scimError } from '../../model/scim/scim-errors.ts';
import {
  accountIdIn,
  isRemovedUser,
  isUser,
  type ScimResourceContext,
  type StoredScimUser,
} from '../../model/scim/scim-resources.ts';
import type { ScimQueryContext } from '../../queries/scim/kind.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { scimUsers } from '../../stores/scim/scim-store.ts';
import type { Services } from '../services.ts';

/** An organization that an identity provider writes to. */
export interface ScimRequestContext {
  readonly services: Services;
  readonly hub: OrganizationHub;
  /** The organization's address, without a trailing slash. */
  readonly organizationUrl: string;
  readonly resourceContext: ScimResourceContext;
}

/** The context of queries for a request. */
export function queryContextOf({ hub, resourceContext }: ScimRequestContext): ScimQueryContext {
  return { state: hub.state, reader: hub.reader, resourceContext };
}

/** A unit of work of an identity provider. */
export interface ScimUnit extends UnitContext, WithKeyring {
  readonly resourceContext: ScimResourceContext;
}

/** Runs a unit of work that the audit log attributes to the identity provider. */
export function writeScim<T>(
  { services, hub, resourceContext }: ScimRequestContext,
  work: (unit: ScimUnit) => ReturnType<Unit<T>>,
): Promise<T> {
  const { keyring, database } = services;
  const unit = async (writer: Writer) =>
    work({ writer, keyring, resourceContext, organization: await readOrganization(writer) });
  return database.write(hub.id, unit, 'scim');
}

export interface ScimUser {
  readonly account: Account;
  readonly stored: StoredScimUser | undefined;
}

/**
 * An account by its SCIM id.
 * @throws 404, and 403 for a bot
 */
export async function requireUser(writer: Writer, id: string): Promise<ScimUser> {
  const accountId = accountIdIn(id);
  const account = accountId === undefined ? undefined : await accountById(writer, accountId);
  if (!account) throw resourceNotFound(id);
  if (!isUser(account))
    throw scimError(403, undefined, `"${id}" is a bot. Bots cannot be managed with SCIM.`);
  const scimFields = (await scimUsers(writer, [account.id])).get(account.id);
  if (isRemovedUser(account, scimFields)) throw resourceNotFound(id);
  return { account, stored: scimFields };
}
