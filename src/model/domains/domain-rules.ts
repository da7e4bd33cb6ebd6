// Validates domains of email addresses, and decides which addresses they allow.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import type { AllowedDomain } from './allowed-domain.ts';

const MAX_CHARACTERS = 255;

function problemOf(domain: string): string | undefined {
  if (domain === '') return "Domain can't be empty.";
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)';
  if (domain.length > MAX_CHARACTERS) return 'Domain is too long';
  if (domain.startsWith('.') || domain.endsWith('.')) return 'Domain cannot start or end with a dot (.)';
  for (const label of domain.split('.')) {
    if (label === '') return "Consecutive '.' are not allowed.";
    if (label.startsWith('-') || label.endsWith('-')) return "Subdomains cannot start or end with a '-'.";
    if (!/^[a-z0-9-]*$/.test(label)) return "Domain can only have letters, numbers, '.' and '-'s.";
  }
  return undefined;
}

/** Trims a domain and puts it into lower case. @throws if it is not a valid domain */
export function normalDomain(text: string): string {
  const domain = text.trim().toLowerCase();
  const problem = problemOf(domain);
  if (problem) throw badRequest(`Invalid domain: ${problem}`);
  return domain;
}

/** Whether an address belongs to one of the domains. */
export function isInDomains(
  email: string,
  domains: readonly Pick<AllowedDomain, 'domain' | 'allowSubdomains'>[],
): boolean {
  const host = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domains.some(
    ({ domain, allowSubdomains }) => host === domain || (allowSubdomains && host.endsWith(`.${domain}`)),
  );
}

export function domainNotFound(domain: string): ApiError {
  return badRequest(`No entry found for domain ${domain}.`);
}

/** Refuses a domain that is already allowed. */
export function checkDomainIsNew(domain: string, existing: readonly AllowedDomain[]): void {
  if (existing.some((other) => other.domain === domain)) throw domainTaken(domain);
}

function domainTaken(domain: string): ApiError {
  return badRequest(`The domain ${domain} is already a part of your organization.`);
}
