// The header `Upload-Metadata` of resumable uploads: keys with values in Base64, such as `filename YS50eHQ=,isPrivate`.

const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const BASE64 = /^[\d+/A-Za-z]*={0,2}$/;

/** The values by their keys; null for a key without a value. */
export type UploadMetadata = Readonly<Record<string, string | null>>;

/** Parses the header; undefined if it is invalid, or if a key occurs twice. */
export function parseUploadMetadata(header: string): UploadMetadata | undefined {
  const values = new Map<string, string | null>();
  for (const pair of header.split(',')) {
    const [key = '', value, ...more] = pair.trim().split(' ');
    const isValid = KEY.test(key) && (value === undefined || (value.length % 4 === 0 && BASE64.test(value)));
    if (!isValid || more.length > 0 || values.has(key)) return undefined;
    values.set(key, value ? Buffer.from(value, 'base64').toString('utf8') : null);
  }
  return Object.fromEntries(values);
}

/** The header for values, as clients sent it. */
export function formatUploadMetadata(metadata: UploadMetadata): string {
  return Object.entries(metadata)
    .map(([key, value]) => (value === null ? key : `${key} ${Buffer.from(value).toString('base64')}`))
    .join(',');
}
