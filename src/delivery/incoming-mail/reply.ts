// What somebody wrote in a reply, without what their mail program repeats of the mail before. Works on lines, with
// patterns of bounded reach.

/** Lines that one introduction of a quote may be broken into. */
const INTRODUCTION_LINES = 3;
const INTRODUCTION_LENGTH = 300;

/** `On Monday, Ann wrote:` in the languages that mail programs commonly speak. */
const introductions: readonly RegExp[] = [
  /^(?:-{2,} ?)?On\b.{4,250}\bwrote:?(?: ?-{2,})?$/iu,
  /^Am\b.{4,250}\bschrieb\b.{0,120}:$/iu,
  /^Le\b.{4,250}\ba écrit ?:$/iu,
  /^El\b.{4,250}\bescribió ?:$/iu,
  /^Il\b.{4,250}\bha scritto ?:$/iu,
  /^(?:Op|Em|Den|Dnia)\b.{4,250}\b(?:schreef|escreveu|skrev|napisał\(?a?\)?)\b.{0,120}:$/iu,
];

/** What stands above a repeated mail that is not marked line by line. */
const separator =
  /^(?:-{2,}|_{2,})\s*(?:Original|Forwarded|Ursprüngliche|Message d'origine|Mensaje original)\b.{0,60}(?:-{2,}|_{2,})$/iu;
const headerFrom = /^\**(?:From|Von|De|Da|Van|Från)\s?:\**\s/iu;
const headerOther =
  /^\**(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|Objet|Enviado|Asunto|Inviato|Oggetto)\s?:\**\s/iu;

function isQuoted(line: string): boolean {
  return line.startsWith('>');
}

/** How many lines from `index` introduce a quote; 0 where none does. */
function introductionAt(lines: readonly string[], index: number): number {
  let joined = '';
  for (let count = 1; count <= INTRODUCTION_LINES; count++) {
    const line = lines[index + count - 1]?.trim();
    if (!line) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > INTRODUCTION_LENGTH) return 0;
    const text = joined;
    if (introductions.some((pattern) => pattern.test(text))) return count;
  }
  return 0;
}

/** Whether from here on a whole mail is repeated, with its headers. */
function repeatsMailAt(lines: readonly string[], index: number): boolean {
  const line = lines[index]?.trim() ?? '';
  if (separator.test(line)) return true;
  const rest = lines.slice(index + 1, index + 5).map((one) => one.trim());
  if (headerFrom.test(line)) return rest.filter((one) => headerOther.test(one)).length >= 2;
  return /^_{10,}$/.test(line) && headerFrom.test(rest.find((one) => one !== '') ?? '');
}

function nextWritten(lines: readonly string[], index: number): string {
  let at = index;
  while (lines[at]?.trim() === '') at++;
  return lines[at] ?? '';
}

/** The lines without introductions, quotes and repeated mail. */
function ownLines(lines: readonly string[]): string[] {
  const own: string[] = [];
  const last = lines.findLastIndex((line) => !isQuoted(line) && line.trim() !== '');
  let isAfterIntroduction = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (repeatsMailAt(lines, index)) break;
    const length = introductionAt(lines, index);
    if (length > 0) {
      // Some programs do not mark the lines: then all that follows is the mail before.
      if (!isQuoted(nextWritten(lines, index + length))) break;
      isAfterIntroduction = true;
      index += length - 1;
      continue;
    }
    // A quote that nobody introduced is the writer's own doing, unless it ends the mail.
    if (isQuoted(line) && (isAfterIntroduction || index > last)) continue;
    own.push(line);
  }
  return own;
}

/** The part that its writer wrote; everything where that would leave nothing. */
export function withoutQuotes(text: string): string {
  const own = ownLines(text.split(/\r?\n/))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return own === '' ? text : own;
}

/** The text above the one line `--` that begins a signature. */
export function withoutSignature(text: string): string {
  const lines = text.split('\n');
  const marks = lines.flatMap((line, index) => (line.trim() === '--' ? [index] : []));
  return marks.length === 1 ? lines.slice(0, marks[0]).join('\n') : text;
}
