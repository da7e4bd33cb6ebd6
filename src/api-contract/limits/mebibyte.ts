// The mebibyte, the unit of size limits.

/** In bytes. The API calls it a megabyte. */
export const MEBIBYTE = 1024 * 1024;
