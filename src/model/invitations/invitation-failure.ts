// The error 400 `INVITATION_FAILED`, which states which addresses were not invited.

import { ApiError } from '../../api-contract/error.ts';
import type { SkippedAddress } from './invited-addresses.ts';

export interface InvitationFailure {
  readonly message: string;
  readonly skipped: readonly SkippedAddress[];
  /** Whether the other addresses were invited; those invitations remain. */
  readonly wasSentToOthers: boolean;
  readonly isDailyLimitReached: boolean;
}

const nothingSent = { skipped: [], wasSentToOthers: false, isDailyLimitReached: false } as const;

/** The organization has reached its daily limit of invitations. */
export const dailyLimitReached: InvitationFailure = {
  ...nothingSent,
  message:
    'To protect people from unwanted email, the number of invitations that can be sent in one day is limited. Because the limit is reached, no invitations were sent.',
  isDailyLimitReached: true,
};

/** The account is too new to invite anyone. */
export const accountTooNew: InvitationFailure = {
  ...nothingSent,
  message:
    'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.',
};

/** Some addresses cannot be invited, so no invitation was sent. */
export function someInvalid(skipped: readonly SkippedAddress[]): InvitationFailure {
  return {
    ...nothingSent,
    message: "Some emails did not validate, so we didn't send any invitations.",
    skipped,
  };
}

/** All addresses have accounts or cannot be invited. */
export function noneInvitable(skipped: readonly SkippedAddress[]): InvitationFailure {
  return { ...nothingSent, message: "We weren't able to invite anyone.", skipped };
}

/** Some addresses have accounts already; the others were invited. */
export function someHaveAccounts(skipped: readonly SkippedAddress[]): InvitationFailure {
  return {
    message:
      "Some of those addresses already have accounts here, so we didn't send them an invitation. We did send invitations to everyone else!",
    skipped,
    wasSentToOthers: true,
    isDailyLimitReached: false,
  };
}

/** The error as it is returned. There are no licenses here, so their limit is never reached. */
export function invitationFailed(failure: InvitationFailure): ApiError {
  return new ApiError(400, 'INVITATION_FAILED', failure.message, {
    errors: failure.skipped,
    sent_invitations: failure.wasSentToOthers,
    daily_limit_reached: failure.isDailyLimitReached,
    license_limit_reached: false,
  });
}
