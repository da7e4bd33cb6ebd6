// An authenticator app, as on a person's phone: it takes a secret and shows codes.

import { oneTimeCode, stepAt } from '../../src/model/second-factor/one-time-code.ts';
import type { ApiClient } from './client.ts';
import type { TestServer } from './server.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Ten minutes; no test takes that long. */
const FAR_STEPS = 20;

/** Decodes a secret as it is displayed: Base32 (RFC 4648). */
function bytesOf(shown: string): Buffer {
  const bits = [...shown]
    .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export class Authenticator {
  readonly #secret: Buffer;

  constructor(shown: string) {
    this.#secret = bytesOf(shown);
  }

  /** The code `distance` steps from now. The next code is accepted too, so a slow test does not fail. */
  code(distance = 0): string {
    return oneTimeCode(this.#secret, stepAt(Date.now() / 1000) + distance);
  }

  /** A code that is not valid at any time near now. */
  wrongCode(): string {
    const valid = new Set(Array.from({ length: 2 * FAR_STEPS }, (_, index) => this.code(index - FAR_STEPS)));
    const codes = Array.from({ length: valid.size + 1 }, (_, index) => String(index).padStart(6, '0'));
    return codes.find((code) => !valid.has(code)) ?? '';
  }
}

/** An account that has enabled two-factor authentication. */
export interface EnabledSecondFactor {
  readonly authenticator: Authenticator;
  /** The code with which it was enabled. */
  readonly firstCode: string;
  readonly recoveryCodes: readonly string[];
}

/** Enables two-factor authentication for an account that does not have it. */
export async function enableSecondFactor(client: ApiClient, password: string): Promise<EnabledSecondFactor> {
  const { secret } = await client.ok('POST', '/users/me/second_factor', { password });
  const authenticator = new Authenticator(secret);
  const code = authenticator.code();
  const { recovery_codes: recoveryCodes } = await client.ok('POST', '/users/me/second_factor/confirm', {
    code,
  });
  return { authenticator, firstCode: code, recoveryCodes };
}

/** Forgets which codes were used, as if time had passed: the current code is accepted again. */
export async function forgetUsedCodes({ server }: TestServer): Promise<void> {
  await server.services.database.write(0, async (writer) => {
    await writer.db
      .updateTable('second_factor')
      .set((e) => ({ used_step: e('used_step', '-', 10) }))
      .execute();
  });
}
