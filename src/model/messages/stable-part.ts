// The part of a message that is the same for all viewers, as prepared JSON, and what it is sent with.

/** The size up to which the parts that depend on more than the message are kept beside it. */
export const MAX_OTHER_BYTES = 512;
/** Larger parts are not copied for each new sender or conversation part. */
export const MAX_JOINED_BYTES = 16 * 1024;
const open = Buffer.from(',{');
/** The length of the comma that `StablePart.withParts` begins with. */
export const COMMA_BYTES = 1;

/** Joins bytes that are kept for long. Not in a slab that Node.js shares among small buffers, which all of them would keep. */
function joinedAlone(pieces: readonly Buffer[]): Buffer {
  const joined = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) at += piece.copy(joined, at);
  return joined;
}

/**
 * The part of a message that is the same for all viewers, in one form of its content, as bytes of JSON without braces.
 * Remembers the sender's and the conversation's part that it was last sent with, since nearly all viewers get the same.
 */
export class StablePart {
  #bytes: Buffer;
  #sender: Buffer | undefined;
  #conversation: Buffer | undefined;
  #pieces: readonly Buffer[] = [];

  /** @param json without braces */
  constructor(json: string) {
    this.#bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
    this.#bytes.write(json);
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** A comma, and a message without its flags and the closing brace; usually in one piece. */
  withParts(sender: Buffer, conversation: Buffer): readonly Buffer[] {
    if (this.#sender === sender && this.#conversation === conversation) return this.#pieces;
    const pieces = [open, this.#bytes, sender, conversation];
    if (sender.length + conversation.length > MAX_OTHER_BYTES || this.#bytes.length > MAX_JOINED_BYTES)
      return pieces;
    const joined = joinedAlone(pieces);
    this.#bytes = joined.subarray(open.length, open.length + this.#bytes.length);
    this.#sender = sender;
    this.#conversation = conversation;
    this.#pieces = [joined];
    return this.#pieces;
  }
}
