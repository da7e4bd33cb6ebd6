// The four kinds of channels, which differ in who can find them and in how much history subscribers can read.

import { badRequest } from '../../api-contract/error.ts';
import type { Channel } from './channel.ts';

export type ChannelPrivacy = Pick<Channel, 'isPrivate' | 'isWebPublic' | 'isHistoryPublic'>;

export interface RequestedPrivacy {
  readonly isPrivate?: boolean | undefined;
  readonly isWebPublic?: boolean | undefined;
  readonly isHistoryPublic?: boolean | undefined;
}

/** The kind of a new channel. The history of a public channel is always public. */
export function privacyOfNew(requested: RequestedPrivacy): ChannelPrivacy {
  const isPrivate = requested.isPrivate ?? false;
  const isWebPublic = requested.isWebPublic ?? false;
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters');
  return { isPrivate, isWebPublic, isHistoryPublic: isPrivate ? (requested.isHistoryPublic ?? false) : true };
}

/**
 * The kind of a channel after a change. A change of only `isPrivate` resets the history: protected for private
 * channels, shared for public ones.
 * @throws `Invalid parameters` for a combination that is not one of the four kinds
 */
export function changedPrivacy(current: ChannelPrivacy, requested: RequestedPrivacy): ChannelPrivacy {
  const isPrivate = requested.isPrivate ?? current.isPrivate;
  const isWebPublic = requested.isWebPublic ?? (requested.isPrivate === true ? false : current.isWebPublic);
  const history = requested.isPrivate === undefined ? current.isHistoryPublic : !isPrivate;
  const isHistoryPublic = requested.isHistoryPublic ?? (isWebPublic ? true : history);
  if (isWebPublic && isPrivate) throw badRequest('Invalid parameters');
  if (!isPrivate && !isHistoryPublic) throw badRequest('Invalid parameters');
  return { isPrivate, isWebPublic, isHistoryPublic };
}

export function isSamePrivacy(a: ChannelPrivacy, b: ChannelPrivacy): boolean {
  return (
    a.isPrivate === b.isPrivate && a.isWebPublic === b.isWebPublic && a.isHistoryPublic === b.isHistoryPublic
  );
}

/** The name of a kind as people see it. */
export function privacyName(privacy: ChannelPrivacy): string {
  if (privacy.isWebPublic) return 'Web-public';
  if (!privacy.isPrivate) return 'Public';
  return privacy.isHistoryPublic ? 'Private, shared history' : 'Private, protected history';
}
