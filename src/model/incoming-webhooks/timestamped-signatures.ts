// Signatures with a timestamp. A request that was signed long ago is rejected as a replay.

import {
  type HmacForm,
  headerSignature,
  hmacOf,
  isEqualConstantTime,
  type SignatureScheme,
  wrongSignature,
} from './webhook-signatures.ts';

/** The maximum difference between the signed time and now, in seconds. Services sign each attempt again. */
const SIGNED_SECONDS = 300;

/** The parsed signature header. */
interface Stamped {
  readonly time: string;
  /** In seconds since 1970. */
  readonly at: number;
  readonly digests: readonly string[];
}

interface StampedForm extends HmacForm {
  readonly read: (value: string, headers: ReadonlyMap<string, string>) => Stamped;
  readonly signed: (time: string, body: Buffer) => readonly (string | Buffer)[];
}

const staleSignature = (header: string) =>
  `The request in ${header} was signed more than ${SIGNED_SECONDS / 60} minutes ago, or in the future.`;

/** A digest of the time and the body. The time must be recent. */
export function timestampedDigest(header: string, form: StampedForm): SignatureScheme {
  return headerSignature({
    header,
    isUniquePerDelivery: true,
    errorOfValue(value, request) {
      const { time, at, digests } = form.read(value, request.headers);
      const expected = hmacOf(request, form.signed(time, request.body), form);
      if (!digests.some((digest) => isEqualConstantTime(digest, expected))) return wrongSignature(header);
      return Math.abs(request.now - at) <= SIGNED_SECONDS ? undefined : staleSignature(header);
    },
  });
}

/** The comma-separated `name=value` parts of a header. */
function namedParts(value: string): [name: string, value: string][] {
  return value.split(',').map((part) => {
    const equals = part.indexOf('=');
    return [part.slice(0, Math.max(equals, 0)).trim(), part.slice(equals + 1).trim()];
  });
}

/** A header `NAME=time,KEY=digest[,KEY=digest]` over `time.body`, which several services use. */
export function timestampedParts(header: string, timeName: string, digestName: string): SignatureScheme {
  return timestampedDigest(header, {
    read(value) {
      const parts = namedParts(value);
      const time = parts.find(([name]) => name === timeName)?.[1] ?? '';
      const digests = parts.filter(([name]) => name === digestName).map(([, digest]) => digest);
      return { time, at: Number(time), digests };
    },
    signed: (time, body) => [`${time}.`, body],
  });
}
