// An authenticator, as somebody has one on their phone: it is told a secret, and shows codes.

import { codeOf, stepAt } from '../../src/model/second-factor/one-time-code.ts';
import type { ApiClient } from './client.ts';
import type { TestServer } from './server.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Ten minutes, which no test takes. */
const FAR_STEPS = 20;

/** The bytes of a secret as it is shown (RFC 4648). */
function bytesOf(shown: string): Buffer {
  const bits = [...shown].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export class Authenticator {
  readonly #secret: Buffer;

  constructor(shown: string) {
    this.#secret = bytesOf(shown);
  }

  /** The code so many steps from now. The one after the present one counts too, however long the test takes for it. */
  code(distance = 0): string {
    return codeOf(this.#secret, stepAt(Date.now() / 1000) + distance);
  }

  /** What it shows at no moment near now. */
  wrongCode(): string {
    const near = new Set(Array.from({ length: 2 * FAR_STEPS }, (_, index) => this.code(index - FAR_STEPS)));
    const codes = Array.from({ length: near.size + 1 }, (_, index) => String(index).padStart(6, '0'));
    return codes.find((code) => !near.has(code)) ?? '';
  }
}

/** Somebody with two-factor log-in. */
export interface Enrolled {
  readonly authenticator: Authenticator;
  /** The one that switched it on. */
  readonly firstCode: string;
  readonly recoveryCodes: readonly string[];
}

/** Switches two-factor log-in on for somebody who has none. */
export async function enrol(client: ApiClient, password: string): Promise<Enrolled> {
  const { secret } = await client.ok('POST', '/users/me/second_factor', { password });
  const authenticator = new Authenticator(secret);
  const code = authenticator.code();
  const { recovery_codes: recoveryCodes } = await client.ok('POST', '/users/me/second_factor/confirm', {
    code,
  });
  return { authenticator, firstCode: code, recoveryCodes };
}

/** Time passes, in which other codes come: the present one counts. */
export async function letStepsPass({ server }: TestServer): Promise<void> {
  await server.services.database.write(0, async (writer) => {
    await writer.db
      .updateTable('second_factor')
      .set((e) => ({ used_step: e('used_step', '-', 10) }))
      .execute();
  });
}
