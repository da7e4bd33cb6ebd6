// server/register and server/analytics: registers servers and their organizations. Reports to
// server/analytics are read for the organizations in them; usage statistics are ignored.

import { anyObject } from '../src/api-contract/codec.ts';
import { badRequest } from '../src/api-contract/error.ts';
import { parseJson } from '../src/api-contract/json.ts';
import { type Fields, pushStatus, type RelayContext, type RelayOperation, textIn } from './relay-context.ts';
import { registrationClosed, serverIdTaken } from './relay-errors.ts';
import type { ReportedOrganization } from './relay-store.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MIN_KEY = 32;
const MIN_SECRET = 16;
/** The value is printed in the operator's terminal, so it must not contain control characters. */
const HOSTNAME = /^[A-Za-z0-9.:[\]-]{1,255}$/;
const CONTACT = /^[^\p{C}\s]{0,320}$/u;
const MAX_ORGANIZATIONS = 1000;

/** Registers a server with an id and a key that it generated, if the relay is open. */
export function registerServer({ store, isOpen }: RelayContext, body: Fields): Fields {
  if (!isOpen) throw registrationClosed();
  const uuid = textIn(body, 'zulip_org_id', 36).toLowerCase();
  const key = textIn(body, 'zulip_org_key', 200);
  if (!UUID.test(uuid)) throw badRequest('Invalid UUID');
  if (key.length < MIN_KEY) throw badRequest(`zulip_org_key is too short (at least ${MIN_KEY} characters)`);
  const hostname = textIn(body, 'hostname', 255);
  if (!HOSTNAME.test(hostname)) throw badRequest('Invalid hostname');
  const contact = textIn(body, 'contact_email', 320);
  if (!CONTACT.test(contact)) throw badRequest('Invalid contact_email');
  if (!store.registerServer(uuid, key, hostname, contact)) throw serverIdTaken();
  return { created: true };
}

function parsedList(text: string): readonly unknown[] {
  const value = parseJson(text);
  if (value === undefined) throw badRequest('realms is not valid JSON');
  if (!Array.isArray(value)) throw badRequest('realms is not a list');
  if (value.length > MAX_ORGANIZATIONS)
    throw badRequest(`realms is too long (limit: ${MAX_ORGANIZATIONS} items)`);
  return value;
}

/** One organization, decoded. @throws if it is invalid */
function organizationFrom(value: unknown): ReportedOrganization {
  const realm = anyObject.decode(value, 'a realm');
  const uuid = textIn(realm, 'uuid', 36).toLowerCase();
  if (!UUID.test(uuid)) throw badRequest('Invalid UUID');
  const secret = textIn(realm, 'uuid_owner_secret', 200);
  // Guessing it allows taking the organization over.
  if (secret.length < MIN_SECRET) {
    throw badRequest(`uuid_owner_secret is too short (at least ${MIN_SECRET} characters)`);
  }
  return {
    uuid,
    secret,
    name: textIn(realm, 'name', 200),
    url: textIn(realm, 'url', 500),
    isDeactivated: realm.deactivated === true,
  };
}

/** Stores which organizations a server has; ignores its statistics. */
export const reportOrganizations: RelayOperation = ({ store }, { server, body }) => {
  const realms = body.realms === undefined ? [] : parsedList(textIn(body, 'realms', 1_000_000));
  const organizations = realms.map(organizationFrom);
  store.putOrganizations(server.id, organizations);
  return { realms: Object.fromEntries(organizations.map(({ uuid }) => [uuid, pushStatus])) };
};
