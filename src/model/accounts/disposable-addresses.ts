// Which addresses come from services that give them away for a few minutes. The list is long and seldom needed, so
// it is loaded on first use.

/** Whether an address is of such a service, or below its domain. */
export async function isDisposableAddress(email: string): Promise<boolean> {
  const { isDisposableEmailDomain } = await import('disposable-email-domains-js');
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_label, index) => isDisposableEmailDomain(labels.slice(index).join('.')));
}

/** Those of some addresses. */
export async function disposableAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const email of emails) if (await isDisposableAddress(email)) found.add(email);
  return found;
}
