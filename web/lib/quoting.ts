// Quotes a message in another one.

export interface Quoted {
  /** The sender's name, as in a silent mention. */
  readonly sender: string;
  readonly senderId: number;
  readonly link: string;
  /** The Markdown of the message. */
  readonly content: string;
  /** The word between sender and quotation, in the viewer's language. */
  readonly linkLabel: string;
}

/** A fence longer than any in the text. */
function fenceFor(content: string): string {
  const longest = Math.max(2, ...(content.match(/^`{3,}/gm) ?? []).map((fence) => fence.length));
  return '`'.repeat(longest + 1);
}

/** The Markdown of a quotation, followed by an empty line to write in. */
export function quotation({ sender, senderId, link, content, linkLabel }: Quoted): string {
  const fence = fenceFor(content);
  return `@_**${sender}|${senderId}** [${linkLabel}](${link}):\n${fence}quote\n${content}\n${fence}\n`;
}
