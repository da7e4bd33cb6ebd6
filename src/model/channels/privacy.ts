// The four kinds of channel: who can find it, and how far back its history is open.

import { badRequest } from '../../api-contract/error.ts';
import type { Channel } from './channel.ts';

export type Privacy = Pick<Channel, 'isPrivate' | 'isWebPublic' | 'isHistoryPublic'>;

export interface WantedPrivacy {
  readonly isPrivate?: boolean | undefined;
  readonly isWebPublic?: boolean | undefined;
  readonly isHistoryPublic?: boolean | undefined;
}

/** A new channel's kind. The history of a public channel is always open. */
export function privacyOfNew(wanted: WantedPrivacy): Privacy {
  const isPrivate = wanted.isPrivate ?? false;
  const isWebPublic = wanted.isWebPublic ?? false;
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters');
  return { isPrivate, isWebPublic, isHistoryPublic: isPrivate ? (wanted.isHistoryPublic ?? false) : true };
}

/**
 * A channel's kind after a change. Becoming private or public alone sets the history anew: protected, or open.
 * @throws `Invalid parameters` for a combination that is none of the kinds
 */
export function changedPrivacy(present: Privacy, wanted: WantedPrivacy): Privacy {
  const isPrivate = wanted.isPrivate ?? present.isPrivate;
  const isWebPublic = wanted.isWebPublic ?? (wanted.isPrivate === true ? false : present.isWebPublic);
  const history = wanted.isPrivate === undefined ? present.isHistoryPublic : !isPrivate;
  const isHistoryPublic = wanted.isHistoryPublic ?? (isWebPublic ? true : history);
  if (isWebPublic && isPrivate) throw badRequest('Invalid parameters');
  if (!isPrivate && !isHistoryPublic) throw badRequest('Invalid parameters');
  return { isPrivate, isWebPublic, isHistoryPublic };
}

/** Whether two are the same of the four kinds. */
export function isSamePrivacy(a: Privacy, b: Privacy): boolean {
  return (
    a.isPrivate === b.isPrivate && a.isWebPublic === b.isWebPublic && a.isHistoryPublic === b.isHistoryPublic
  );
}

/** What people call a kind of channel. */
export function privacyName(privacy: Privacy): string {
  if (privacy.isWebPublic) return 'Web-public';
  if (!privacy.isPrivate) return 'Public';
  return privacy.isHistoryPublic ? 'Private, shared history' : 'Private, protected history';
}
