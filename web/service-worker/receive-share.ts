// Receives what another app shares with the installed client, and opens the page, which offers to send it.

import { type ContentStore, storeShared } from '../lib/shared-content.ts';

/** Stores the content of the request. The page opens in any case, and after logging in if that is needed. */
export async function receiveShare(
  request: Request,
  openStore: () => Promise<ContentStore>,
): Promise<Response> {
  let fragment = '';
  try {
    await storeShared(await request.formData(), await openStore(), Date.now());
  } catch {
    // There is no space for the content, or it is too large: the page says that it was not stored.
    fragment = '#share-failed';
  }
  return Response.redirect(new URL(`/${fragment}`, request.url), 303);
}
