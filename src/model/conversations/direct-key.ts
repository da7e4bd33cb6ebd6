// The key of a direct conversation: the ids of its accounts.

/** The key of the conversation of a set of accounts, including the sender. */
export function directKey(accountIds: readonly number[]): string {
  return [...new Set(accountIds)].sort((a, b) => a - b).join(',');
}

/** The accounts of a direct conversation, ascending. */
export function peopleOf(key: string): number[] {
  return key.split(',').map(Number);
}
