// Calls API operations as people of the demo organization, as a request would, so that the demo follows the
// same rules and leaves the same traces as real use.

import { allOperations } from '../api/all-operations.ts';
import { DocumentAnswer, PreparedResult } from '../api/operation.ts';
import type { Services } from '../api/services.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import { organizationUrl } from '../model/organizations/organization-url.ts';
import { requesterOf } from '../queries/requester.ts';

export interface Performer {
  /** Calls an operation by name; omitted parameters get their defaults. */
  perform(
    accountId: number,
    operation: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** Calls operations in one organization; calls that are started together share a commit. */
export function performerAt(services: Services, hub: OrganizationHub): Performer {
  const operations = new Map(allOperations.map((operation) => [operation.name, operation]));
  return {
    async perform(accountId, name, parameters) {
      const operation = operations.get(name);
      const account = hub.state.account(accountId);
      if (!operation || !account) throw new Error(`the demo cannot perform ${name} as ${accountId}`);
      const values: Record<string, unknown> = {};
      for (const [parameter, declaration] of Object.entries(operation.parameters)) {
        values[parameter] = parameters[parameter] ?? declaration.defaultValue;
      }
      const client = account.isBot ? 'helper' : 'website';
      const result = await operation.handle(
        {
          services,
          hub,
          state: hub.state,
          reader: hub.reader,
          actor: { account, client },
          client,
          source: { address: '127.0.0.1', userAgent: undefined },
          organizationUrl: organizationUrl(services.publicUrl, hub.state.organization.host) ?? '',
          mailableUrl: () => organizationUrl(services.publicUrl, hub.state.organization.host),
          files: [],
          rawRequest: undefined,
          sent: new Set(Object.keys(parameters)),
          requester: () => requesterOf(hub, account),
          signal: new AbortController().signal,
          takeLargeResponseSlot: () => true,
          write: (unit) => services.database.write(hub.id, unit, { accountId: account.id }),
        },
        values,
      );
      return result instanceof PreparedResult || result instanceof DocumentAnswer ? {} : result;
    },
  };
}
