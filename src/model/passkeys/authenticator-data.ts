// Parses the data that an authenticator signs (Web Authentication, 6.1): the relying party, whether the user
// was present, the signature counter, and the credential id of a new passkey. Extensions, which are never
// requested, are not read.

const HASH_BYTES = 32;
const FLAGS_AT = HASH_BYTES;
const COUNTER_AT = FLAGS_AT + 1;
const FIXED_BYTES = COUNTER_AT + 4;
/** The model of the authenticator, which is not used. */
const AAGUID_BYTES = 16;
const LENGTH_AT = FIXED_BYTES + AAGUID_BYTES;
const ID_AT = LENGTH_AT + 2;

const PRESENT = 0x01;
const HAS_NEW_PASSKEY = 0x40;

export interface AuthenticatorData {
  /** SHA-256 of the relying party's id. */
  readonly relyingPartyHash: Buffer;
  /** Whether the user was present, for example touched the authenticator. */
  readonly isPresent: boolean;
  /** The signature counter; 0 if the authenticator does not count. */
  readonly counter: number;
  /** Only present for a new passkey. */
  readonly credentialId: Buffer | undefined;
}

/** Undefined if the bytes are not authenticator data. */
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
