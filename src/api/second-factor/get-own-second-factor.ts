// GET /users/me/second_factor: whether the caller has two-factor authentication, and with which factors.

import { requiresSecondFactor } from '../../actions/accounts/second-factor-requirement.ts';
import { anyText, boolean, id, integer, list, nullable, record } from '../../api-contract/codec.ts';
import { relyingPartyAt } from '../../model/passkeys/relying-party.ts';
import { type Passkey, passkeysOf } from '../../stores/second-factor/passkey-store.ts';
import { countRecoveryCodes } from '../../stores/second-factor/recovery-code-store.ts';
import { secondFactorOf } from '../../stores/second-factor/second-factor-store.ts';
import { readOperation } from '../operation.ts';

const wirePasskey = record({
  passkey_id: id,
  name: anyText,
  created_at: integer(),
  last_used_at: nullable(integer()),
  /** The host that it works at. */
  host: anyText,
});

function passkeyFields({ id: passkeyId, name, createdAt, usedAt, relyingParty }: Passkey) {
  return { passkey_id: passkeyId, name, created_at: createdAt, last_used_at: usedAt, host: relyingParty };
}

/** The time since which an account has a second factor; null if it has none. */
function sinceOf(confirmedAt: number | null | undefined, passkeys: readonly Passkey[]): number | null {
  const moments = [
    ...(confirmedAt == null ? [] : [confirmedAt]),
    ...passkeys.map((passkey) => passkey.createdAt),
  ];
  return moments.length === 0 ? null : Math.min(...moments);
}

export const getOwnSecondFactor = readOperation({
  name: 'get-own-second-factor',
  method: 'GET',
  path: '/users/me/second_factor',
  summary: 'Get whether your account has two-factor authentication, and its passkeys.',
  access: 'human',
  parameters: {},
  result: {
    is_on: boolean,
    since: nullable(integer()),
    has_authenticator: boolean,
    passkeys: list(wirePasskey),
    /** The host of a passkey added now; null if passkeys do not work at the address of this request. */
    passkey_host: nullable(anyText),
    recovery_codes_left: integer(),
    /** Whether the organization requires it for the role. */
    is_required: boolean,
  },
  async handle({ reader, actor: { account }, organizationUrl }) {
    const row = await secondFactorOf(reader, account.id);
    const passkeys = await passkeysOf(reader, account.id);
    const hasAuthenticator = row?.secret_sealed != null;
    return {
      is_on: hasAuthenticator || passkeys.length > 0,
      since: sinceOf(row?.confirmed_at, passkeys),
      has_authenticator: hasAuthenticator,
      passkeys: passkeys.map(passkeyFields),
      passkey_host: relyingPartyAt(organizationUrl)?.id ?? null,
      recovery_codes_left: await countRecoveryCodes(reader, account.id),
      is_required: await requiresSecondFactor(reader, account.role),
    };
  },
});
