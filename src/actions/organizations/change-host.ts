// Changes the host of an organization, inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  checkHostIsFree,
  deleteHostAliases,
  insertHostAlias,
  updatePendingAddresses,
} from '../../stores/organizations/host-store.ts';
import { readOrganization, updateOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';

/** A name with an optional port. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** @throws for an invalid host */
function checkHost(host: string): void {
  if (host.length > 253 || !HOST.test(host))
    throw badRequest(`"${host}" is not a host: give a name such as chat.example.com, without https://.`);
}

/** The address with the new host; unchanged unless its host is one of the former ones. */
export function withHost(url: string, before: readonly string[], host: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (!before.includes(parsed.host) && !before.includes(parsed.hostname)) return url;
  if (host.includes(':')) parsed.host = host;
  else parsed.hostname = host;
  return parsed.href.replace(/\/$/, '');
}

/**
 * Changes the host that selects the organization. Stored addresses lead to the new one; people must log in
 * there again.
 * @param keepsFormer whether the former host still selects the organization as well
 */
export async function changeHost(writer: Writer, host: string, keepsFormer: boolean): Promise<void> {
  checkHost(host);
  const { host: before, publicHost } = await readOrganization(writer);
  if (host === before) throw badRequest(`The host is already ${host}.`);
  if (before === '' && keepsFormer) throw badRequest('The organization has no host to keep.');
  await checkHostIsFree(writer, host);
  await deleteHostAliases(writer, host);
  if (before !== '' && keepsFormer) await insertHostAlias(writer, before);
  await updateOrganization(writer, { host });
  const former = (before === '' ? [publicHost] : [before]).filter((host) => host !== '');
  await updatePendingAddresses(writer, (url) => withHost(url, former, host));
  const details = { property: 'host', old: before, new: host };
  await audit(writer, { kind: 'organization_setting_changed', details });
  const touches = { organization: true, messages: [] } as const;
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
}
