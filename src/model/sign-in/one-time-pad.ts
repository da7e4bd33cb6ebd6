// Passes credentials from a browser to an app, hidden with a one-time pad that the app generated and only it knows.

import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { badRequest } from '../../api-contract/error.ts';
import type { Keyring } from '../accounts/credentials.ts';

const NONCE_BYTES = 12;

/** The pad of an app: 32 bytes in hexadecimal; empty if no app is involved. @throws 400 `Invalid OTP` */
export function parseOtp(otp: string | undefined): string {
  if (otp === undefined) return '';
  if (!/^[0-9a-fA-F]{64}$/.test(otp)) throw badRequest('Invalid OTP').onPages({ code: 'APP_LOGIN_INVALID' });
  return otp.toLowerCase();
}

/** An API key XORed with the pad, digit by digit, as mobile apps expect. */
export function hideApiKeyForApp(apiKey: string, otp: string): string {
  const digits = Buffer.from(apiKey, 'ascii').toString('hex');
  if (digits.length !== otp.length) throw new Error('an API key has 32 characters');
  return [...digits]
    .map((digit, at) => (Number.parseInt(digit, 16) ^ Number.parseInt(otp.charAt(at), 16)).toString(16))
    .join('');
}

/** A token encrypted with the pad as the key (AES-256-GCM), as desktop apps expect. */
export function encryptTokenForApp(token: string, otp: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), nonce);
  const hidden = Buffer.concat([cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([nonce, hidden]).toString('hex');
}

/** The hash by which an app's token is found. */
export function loginTokenHash({ secret }: Keyring, token: string): string {
  return createHmac('sha256', secret).update(`login-token:${token}`).digest('base64url');
}
