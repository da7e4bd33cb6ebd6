// Reads the part of a provider's configuration that is specific to SAML.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import type { SamlProvider } from '../../model/sign-in/sign-in-configuration.ts';
import type { Section } from './section.ts';
import { addressIn, attributeMappingIn, contentOf } from './section-values.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const RSA_BITS = 2048;

/** The address that browsers are sent to. */
function signInUrlIn(section: Section): string {
  const text = section.required('sign_in_url');
  const url = addressIn(section, 'sign_in_url', text);
  if (url.username !== '' || url.hash !== '')
    throw section.error('sign_in_url', '"sign_in_url" must have no credentials and no number sign');
  return text;
}

/** Why a key cannot be a provider's signing key; undefined if it can. */
function keyDefect(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'rsa') return 'does not have an RSA key; other keys are not accepted';
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < RSA_BITS ? `has a ${bits}-bit key; at least ${RSA_BITS} bits are required` : undefined;
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return text.includes('PRIVATE KEY-----');
  }
}

/** The certificates of a file, as PEM texts. */
async function certificatesIn(section: Section, folder: string, file: string): Promise<string[]> {
  const errorFor = (reason: string) => section.error('certificate_files', `${file} ${reason}`);
  const content = await contentOf(resolve(folder, file), limits.signInFileBytes, errorFor);
  const text = content.toString('latin1');
  if (isPrivateKey(text)) throw errorFor('contains a private key; use the provider’s public certificate');
  const found = text.match(PEM) ?? [];
  if (found.length === 0) throw errorFor('contains no PEM certificate');
  return found.map((pem, index) => {
    const certificateNote = found.length > 1 ? `: certificate ${index + 1} ` : ' ';
    let certificate: X509Certificate;
    try {
      certificate = new X509Certificate(pem);
    } catch {
      throw section.error(
        'certificate_files',
        `${file}${certificateNote}${certificateNote === ' ' ? 'contains a certificate that ' : ''}cannot be read`,
      );
    }
    const defect = keyDefect(certificate.publicKey);
    if (defect !== undefined) throw section.error('certificate_files', `${file}${certificateNote}${defect}`);
    return certificate.toString();
  });
}

async function allCertificates(section: Section, folder: string): Promise<string[]> {
  const files = section.texts('certificate_files');
  if (files.length === 0) throw section.error(undefined, '"certificate_files" is missing');
  const all: string[] = [];
  for (const file of files) all.push(...(await certificatesIn(section, folder, file)));
  return all;
}

/** Reads the SAML members. The provider's addresses count as verified, so its domains must be listed. */
export async function samlIn(
  section: Section,
  folder: string,
): Promise<Omit<SamlProvider, 'id' | 'name' | 'icon' | 'organizations' | 'domains' | 'signUp'>> {
  if (!section.has('domains'))
    throw section.error(
      undefined,
      '"domains" is missing; list the domains whose addresses the provider confirms',
    );
  const names = section.texts('name_attributes');
  return {
    kind: 'saml',
    issuer: section.required('issuer'),
    signInUrl: signInUrlIn(section),
    certificates: await allCertificates(section, folder),
    entityId: section.text('entity_id'),
    subjectAttribute: section.text('subject_attribute'),
    addressAttribute: section.text('address_attribute') ?? 'email',
    nameAttributes: names.length > 0 ? names : ['displayName'],
    ...attributeMappingIn(section),
  };
}
