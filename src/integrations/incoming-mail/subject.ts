// The topic that a mail's subject stands for.

import { limits } from '../../api-contract/limits.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';

const NO_SUBJECT = 'Email with no subject';
/** Longer subjects are cut before they are looked into. */
const LOOK_AT = 500;

/** What mail programs put before the subject of replies and forwarded mail, also counted and in brackets. */
const MARKER = /(?:[[(] *)?\b(?:RE|AW|SV|FWD?)(?:\[\d{1,3}\])? *(?:[-:;)\]][ :;\])-]*|$)/giu;
/** The same in other languages, where the letters also begin names: only in front, and before a colon. */
const FOREIGN_MARKERS = /^(?:(?:WG|TR|RV|ENC|ANTW|RÉP)\s?:\s*)+/iu;
const FORWARD = /^\s*(?:\[?\s*FWD?|WG|TR|RV|ENC)\s?:/iu;

/** Whether a subject says that the mail was forwarded. */
export function isForwarded(subject: string): boolean {
  return FORWARD.test(subject);
}

function withoutMarkers(subject: string): string {
  const left = subject.replace(FOREIGN_MARKERS, '').replace(MARKER, '').trim();
  const opened = left.split('[').length;
  // `[Fwd: hello]` leaves its closing bracket behind.
  return left.endsWith(']') && left.split(']').length > opened ? left.slice(0, -1).trim() : left;
}

/** The subject as people read it: without markers and what cannot be printed; never empty. */
export function plainSubject(subject: string): string {
  const printable = [...subject.slice(0, LOOK_AT)].filter(
    (character) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(character),
  );
  return withoutMarkers(printable.join('').replace(/\s+/gu, ' ')) || NO_SUBJECT;
}

/** The topic, cut to its limit. */
export function topicOf(subject: string): string {
  const topic = normalizeTopic(plainSubject(subject));
  return [...topic].slice(0, limits.topicCodePoints).join('');
}
