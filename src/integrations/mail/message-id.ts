// The Message-ID of a mail that leaves the house. It follows from the row of the outbox, so that a mail that is sent
// twice by accident is recognized as one; and mail that comes back to this server is recognized as its own.

/** The Message-ID of an outbox row, without angle brackets. */
export function messageIdOf(organizationUuid: string, rowId: number, domain: string): string {
  return `parley.${organizationUuid}.${rowId}@${domain}`;
}

/** Stands for a conversation, as if a mail had begun it. */
export function conversationReference(
  organizationUuid: string,
  conversationId: number,
  domain: string,
): string {
  return `parley-conversation.${organizationUuid}.${conversationId}@${domain}`;
}

const OWN = /<?parley\.[0-9a-f-]{36}\.\d+@[^<>\s]+>?/i;

/** Whether a header names a mail that such a server sent. */
export function namesOwnMail(header: string): boolean {
  return OWN.test(header);
}
