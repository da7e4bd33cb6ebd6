// Where a login leads to, according to the page's address: a page of this server, or a waiting app.

import type { SignInAttempt } from '../../actions/sign-in/sign-in.ts';
import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseOtp } from '../../model/sign-in/one-time-pad.ts';
import type { SignInDestination } from '../../model/sign-in/sign-in-visit.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { pathWithin } from '../http/path-within.ts';

/** Longer paths are replaced by the start page, so that addresses stay short enough for providers. */
const NEXT_CHARACTERS = 500;

/** A query parameter; undefined if it is missing or was sent several times. */
export function queryText({ query }: HttpRequest, name: string): string | undefined {
  const value = isRecord(query) ? query[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * The number that an app sent. A malformed one must not be ignored: the browser would be logged in instead of
 * the app.
 */
function otpText(request: HttpRequest, name: string): string | undefined {
  const isSent = isRecord(request.query) && request.query[name] !== undefined;
  const text = queryText(request, name);
  if (isSent && text === undefined) throw badRequest('Invalid OTP').onPages({ code: 'APP_LOGIN_INVALID' });
  return text;
}

/**
 * The destination of a login.
 * @throws 400 for invalid app numbers
 */
export function destinationIn(request: HttpRequest): SignInDestination {
  const [mobile, desktop] = ['mobile_flow_otp', 'desktop_flow_otp'].map((name) => otpText(request, name));
  if (mobile !== undefined && desktop !== undefined)
    throw badRequest("Can't use both mobile_flow_otp and desktop_flow_otp together.").onPages({
      code: 'APP_LOGIN_INVALID',
    });
  const next = pathWithin(queryText(request, 'next') ?? '/');
  const linkKey = queryText(request, 'multiuse_object_key') ?? '';
  return {
    next: next.length > NEXT_CHARACTERS ? '/' : next,
    linkKey: /^\w{1,64}$/.test(linkKey) ? linkKey : '',
    mobileOtp: parseOtp(mobile),
    desktopOtp: parseOtp(desktop),
  };
}

/** The app flow that it leads to, if any. */
export function appFlowOf({ mobileOtp, desktopOtp }: SignInDestination): SignInAttempt['flow'] {
  if (mobileOtp !== '') return 'mobile_flow';
  return desktopOtp === '' ? undefined : 'desktop_flow';
}
