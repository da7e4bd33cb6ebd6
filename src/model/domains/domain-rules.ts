// What a domain of email addresses must look like, and which addresses it lets in.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import type { AllowedDomain } from './domain.ts';

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

/** The domain in its one spelling: lower case, without white space around it. */
export function normalDomain(text: string): string {
  const domain = text.trim().toLowerCase();
  const problem = problemOf(domain);
  if (problem) throw badRequest(`Invalid domain: ${problem}`);
  return domain;
}

/** Whether an address lies in one of the domains. */
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

/** The refusal for a domain that is not among those allowed. */
export function domainNotFound(domain: string): ApiError {
  return badRequest(`No entry found for domain ${domain}.`);
}

/** Refuses a domain that is there already. */
export function checkIsNew(domain: string, present: readonly AllowedDomain[]): void {
  if (present.some((other) => other.domain === domain)) throw domainTaken(domain);
}

function domainTaken(domain: string): ApiError {
  return badRequest(`The domain ${domain} is already a part of your organization.`);
}
