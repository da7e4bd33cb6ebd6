/** In bytes; what the API calls a megabyte is one. */
export const MEBIBYTE = 1024 * 1024;
