// Erasures of people in progress: the accounts, and how far each erasure has come.

import { count, jsonBoolean, jsonText, list, recordOf } from '../../api-contract/codec.ts';
import type { ErasedAccount, ErasedAccounts } from '../../model/erasure/erased-accounts.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** The accounts that an erasure removes. */
export interface ErasureTarget {
  readonly accounts: ErasedAccounts;
  /** The log position at which the erasure began. */
  readonly since: number;
}

export interface Erasure extends ErasureTarget {
  readonly accountId: number;
  readonly deletesFiles: boolean;
  readonly stage: string;
  readonly afterId: number;
}

const SEALED_FOR = 'erasure';

const erasureTarget = recordOf<ErasureTarget>({
  accounts: list(
    recordOf<ErasedAccount>({
      id: count,
      isBot: jsonBoolean,
      names: list(jsonText, Number.POSITIVE_INFINITY),
      addresses: list(jsonText, Number.POSITIVE_INFINITY),
    }),
    Number.POSITIVE_INFINITY,
  ),
  since: count,
});

/** Begins an erasure. */
export async function insertErasure(
  writer: Writer,
  accountId: number,
  { accounts, since, deletesFiles, stage }: ErasureTarget & Pick<Erasure, 'deletesFiles' | 'stage'>,
): Promise<void> {
  await writer.db
    .insertInto('person_erasure')
    .values({
      account_id: accountId,
      organization_id: writer.organizationId,
      asked_at: writer.now,
      known: writer.secrets.seal(SEALED_FOR, JSON.stringify({ accounts, since } satisfies ErasureTarget)),
      deletes_files: deletesFiles ? 1 : 0,
      stage,
      after_id: 0,
    })
    .execute();
}

/** The account of the organization's first pending erasure, leaving out the accounts in `except`. */
export async function nextErasedPerson(
  reader: Reader,
  except: readonly number[] = [],
): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('person_erasure')
    .select('account_id')
    .where('organization_id', '=', reader.organizationId)
    .$if(except.length > 0, (query) => query.where('account_id', 'not in', [...except]))
    .orderBy('asked_at')
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  return row?.account_id;
}

/** The pending erasure of a person; undefined if there is none. */
export async function erasureOfPerson(reader: Reader, accountId: number): Promise<Erasure | undefined> {
  const row = await reader.db
    .selectFrom('person_erasure')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const target = erasureTarget.decode(JSON.parse(reader.secrets.open(SEALED_FOR, row.known)), 'known');
  return {
    ...target,
    accountId: row.account_id,
    deletesFiles: row.deletes_files === 1,
    stage: row.stage,
    afterId: row.after_id,
  };
}

/** The organization's first pending erasure of a person. */
export async function nextErasureOfPerson(reader: Reader): Promise<Erasure | undefined> {
  const accountId = await nextErasedPerson(reader);
  return accountId === undefined ? undefined : erasureOfPerson(reader, accountId);
}

export async function isBeingErased(reader: Reader, accountId: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('person_erasure')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The organizations with erasures in progress. */
export async function organizationsWithErasedPeople(reader: Reader): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('person_erasure')
    .select('organization_id')
    .distinct()
    .orderBy('organization_id')
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Records how far an erasure has come. */
export async function recordErasureProgress(
  writer: Writer,
  accountId: number,
  { stage, afterId }: Pick<Erasure, 'stage' | 'afterId'>,
): Promise<void> {
  await writer.db
    .updateTable('person_erasure')
    .set({ stage, after_id: afterId })
    .where('account_id', '=', accountId)
    .execute();
}

/** Removes a completed erasure along with the names and addresses that it searched for. */
export async function endErasure(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('person_erasure').where('account_id', '=', accountId).execute();
}
