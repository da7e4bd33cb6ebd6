// Derives a topic from a mail's subject.

import { limits } from '../../api-contract/limits.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';

const NO_SUBJECT = 'Email with no subject';
/** Longer subjects are cut before they are parsed. */
const SCANNED_CHARACTERS = 500;

/** Prefixes of replies and forwarded mail, also numbered and in brackets. */
const MARKER = /(?:[[(] *)?\b(?:RE|AW|SV|FWD?)(?:\[\d{1,3}\])? *(?:[-:;)\]][ :;\])-]*|$)/giu;
/** Prefixes in other languages, where the letters also begin names: only at the start and before a colon. */
const FOREIGN_MARKERS = /^(?:(?:WG|TR|RV|ENC|ANTW|RÉP)\s?:\s*)+/iu;
const FORWARD = /^\s*(?:\[?\s*FWD?|WG|TR|RV|ENC)\s?:/iu;

/** Whether a subject marks the mail as forwarded. */
export function isForwarded(subject: string): boolean {
  return FORWARD.test(subject);
}

function withoutMarkers(subject: string): string {
  const rest = subject.replace(FOREIGN_MARKERS, '').replace(MARKER, '').trim();
  const openedBrackets = rest.split('[').length;
  // `[Fwd: hello]` leaves its closing bracket behind.
  return rest.endsWith(']') && rest.split(']').length > openedBrackets ? rest.slice(0, -1).trim() : rest;
}

/** The subject without prefixes and unprintable characters; never empty. */
export function plainSubject(subject: string): string {
  const printable = [...subject.slice(0, SCANNED_CHARACTERS)].filter(
    (character) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(character),
  );
  return withoutMarkers(printable.join('').replace(/\s+/gu, ' ')) || NO_SUBJECT;
}

/** The topic, cut to the length limit. */
export function topicOf(subject: string): string {
  const topic = normalizeTopic(plainSubject(subject));
  return [...topic].slice(0, limits.topicCodePoints).join('');
}
