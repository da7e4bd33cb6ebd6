// The identifiers that providers used for erased people: hashes, sealed under the server's secret so that a
// copy of the tables does not allow testing guesses and so that they can be re-sealed when the secret
// changes.

import { createHash } from 'node:crypto';
import { textKey } from '../../model/text-key.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { ProviderSubject } from '../sign-in/identity-store.ts';

const SEALED_FOR = 'erased-identity';

/** The subject for a person's external id in SCIM. */
export function scimSubject(externalId: string): ProviderSubject {
  return { issuer: 'scim', subject: externalId };
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

const subjectHash = ({ issuer, subject }: ProviderSubject) => hashOf('subject', issuer, subject);
const addressHash = (email: string) => hashOf('address', textKey(email));

/** Stores a person's identifiers, so that no provider lets them in again without an invitation. */
export async function insertErasedIdentities(
  writer: Writer,
  subjects: readonly ProviderSubject[],
  addresses: readonly string[],
): Promise<void> {
  const hashes = new Set([...subjects.map(subjectHash), ...addresses.map(addressHash)]);
  const common = { organization_id: writer.organizationId, erased_at: writer.now };
  for (const hash of hashes) {
    const sealed = writer.secrets.seal(SEALED_FOR, hash);
    await writer.db
      .insertInto('erased_identity')
      .values({ ...common, sealed })
      .execute();
  }
}

/** Whether a person with the address or the provider's subject was erased. */
export async function wasErased(reader: Reader, email: string, subject?: ProviderSubject): Promise<boolean> {
  const rows = await reader.db
    .selectFrom('erased_identity')
    .select('sealed')
    .where('organization_id', '=', reader.organizationId)
    .execute();
  if (rows.length === 0) return false;
  const candidates = new Set([addressHash(email), ...(subject ? [subjectHash(subject)] : [])]);
  return rows.some(({ sealed }) => candidates.has(reader.secrets.open(SEALED_FOR, sealed)));
}
