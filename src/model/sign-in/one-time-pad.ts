// How apps get what they log in with out of a browser: hidden with a number that the app drew and only it knows.

import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { badRequest } from '../../api-contract/error.ts';
import type { Keyring } from '../accounts/credentials.ts';

const NONCE_BYTES = 12;

/** The number of an app: 32 bytes in hexadecimal digits; empty where no app asks. @throws 400 `Invalid OTP` */
export function otpIn(sent: string | undefined): string {
  if (sent === undefined) return '';
  if (!/^[0-9a-fA-F]{64}$/.test(sent)) throw badRequest('Invalid OTP');
  return sent.toLowerCase();
}

/** An API key, digit by digit combined with the number; apps on phones take it so. */
export function hiddenApiKey(apiKey: string, otp: string): string {
  const digits = Buffer.from(apiKey, 'ascii').toString('hex');
  if (digits.length !== otp.length) throw new Error('an API key has 32 characters');
  return [...digits]
    .map((digit, at) => (Number.parseInt(digit, 16) ^ Number.parseInt(otp.charAt(at), 16)).toString(16))
    .join('');
}

/** A token, encrypted with the number as the key (AES-256-GCM); apps on desks take it so. */
export function hiddenToken(token: string, otp: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), nonce);
  const hidden = Buffer.concat([cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([nonce, hidden]).toString('hex');
}

/** The hash by which a token of an app is found. */
export function loginTokenHash({ secret }: Keyring, token: string): string {
  return createHmac('sha256', secret).update(`login-token:${token}`).digest('base64url');
}
