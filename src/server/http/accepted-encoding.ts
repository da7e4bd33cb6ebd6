// Which compression a client takes.

/** Those that files are kept in, the smaller first. */
export const fileEncodings = ['br', 'gzip'] as const;
export type FileEncoding = (typeof fileEncodings)[number];
/** Those that answers are compressed with while somebody waits, the quicker first. */
export const answerEncodings = ['zstd', 'gzip'] as const;

/**
 * Of some compressions, the one that an `Accept-Encoding` header takes most gladly, the first of several alike; undefined
 * for none. (RFC 9110, 12.5.3)
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
  const taken = encodings.filter((encoding) => weightOf(encoding) > 0);
  return taken.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
}
