// Recognizes the start of a quoted mail in the common languages of mail programs: a separator line, or the
// quoted mail's header (Outlook). Works on lines, with patterns of bounded reach.

function alternatives(words: string): string {
  return words
    .trim()
    .split(/\s*\|\s*/)
    .join('|');
}

const ORIGINAL =
  alternatives(`Original Message|Original Appointment|Reply Message|Ursprüngliche Nachricht|Ursprünglicher Termin|
  Originalnachricht|Message d['’]origine|Message original|Rendez-vous d['’]origine|Mensaje original|Cita original|
  Messaggio originale|Oorspronkelijk bericht|Mensagem original|Originalmeddelande|Ursprungligt meddelande|
  Opprinnelig melding|Oprindelig meddelelse|Alkuperäinen viesti|Wiadomość oryginalna|Oryginalna wiadomość|
  Původní zpráva|Исходное сообщение|原始邮件|元のメッセージ`);
const FORWARDED =
  alternatives(`Forwarded message|Weitergeleitete Nachricht|Message transféré|Message transmis|Mensaje reenviado|
  Messaggio inoltrato|Doorgestuurd bericht|Mensagem encaminhada|Vidarebefordrat meddelande|Videresendt melding|
  Wiadomość przekazana|Přeposlaná zpráva|Пересылаемое сообщение|转发的邮件`);

const separator = new RegExp(`^(?:-{2,}|_{2,}) ?(?:${ORIGINAL})(?: ?(?:-{2,}|_{2,}))?$`, 'iu');
const forward = new RegExp(
  `^(?:-{2,} ?(?:${FORWARDED})(?: ?-{2,})?|(?:Begin|Start of) forwarded message\\s?:|Anfang der weitergeleiteten (?:E-Mail|Nachricht)\\s?:|Début du message (?:réexpédié|transféré)\\s?:|(?:Inicio|Comienzo) del mensaje reenviado\\s?:|Inizio messaggio inoltrato\\s?:)$`,
  'iu',
);

/** A header field of a quoted mail, possibly in bold. */
function field(names: string): RegExp {
  return new RegExp(`^\\**(?:${alternatives(names)})\\s?[:：]\\**(?:\\s|$)`, 'iu');
}

const headerFrom = field('From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От|发件人|寄件者|差出人|보낸 사람');
const headerSent =
  field(`Sent|Gesendet|Envoyé|Envoyé le|Enviado|Enviado el|Enviada|Enviada em|Inviato|Verzonden|Skickat|Sendt|
  Lähetetty|Wysłano|Odesláno|Отправлено|发送时间|寄件日期|送信日時|보낸 날짜`);
const headerDate = field('Date|Datum|Fecha|Data|Dato|Dátum|Дата|日期');
const headerTo = field('To|An|À|Para|A|Aan|Till|Til|Vastaanottaja|Do|Komu|Кому|收件人|收件者|宛先|받는 사람');
const headerSubject = field(
  'Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Тема|主题|主旨|件名|제목',
);

/** How many lines after a header's first are examined: a list of recipients may be folded. */
const HEADER_LINES = 14;
const RULE = /^(?:[_-]{3,}|\*(?: ?\*){2,})$/;

/** Whether a line announces a forwarded mail, which is the mail's content. */
export function isForwardLine(line: string): boolean {
  return forward.test(line.trim());
}

/** Whether a text begins with the sender field of a quoted header. */
export function beginsHeader(text: string): boolean {
  return headerFrom.test(text.trimStart());
}

/** Whether a line is a rule between the writer's text and the quote. */
export function isRule(line: string): boolean {
  return RULE.test(line.trim());
}

function nonEmptyLines(lines: readonly string[], index: number, maximum: number): string[] {
  const found: string[] = [];
  for (let at = index; at < lines.length && at < index + 2 * maximum && found.length < maximum; at++) {
    const line = lines[at]?.trim() ?? '';
    if (line !== '') found.push(line);
  }
  return found;
}

/**
 * Whether a header starts here: a sender with a subject, or with a sent time. `From`, `To` and `Date` alone
 * may describe a journey. Under a rule the sender and sent time are enough.
 */
function isHeaderAt(lines: readonly string[], index: number, isUnderRule: boolean): boolean {
  const [first = '', ...rest] = nonEmptyLines(lines, index, HEADER_LINES);
  if (!headerFrom.test(first)) return false;
  const has = (pattern: RegExp) => rest.some((line) => pattern.test(line));
  const isSent = has(headerSent);
  if (has(headerSubject)) return isSent || has(headerDate) || has(headerTo);
  return isSent && (isUnderRule || has(headerTo));
}

/** Whether a whole mail, with its header, is quoted from here on. */
export function quotesMailAt(lines: readonly string[], index: number): boolean {
  const line = lines[index]?.trim() ?? '';
  if (separator.test(line)) return true;
  if (!isRule(line)) return isHeaderAt(lines, index, false);
  let next = index + 1;
  while (lines[next]?.trim() === '' && next < index + 5) next++;
  return isHeaderAt(lines, next, true);
}
