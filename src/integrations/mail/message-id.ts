// The Message-ID of an outgoing mail, derived from the outbox row: a mail that is sent twice by accident is
// recognized as one, and mail that returns to this server as its own.

/** The Message-ID of an outbox row, without angle brackets. */
export function messageIdOf(organizationUuid: string, rowId: number, domain: string): string {
  return `parley.${organizationUuid}.${rowId}@${domain}`;
}

/** The Message-ID of an imaginary first mail of a conversation, which mail programs group replies under. */
export function conversationReference(
  organizationUuid: string,
  conversationId: number,
  domain: string,
): string {
  return `parley-conversation.${organizationUuid}.${conversationId}@${domain}`;
}

const OWN = /<?parley\.[0-9a-f-]{36}\.\d+@[^<>\s]+>?/i;

/** Whether a header names a mail that a Parley server sent. */
export function namesOwnMail(header: string): boolean {
  return OWN.test(header);
}
