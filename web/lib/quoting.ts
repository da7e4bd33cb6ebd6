// A message as it is quoted in another one.

export interface Quoted {
  /** The person, as they are mentioned without a notification. */
  readonly sender: string;
  readonly senderId: number;
  readonly link: string;
  /** The Markdown of the message. */
  readonly content: string;
  /** The word between person and quotation, in the language of whoever quotes. */
  readonly said: string;
}

/** A fence that ends no sooner than the text does. */
function fenceFor(content: string): string {
  const longest = Math.max(2, ...(content.match(/^`{3,}/gm) ?? []).map((fence) => fence.length));
  return '`'.repeat(longest + 1);
}

/** The Markdown of a quotation, with an empty line after it to write in. */
export function quotation({ sender, senderId, link, content, said }: Quoted): string {
  const fence = fenceFor(content);
  return `@_**${sender}|${senderId}** [${said}](${link}):\n${fence}quote\n${content}\n${fence}\n`;
}
