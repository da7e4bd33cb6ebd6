// QR codes for the addresses of authenticators, with error correction level M, which is sufficient on a screen.

import { encodeQR } from 'qr';

/** The smallest light margin that the library draws, in modules. The caller draws the margin that a code needs. */
const BORDER = 1;

/** The rows of a QR code for a text, with `1` for dark and `0` for light modules. @throws if the text is too long */
export function qrCode(text: string): string[] {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: BORDER });
  const withoutBorder = <T>(list: readonly T[]) => list.slice(BORDER, -BORDER);
  return withoutBorder(rows).map((row) => withoutBorder(row.map((isDark) => (isDark ? '1' : '0'))).join(''));
}
