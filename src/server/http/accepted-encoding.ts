// Negotiates the compression that a client accepts.

/** Compressions that files are stored in, the smallest first. */
export const fileEncodings = ['br', 'gzip'] as const;
export type FileEncoding = (typeof fileEncodings)[number];
/** Compressions for answers made on the fly, the fastest first. */
export const answerEncodings = ['zstd', 'gzip'] as const;

/**
 * Of the given encodings, the one that an `Accept-Encoding` header prefers, or the first of several with
 * equal weight. Undefined if it accepts none. (RFC 9110, 12.5.3)
 */
export function acceptedEncoding<E extends string>(
  header: string | readonly string[] | undefined,
  encodings: readonly E[],
): E | undefined {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, Number(weight));
  }
  const weightOf = (encoding: E) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const acceptedEncodings = encodings.filter((encoding) => weightOf(encoding) > 0);
  return acceptedEncodings.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
}
