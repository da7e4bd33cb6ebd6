// By what an erased person was known, and by what their account is called from then on.

/** An account that is erased: the person's, or a bot's of theirs. */
export interface ErasedAccount {
  readonly id: number;
  readonly isBot: boolean;
  /** All that are known, also earlier ones. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** The person's account first. */
export type Known = readonly ErasedAccount[];

/** What the account is called. */
export function erasedName({ id, isBot }: Pick<ErasedAccount, 'id' | 'isBot'>): string {
  return `Deleted ${isBot ? 'bot' : 'user'} ${id}`;
}

/** The address that stands in the account. No mail can be sent to it (RFC 2606). */
export function erasedAddress({ id }: Pick<ErasedAccount, 'id'>): string {
  return `deleted-user-${id}@deleted.invalid`;
}

/** The ids of the accounts. */
export function idsOfKnown(known: Known): number[] {
  return known.map(({ id }) => id);
}
