// What an operation is handed beside its parameters: of the organization, of whoever asks, and of the request.

import type { Operation, PublicContext } from '../api/operation.ts';
import type { Services } from '../api/services.ts';
import type { Brought } from '../api-contract/brought.ts';
import type { Account } from '../model/accounts/account.ts';
import { mailableUrl } from '../model/organizations/mailable-url.ts';
import { requestedUrl } from '../model/organizations/organization-url.ts';
import { askerOf } from '../queries/asker.ts';
import { unitOf } from './authentication/access.ts';
import type { Exchange } from './authentication/exchange.ts';
import { reachedBy, sourceOf } from './authentication/log-in-place.ts';
import type { Visitor } from './authentication/sessions.ts';
import { clientName } from './http/client-name.ts';
import type { SentParameters } from './http/sent-parameters.ts';

/** Made once: every abort without a reason makes an exception of its own. */
const callerIsGone = new Error('The caller is gone.');

/** Who makes a request, and the session that says so, if one does. */
export interface Admitted {
  readonly account: Account | undefined;
  readonly visitor?: Visitor | undefined;
  /** The request as it came, where the operation reads all of it. */
  readonly brought?: Brought | undefined;
}

/** A request of the API that is being answered: whose it is, and what it brought. */
export interface ApiExchange extends Exchange {
  readonly caller: Admitted;
  readonly sent: SentParameters;
  /** Takes a slot for a large response (`large-responses.ts`). */
  readonly mayBeLarge: () => boolean;
}

/** The context of an operation that answers a request. */
export function contextOf(
  services: Services,
  operation: Operation,
  { hub, caller, sent, request, reply, mayBeLarge }: ApiExchange,
): PublicContext {
  const { account, visitor, brought } = caller;
  const client = clientName(sent.values.get('client'), request.headers['user-agent']);
  let abort: AbortController | undefined;
  return {
    services,
    hub,
    state: hub.state,
    reader: hub.reader,
    actor: account && { account, client, sessionId: visitor?.session.id },
    client,
    source: sourceOf(request),
    organizationUrl: requestedUrl(services.publicUrl, hub.state.organization.host, request.headers.host),
    mailableUrl: () => mailableUrl(services.publicUrl, hub.state.organization.host, reachedBy(request)),
    files: sent.files,
    brought,
    sent: new Set([...sent.values.keys(), ...sent.unknown]),
    // Few operations wait, so few need to know that the client went away.
    get signal() {
      if (!abort) {
        const made = new AbortController();
        abort = made;
        const { raw } = reply;
        if (raw.destroyed) made.abort(callerIsGone);
        // Also told when the answer has gone out, which nobody needs to hear of.
        else raw.on('close', () => raw.writableFinished || made.abort(callerIsGone));
      }
      return abort.signal;
    },
    mayBeLarge,
    asker: () => askerOf(hub, account),
    write: (unit) =>
      account
        ? services.database.write(hub.id, unitOf(operation, account.id, unit), { accountId: account.id })
        : services.database.write(hub.id, unit),
  };
}
