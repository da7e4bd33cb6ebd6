// What an authenticator says of itself and signs (Web Authentication, 6.1): for whom, whether somebody was there, how often it
// signed before, and, of a new passkey, by which name it is known. Extensions, which nobody asked for, are not read.

const HASH_BYTES = 32;
const FLAGS_AT = HASH_BYTES;
const COUNTER_AT = FLAGS_AT + 1;
const FIXED_BYTES = COUNTER_AT + 4;
/** Of the kind of authenticator, which nobody looks at. */
const KIND_BYTES = 16;
const LENGTH_AT = FIXED_BYTES + KIND_BYTES;
const ID_AT = LENGTH_AT + 2;

const PRESENT = 0x01;
const HAS_NEW_PASSKEY = 0x40;

export interface AuthenticatorData {
  /** SHA-256 of the relying party's id. */
  readonly relyingPartyHash: Buffer;
  /** Whether somebody touched it, or did the like. */
  readonly isPresent: boolean;
  /** How often it signed; 0 of those that do not count. */
  readonly counter: number;
  /** Of a new passkey. */
  readonly credentialId: Buffer | undefined;
}

/** Reads it; undefined for what is none. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData | undefined {
  if (bytes.length < FIXED_BYTES) return undefined;
  const flags = bytes.readUInt8(FLAGS_AT);
  let credentialId: Buffer | undefined;
  if (flags & HAS_NEW_PASSKEY) {
    if (bytes.length < ID_AT) return undefined;
    const end = ID_AT + bytes.readUInt16BE(LENGTH_AT);
    if (bytes.length < end) return undefined;
    credentialId = bytes.subarray(ID_AT, end);
  }
  return {
    relyingPartyHash: bytes.subarray(0, HASH_BYTES),
    isPresent: (flags & PRESENT) !== 0,
    counter: bytes.readUInt32BE(COUNTER_AT),
    credentialId,
  };
}
