// All names and addresses an account ever had, read before any of them is erased.

import { isRecord } from '../../api-contract/codec.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Account } from '../../model/accounts/account.ts';
import {
  type ErasedAccount,
  type ErasedAccounts,
  erasedAccountIds,
} from '../../model/erasure/erased-accounts.ts';
import { textKey } from '../../model/text-key.ts';
import { idsOf } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { ProviderSubject } from '../sign-in/identity-store.ts';
import { scimSubject } from './erased-identity-store.ts';

/** Kinds of audit entries that contain a name or an address of the account they are about. */
const RENAMING = ['user_renamed', 'bot_created'];
const READDRESSING = ['email_changed', 'email_confirmed', 'user_created'];

async function auditedTexts(reader: Reader, accountId: number, kinds: readonly string[]): Promise<string[]> {
  const rows = await reader.db
    .selectFrom('audit_entry')
    .select('details')
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .where('kind', 'in', [...kinds])
    .execute();
  return rows.flatMap(({ details }) => textsOf(parseColumn(details), ['old', 'new', 'name', 'email']));
}

function textsOf(value: unknown, names: readonly string[]): string[] {
  if (!isRecord(value)) return [];
  return names.flatMap((name) => (typeof value[name] === 'string' ? [value[name]] : []));
}

/** Names that a company's directory sent, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(namesIn) : [];
}

const distinct = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text.length > 1)),
];

/** Every name and address on record for an account. */
export async function identifiersOf(reader: Reader, account: Account): Promise<ErasedAccount> {
  const { id, isBot } = account;
  const pending = await reader.db
    .selectFrom('email_change')
    .select('new_email')
    .where('account_id', '=', id)
    .execute();
  const scim = await reader.db
    .selectFrom('scim_user')
    .select(['external_name', 'names_of', 'sent_names'])
    .where('account_id', '=', id)
    .executeTakeFirst();
  const namesFromScim = scim ? [scim.names_of, ...namesIn(parseColumn(scim.sent_names))] : [];
  const names = [account.fullName, ...(await auditedTexts(reader, id, RENAMING)), ...namesFromScim];
  const addresses = [
    account.email,
    ...pending.map(({ new_email }) => new_email),
    ...(await auditedTexts(reader, id, READDRESSING)),
    ...names.filter((name) => name.includes('@')),
    ...(scim?.external_name ? [scim.external_name] : []),
  ];
  return {
    id,
    isBot,
    names: distinct(names.filter((name) => !name.includes('@'))),
    addresses: distinct(addresses.filter((address) => address.includes('@'))),
  };
}

/** The keys (`textKey`) of the names of all other accounts of the organization. */
export async function nameKeysOfOthers(reader: Reader, erased: ErasedAccounts): Promise<Set<string>> {
  const rows = await reader.db
    .selectFrom('account')
    .select('full_name')
    .where('organization_id', '=', reader.organizationId)
    .where('id', 'not in', idsOf(reader.engine, JSON.stringify(erasedAccountIds(erased))))
    .execute();
  return new Set(rows.map((row) => textKey(row.full_name)));
}

/** The subjects under which identity providers and the directory know an account. */
export async function providerSubjectsOf(reader: Reader, accountId: number): Promise<ProviderSubject[]> {
  const linked = await reader.db
    .selectFrom('external_identity')
    .select(['issuer', 'subject'])
    .where('account_id', '=', accountId)
    .execute();
  const deactivated = await reader.db
    .selectFrom('directory_deactivation')
    .select(['issuer', 'subject'])
    .where('account_id', '=', accountId)
    .execute();
  const scim = await reader.db
    .selectFrom('scim_user')
    .select('external_name')
    .where('account_id', '=', accountId)
    .where('external_name', 'is not', null)
    .execute();
  return [...linked, ...deactivated, ...scim.map(({ external_name: name }) => scimSubject(name ?? ''))];
}

/** All bots of a person, active or not. */
export async function botIdsOf(reader: Reader, ownerId: number): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('bot_owner_id', '=', ownerId)
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
