// Builds the context that an operation receives besides its parameters: organization, caller and request.

import type { Operation, PublicContext } from '../api/operation.ts';
import type { Services } from '../api/services.ts';
import type { RawRequest } from '../api-contract/raw-request.ts';
import type { Account } from '../model/accounts/account.ts';
import { mailableUrl } from '../model/organizations/mailable-url.ts';
import { requestedUrl } from '../model/organizations/organization-url.ts';
import { requesterOf } from '../queries/requester.ts';
import { withAccessCheck } from './authentication/access.ts';
import type { Exchange } from './authentication/exchange.ts';
import { reachedAddressOf, sourceOf } from './authentication/login-dependencies.ts';
import type { BrowserSession } from './authentication/sessions.ts';
import { clientName } from './http/client-name.ts';
import type { SentParameters } from './http/sent-parameters.ts';

/** The reason for aborting. It is created once: aborting without a reason creates a new exception every time. */
const callerDisconnected = new Error('The client disconnected.');

/** The caller of a request, with the session it was authenticated by, if any. */
export interface AuthenticatedCaller {
  readonly account: Account | undefined;
  readonly browserSession?: BrowserSession | undefined;
  /** The raw request, for operations that read all of it. */
  readonly rawRequest?: RawRequest | undefined;
}

/** A request of the API while it is answered: its caller and its parameters. */
export interface ApiExchange extends Exchange {
  readonly caller: AuthenticatedCaller;
  readonly sent: SentParameters;
  /** Takes a slot for a large response (`large-responses.ts`). */
  readonly takeLargeResponseSlot: () => boolean;
}

/** The context of the operation that answers a request. */
export function contextOf(
  services: Services,
  operation: Operation,
  { hub, caller, sent, request, reply, takeLargeResponseSlot }: ApiExchange,
): PublicContext {
  const { account, browserSession, rawRequest } = caller;
  const client = clientName(sent.values.get('client'), request.headers['user-agent']);
  let abort: AbortController | undefined;
  return {
    services,
    hub,
    state: hub.state,
    reader: hub.reader,
    actor: account && { account, client, sessionId: browserSession?.session.id },
    client,
    source: sourceOf(request),
    organizationUrl: requestedUrl(services.publicUrl, hub.state.organization.host, request.headers.host),
    mailableUrl: () =>
      mailableUrl(services.publicUrl, hub.state.organization.host, reachedAddressOf(request)),
    files: sent.files,
    rawRequest,
    sent: new Set([...sent.values.keys(), ...sent.unknown]),
    // Lazy: few operations wait, so few need to detect that the client disconnected.
    get signal() {
      if (!abort) {
        const controller = new AbortController();
        abort = controller;
        const { raw } = reply;
        if (raw.destroyed) controller.abort(callerDisconnected);
        // `close` is also emitted after a complete answer, which must not abort.
        else raw.on('close', () => raw.writableFinished || controller.abort(callerDisconnected));
      }
      return abort.signal;
    },
    takeLargeResponseSlot,
    requester: () => requesterOf(hub, account),
    write: (unit) =>
      account
        ? services.database.write(hub.id, withAccessCheck(operation, account.id, unit), {
            accountId: account.id,
          })
        : services.database.write(hub.id, unit),
  };
}
