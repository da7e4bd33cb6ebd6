// Recognizes the windows that show one conversation each.

/** Whether a page, by the query of its address, is the window of a conversation. */
export function isConversationWindow(search: string): boolean {
  return new URLSearchParams(search).has('window');
}
