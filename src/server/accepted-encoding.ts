// Which compression a client takes.

/** Those that the server makes, the smaller first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best compression that an `Accept-Encoding` header takes; undefined for none. (RFC 9110, 12.5.3) */
export function acceptedEncoding(header: string | readonly string[] | undefined): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, Number(weight));
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const taken = encodings.filter((encoding) => weightOf(encoding) > 0);
  return taken.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
}
