// Reads the cookies of requests.

import type { HttpRequest } from './http-request.ts';

/** The value of a cookie; undefined if the browser sent none of that name. */
export function cookieOf(request: HttpRequest, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';');
  const found = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
