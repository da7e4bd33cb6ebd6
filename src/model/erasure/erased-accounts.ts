// The names and addresses of an erased person, and what their account is called afterwards.

/** An erased account: the person's, or that of one of their bots. */
export interface ErasedAccount {
  readonly id: number;
  readonly isBot: boolean;
  /** All known names, including earlier ones. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** All accounts of one erasure, the person's first. */
export type ErasedAccounts = readonly ErasedAccount[];

/** The new name of the account. */
export function erasedName({ id, isBot }: Pick<ErasedAccount, 'id' | 'isBot'>): string {
  return `Deleted ${isBot ? 'bot' : 'user'} ${id}`;
}

/** The new address of the account. No mail can be sent to it (RFC 2606). */
export function erasedAddress({ id }: Pick<ErasedAccount, 'id'>): string {
  return `deleted-user-${id}@deleted.invalid`;
}

export function erasedAccountIds(accounts: ErasedAccounts): number[] {
  return accounts.map(({ id }) => id);
}
