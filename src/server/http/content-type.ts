// Checks `Content-Type` headers, before anything reads the body.

/** A type and subtype, and perhaps parameters (RFC 9110, section 8.3.1), which are not checked. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Whether a header names a media type. */
export function isMediaType(header: string): boolean {
  return MEDIA_TYPE.test(header);
}
