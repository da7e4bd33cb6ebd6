// Bounds the raw bytes of a mail in one pass before it is parsed. A mail with too large a header, too many
// addresses or too many parts is not parsed, and texts are truncated to the length that is used.

import { limits } from '../../api-contract/limits.ts';

/** Why a mail is not parsed. */
export type MailErrorKind = 'header' | 'addresses' | 'parts' | 'unreadable';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;
const ADDRESS_FIELDS = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'bcc',
  'delivered-to',
  'return-path',
]);
const BOUNDARY = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i;

/** The parts of a header that determine how its body is read. */
class Header {
  #field = '';
  #contentType = '';
  #disposition = '';
  #separators = 0;

  add(line: string): void {
    if (!/^[ \t]/.test(line))
      this.#field = line
        .slice(0, Math.max(0, line.indexOf(':')))
        .trim()
        .toLowerCase();
    if (this.#field === 'content-type') this.#contentType += line;
    else if (this.#field === 'content-disposition') this.#disposition += line;
    else if (ADDRESS_FIELDS.has(this.#field)) this.#separators += line.match(/[,;:]/g)?.length ?? 0;
  }

  get hasTooManyAddresses(): boolean {
    return this.#separators > limits.incomingMailAddresses;
  }

  /** The boundary of a multipart body; undefined for any other. */
  get boundary(): string | undefined {
    if (!/^[^:]*:\s*multipart\//i.test(this.#contentType)) return undefined;
    const [, quoted, plain] = BOUNDARY.exec(this.#contentType) ?? [];
    return quoted?.replace(/\\(.)/g, '$1') ?? plain;
  }

  get isMail(): boolean {
    return /^[^:]*:\s*message\/rfc822\b/i.test(this.#contentType) && !this.#isAttached;
  }

  /** Whether the body is a text that may become the message rather than a file. */
  get isText(): boolean {
    return (
      !this.#isAttached &&
      (this.#contentType === '' || /^[^:]*:\s*text\/(?:plain|html)\b/i.test(this.#contentType))
    );
  }

  get #isAttached(): boolean {
    return /^[^:]*:\s*attachment\b/i.test(this.#disposition);
  }
}

class MailScanner {
  readonly #raw: Buffer;
  readonly #boundaries = new Set<string>();
  readonly #spans: Buffer[] = [];
  /** The start of the current span of included bytes; undefined while the rest of a text is skipped. */
  #spanStart: number | undefined = 0;
  #header: Header | undefined = new Header();
  #headerBytes = 0;
  #parts = 0;
  /** Whether the current body is a text, whose length is limited. */
  #isText = false;
  /** The remaining limits for all texts. */
  #bytes: number = limits.incomingMailTextBytes;
  #lines: number = limits.incomingMailTextLines;

  constructor(raw: Buffer) {
    this.#raw = raw;
  }

  run(): Buffer | MailErrorKind {
    const raw = this.#raw;
    for (let start = 0; start < raw.length; ) {
      const newline = raw.indexOf(NEWLINE, start);
      const next = newline < 0 ? raw.length : newline + 1;
      const end = raw[newline - 1] === RETURN ? newline - 1 : newline < 0 ? next : newline;
      const failure = this.#line(start, end, next);
      if (failure) return failure;
      start = next;
    }
    if (this.#spans.length === 0) return raw;
    if (this.#spanStart !== undefined) this.#spans.push(raw.subarray(this.#spanStart));
    return Buffer.concat(this.#spans);
  }

  #line(start: number, end: number, next: number): MailErrorKind | undefined {
    if (this.#boundaries.size > 0 && this.#boundaryLine(start, end)) {
      this.#spanStart ??= start;
      return this.#parts > limits.incomingMailParts ? 'parts' : undefined;
    }
    if (this.#header) return this.#headerLine(this.#header, start, end);
    this.#bodyLine(start, next);
    return undefined;
  }

  /** Handles a boundary line; returns whether the line is one. */
  #boundaryLine(start: number, end: number): boolean {
    if (this.#raw[start] !== DASH || this.#raw[start + 1] !== DASH) return false;
    let last = end;
    while (this.#raw[last - 1] === SPACE || this.#raw[last - 1] === TAB) last--;
    const line = this.#raw.toString('latin1', start + 2, last);
    if (this.#boundaries.has(line)) {
      this.#parts++;
      this.#header = new Header();
      return true;
    }
    if (!line.endsWith('--') || !this.#boundaries.has(line.slice(0, -2))) return false;
    this.#header = undefined;
    this.#isText = true;
    return true;
  }

  #headerLine(header: Header, start: number, end: number): MailErrorKind | undefined {
    if (start === end) {
      this.#bodyBegins(header);
      return undefined;
    }
    this.#headerBytes += end - start;
    const bound = this.#parts === 0 ? limits.incomingMailHeaderBytes : limits.incomingMailPartHeaderBytes;
    if (this.#headerBytes > bound) return 'header';
    header.add(this.#raw.toString('latin1', start, end));
    return header.hasTooManyAddresses ? 'addresses' : undefined;
  }

  #bodyBegins(header: Header): void {
    // A nested mail has a header of its own.
    this.#header = header.isMail ? new Header() : undefined;
    const { boundary } = header;
    if (boundary !== undefined) this.#boundaries.add(boundary);
    this.#isText = header.isText || boundary !== undefined;
  }

  #bodyLine(start: number, next: number): void {
    if (this.#spanStart === undefined || !this.#isText) return;
    const includedBytes = this.#lines <= 0 ? 0 : Math.min(next - start, this.#bytes);
    this.#lines--;
    this.#bytes -= includedBytes;
    if (includedBytes < next - start) this.#skipFrom(start + includedBytes);
  }

  /** Keeps the bytes up to a position and skips the ones after it. */
  #skipFrom(position: number): void {
    if (this.#spanStart === undefined) return;
    this.#spans.push(this.#raw.subarray(this.#spanStart, position), Buffer.from('\r\n'));
    this.#spanStart = undefined;
  }
}

/** The mail with its texts truncated, or why it is not parsed. Takes time linear in its bytes. */
export function boundedMail(raw: Buffer): Buffer | MailErrorKind {
  return new MailScanner(raw).run();
}
