// What of a mail is taken apart at all, found in one pass over its bytes: mail with too large a header, too many
// addresses or too many parts is left alone, and of texts the beginning is kept, since no more of them is looked at.

import { limits } from '../../api-contract/limits.ts';

/** Why a mail is not taken apart. */
export type MailProblem = 'header' | 'addresses' | 'parts' | 'unreadable';

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

/** The header of the mail or of a part, as far as it decides how its body is read. */
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

  /** What stands between the parts of a body of several; undefined for any other. */
  get boundary(): string | undefined {
    if (!/^[^:]*:\s*multipart\//i.test(this.#contentType)) return undefined;
    const [, quoted, plain] = BOUNDARY.exec(this.#contentType) ?? [];
    return quoted?.replace(/\\(.)/g, '$1') ?? plain;
  }

  get isMail(): boolean {
    return /^[^:]*:\s*message\/rfc822\b/i.test(this.#contentType) && !this.#isAttached;
  }

  /** Whether the body is a text that may become the message, not a file. */
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

class Pass {
  readonly #raw: Buffer;
  readonly #boundaries = new Set<string>();
  readonly #kept: Buffer[] = [];
  /** Where the stretch begins that is being kept; undefined while the rest of a text is passed over. */
  #keptFrom: number | undefined = 0;
  #header: Header | undefined = new Header();
  #headerBytes = 0;
  #parts = 0;
  /** Whether the present body is a text, of which only so much is kept. */
  #isText = false;
  /** What is left to keep of all texts. */
  #bytes: number = limits.incomingMailTextBytes;
  #lines: number = limits.incomingMailTextLines;

  constructor(raw: Buffer) {
    this.#raw = raw;
  }

  run(): Buffer | MailProblem {
    const raw = this.#raw;
    for (let start = 0; start < raw.length; ) {
      const newline = raw.indexOf(NEWLINE, start);
      const next = newline < 0 ? raw.length : newline + 1;
      const end = newline > start && raw[newline - 1] === RETURN ? newline - 1 : newline < 0 ? next : newline;
      const problem = this.#line(start, end, next);
      if (problem) return problem;
      start = next;
    }
    if (this.#kept.length === 0) return raw;
    if (this.#keptFrom !== undefined) this.#kept.push(raw.subarray(this.#keptFrom));
    return Buffer.concat(this.#kept);
  }

  #line(start: number, end: number, next: number): MailProblem | undefined {
    if (this.#boundaries.size > 0 && this.#isBetween(start, end)) {
      this.#keptFrom ??= start;
      return this.#parts > limits.incomingMailParts ? 'parts' : undefined;
    }
    if (this.#header) return this.#headerLine(this.#header, start, end);
    this.#bodyLine(start, next);
    return undefined;
  }

  /** Notices the lines that stand before and after parts. */
  #isBetween(start: number, end: number): boolean {
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

  #headerLine(header: Header, start: number, end: number): MailProblem | undefined {
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
    // A mail within the mail has a header of its own.
    this.#header = header.isMail ? new Header() : undefined;
    const { boundary } = header;
    if (boundary !== undefined) this.#boundaries.add(boundary);
    this.#isText = header.isText || boundary !== undefined;
  }

  #bodyLine(start: number, next: number): void {
    if (this.#keptFrom === undefined || !this.#isText) return;
    const taken = this.#lines <= 0 ? 0 : Math.min(next - start, this.#bytes);
    this.#lines--;
    this.#bytes -= taken;
    if (taken < next - start) this.#drop(start + taken);
  }

  /** Keeps what comes before a place, and not what comes after it. */
  #drop(place: number): void {
    if (this.#keptFrom === undefined) return;
    this.#kept.push(this.#raw.subarray(this.#keptFrom, place), Buffer.from('\r\n'));
    this.#keptFrom = undefined;
  }
}

/** As much of a mail as is taken apart, or why none of it is. Takes time in proportion to its bytes. */
export function boundedMail(raw: Buffer): Buffer | MailProblem {
  return new Pass(raw).run();
}
