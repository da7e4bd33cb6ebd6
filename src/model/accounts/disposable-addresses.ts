// Recognizes addresses of disposable mail services. The list is long and rarely needed, so it is loaded lazily.

/** Whether an address belongs to such a service or to a subdomain of one. */
export async function isDisposableAddress(email: string): Promise<boolean> {
  const { isDisposableEmailDomain } = await import('disposable-email-domains-js');
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_label, index) => isDisposableEmailDomain(labels.slice(index).join('.')));
}

/** The disposable ones among the given addresses. */
export async function disposableAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const email of emails) if (await isDisposableAddress(email)) found.add(email);
  return found;
}
