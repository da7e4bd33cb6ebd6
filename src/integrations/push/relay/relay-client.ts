// The relay's HTTP protocol, as the reference server's relay defines it. If the relay does not know an
// organization, the client announces it and repeats the request.

import { anyJson, decodedOrUndefined, mapOf } from '../../../api-contract/codec.ts';
import { API_VERSION, FEATURE_LEVEL } from '../../../api-contract/feature-level.ts';
import type {
  PlainOutcome,
  PlainPush,
  PlainToken,
  PushOutcome,
  PushRelay,
  PushRequest,
  PushStatus,
  RelayedOrganization,
} from '../../../model/push/push-relay.ts';
import { RelayError } from '../../../model/push/push-relay.ts';
import type { HttpClient } from '../../http/http-client.ts';
import type { RelayAccess } from './relay-access.ts';
import { type Fields, RelayHttp } from './relay-http.ts';
import { statusOf, strings, tokensIn, wireRequest } from './relay-wire.ts';

/** The numbers of token kinds in the unencrypted protocol. */
const kindNumbers = { apns: 1, fcm: 2 } as const;

export class RelayClient implements PushRelay {
  readonly #http: RelayHttp;
  readonly #access: RelayAccess;

  constructor(http: HttpClient, access: RelayAccess) {
    this.#http = new RelayHttp(http, access);
    this.#access = access;
  }

  async registerOrganization(organization: RelayedOrganization): Promise<PushStatus> {
    try {
      return await this.#announceOrganization(organization);
    } catch (error) {
      if (!(error instanceof RelayError) || !this.#mayRegister(error)) throw error;
      await this.#announceServer(organization);
      return this.#announceOrganization(organization);
    }
  }

  async registerToken(
    organization: RelayedOrganization,
    registration: { readonly tokenId: string; readonly relayPublicKey: string; readonly encrypted: string },
  ): Promise<void> {
    await this.#withAnnouncement(organization, () =>
      this.#http.postForm('push/e2ee/register', {
        realm_uuid: organization.uuid,
        token_id: registration.tokenId,
        encrypted_push_registration: registration.encrypted,
        bouncer_public_key: registration.relayPublicKey,
      }),
    );
  }

  async notify(
    organization: RelayedOrganization,
    requests: readonly PushRequest[],
    deliveryId: string,
  ): Promise<PushOutcome> {
    const answer = await this.#withAnnouncement(organization, () =>
      this.#http.postJson(
        'push/e2ee/notify',
        { realm_uuid: organization.uuid, push_requests: requests.map(wireRequest) },
        deliveryId,
      ),
    );
    return {
      deadTokenIds: strings.decode(answer.delete_token_ids, 'delete_token_ids'),
      missedTokenIds: strings.decode(answer.missed_token_ids, 'missed_token_ids'),
      status: statusOf(answer.realm_push_status),
    };
  }

  async addToken(organization: RelayedOrganization, token: PlainToken): Promise<void> {
    await this.#withAnnouncement(organization, () =>
      this.#http.postJson('push/register', {
        ...this.#person(organization, token.accountId),
        token: token.token,
        token_kind: kindNumbers[token.kind],
        ...(token.kind === 'apns' && { ios_app_id: token.appId }),
      }),
    );
  }

  async removeToken(organization: RelayedOrganization, token: PlainToken): Promise<void> {
    await this.#http.postJson('push/unregister', {
      ...this.#person(organization, token.accountId),
      token: token.token,
      token_kind: kindNumbers[token.kind],
    });
  }

  async notifyPlainly(
    organization: RelayedOrganization,
    push: PlainPush,
    deliveryId: string,
  ): Promise<PlainOutcome> {
    const answer = await this.#withAnnouncement(organization, () =>
      this.#http.postJson(
        'push/notify',
        {
          ...this.#person(organization, push.accountId),
          apns_payload: push.apple,
          gcm_payload: push.google,
          gcm_options: { priority: push.urgency === 'alert' ? 'high' : 'normal' },
          apple_devices: push.appleTokens,
          android_devices: push.googleTokens,
        },
        deliveryId,
      ),
    );
    return { dead: tokensIn(answer.deleted_devices), missed: tokensIn(answer.missed_devices) };
  }

  /** An account in the unencrypted protocol, identified by numbers and a pseudonymous id only. */
  #person(organization: RelayedOrganization, accountId: number): Fields {
    return {
      server_uuid: this.#access.id,
      realm_uuid: organization.uuid,
      user_id: accountId,
      user_uuid: this.#access.personId(organization.uuid, accountId),
    };
  }

  /** Sends a request. If the relay does not know the organization or server, announces them and repeats it. */
  async #withAnnouncement(organization: RelayedOrganization, send: () => Promise<Fields>): Promise<Fields> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      if (this.#mayRegister(error)) {
        await this.#announceServer(organization);
      } else if (error.code !== 'MISSING_REMOTE_REALM') {
        throw error;
      }
    }
    try {
      await this.#announceOrganization(organization);
    } catch (error) {
      throw withoutCode(error);
    }
    return send();
  }

  /** Whether the relay does not know this server, and the server can register itself. */
  #mayRegister({ code }: RelayError): boolean {
    return code === 'INVALID_ZULIP_SERVER' && this.#access.registersItself;
  }

  async #announceServer(organization: RelayedOrganization): Promise<void> {
    const { id, key, contact } = this.#access;
    const fields = {
      zulip_org_id: id,
      zulip_org_key: key,
      hostname: new URL(organization.url).host,
      contact_email: contact,
    };
    try {
      await this.#http.postUnauthenticated('server/register', fields);
    } catch (error) {
      throw withoutCode(error);
    }
  }

  async #announceOrganization({ id, uuid, name, url, createdAt }: RelayedOrganization): Promise<PushStatus> {
    const realm = {
      id,
      uuid,
      uuid_owner_secret: this.#access.ownerSecret(uuid),
      host: new URL(url).host,
      url,
      name,
      org_type: 0,
      date_created: createdAt,
      deactivated: false,
      is_system_bot_realm: false,
      authentication_methods: {},
    };
    const answer = await this.#http.postForm('server/analytics', {
      realm_counts: '[]',
      installation_counts: '[]',
      realms: JSON.stringify([realm]),
      version: JSON.stringify(API_VERSION),
      api_feature_level: String(FEATURE_LEVEL),
    });
    return statusOf(decodedOrUndefined(mapOf(anyJson), answer.realms)?.[uuid]);
  }
}

/** The error codes of an announcement do not apply to the original request. */
function withoutCode(error: unknown): unknown {
  return error instanceof RelayError ? new RelayError(error.kind, error.message) : error;
}
