// Runs a real directory (OpenLDAP's slapd, from Debian's packages) on loopback, with its own people.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from 'ldapts';
import type { Directory, SignInConfiguration } from '../../src/model/sign-in/sign-in-configuration.ts';
import { onCleanup } from '../support/cleanup.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const SLAPD = '/usr/sbin/slapd';
/** The last of the schemas that it loads, where Debian's package installs them. */
const SCHEMA = '/etc/ldap/schema/inetorgperson.schema';
/** The reason to skip tests of a directory; false if it is installed. */
export const withoutSlapd = !(existsSync(SLAPD) && existsSync(SCHEMA)) && "Debian's slapd is not installed";

export const BASE = 'dc=acorn,dc=example';
const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
const ADMIN = { dn: `cn=admin,${BASE}`, password: 'very-secret-word of the admin' };
export const SEARCHER = { dn: `cn=searcher,${BASE}`, password: 'very-secret-word of the searcher' };
/** The password of everyone in it. */
export const PASSWORD = 'directory-password';

const person = (uid: string, cn: string, mail: string) => `dn: uid=${uid},${PEOPLE}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${cn}
sn: ${cn.split(' ').at(-1)}
mail: ${mail}
userPassword: ${PASSWORD}
`;

const entries = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Acorn
dc: acorn

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups

dn: ${SEARCHER.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: searcher
userPassword: ${SEARCHER.password}

${person('mel.m', 'Mel Member', 'mel@example.com')}
${person('mia.m', 'Mia Member', 'mia@example.com')}
${person('max.m', 'Max Member', 'max@example.com')}
${person('nora.n', 'Nora New', 'nora@example.com')}
${person('far.f', 'Far Away', 'far@elsewhere.example')}
${person('star*', 'Star Name', 'star@example.com')}
${person('olga.o', 'Olga Ousted', 'olga@example.com')}
${person('otto.o', 'Otto Only', 'otto@example.com')}
`;

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface LdapStandIn {
  readonly url: string;
  readonly secureUrl: string;
  /** The CA certificate (PEM) for it. */
  readonly authorities: string;
  /** Changes the directory as its administrator. */
  change(work: (client: Client) => Promise<unknown>): Promise<void>;
  dnOf(uid: string): string;
}

/** Writes a certificate for 127.0.0.1 into a folder. */
function makeCertificate(folder: string): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=directory';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...options.split(' '), ...names], { stdio: 'ignore' });
  return { certificate, key };
}

interface Addresses {
  readonly url: string;
  readonly secureUrl: string;
}

/** Starts slapd on two free ports; undefined if another process takes one in between. */
async function startedAtFreePorts(file: string): Promise<Addresses | undefined> {
  const [port, securePort] = [await freePort(), await freePort()];
  const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`];
  const child = spawn(SLAPD, ['-f', file, '-h', `${url} ${secureUrl}`, '-d', '0'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  onCleanup(async () => {
    child.kill();
    await ended;
  });
  await waitUntil(async () => hasEnded() || (await listens(securePort)));
  return hasEnded() ? undefined : { url, secureUrl };
}

/** Starts a directory that ends with the tests of the file. */
export async function startLdap(): Promise<LdapStandIn> {
  const folder = temporaryFolder();
  const { certificate, key } = makeCertificate(folder);
  mkdirSync(join(folder, 'data'));
  const file = join(folder, 'slapd.conf');
  writeFileSync(
    file,
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include ${SCHEMA}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
allow bind_anon_cred bind_anon_dn
database mdb
suffix "${BASE}"
rootdn "${ADMIN.dn}"
rootpw "${ADMIN.password}"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${SEARCHER.dn}" read by * none
`,
  );
  execFileSync('/usr/sbin/slapadd', ['-f', file], { input: entries, stdio: ['pipe', 'ignore', 'ignore'] });
  let addresses = await startedAtFreePorts(file);
  for (let tries = 1; !addresses && tries < 5; tries++) addresses = await startedAtFreePorts(file);
  assert.ok(addresses, 'slapd does not start');
  const { url, secureUrl } = addresses;
  return {
    url,
    secureUrl,
    authorities: readFileSync(certificate, 'utf8'),
    dnOf: (uid) => `uid=${uid},${PEOPLE}`,
    async change(work) {
      const client = new Client({ url });
      try {
        await client.bind(ADMIN.dn, ADMIN.password);
        await work(client);
      } finally {
        await client.unbind();
      }
    },
  };
}

export function directoryConfiguration(url: string, changes: Partial<Directory> = {}): SignInConfiguration {
  const directory: Directory = {
    kind: 'ldap',
    id: 'staff',
    name: 'Acorn directory',
    url,
    startTls: false,
    authorities: undefined,
    bindAs: SEARCHER,
    base: BASE,
    filter: '(&(objectClass=inetOrgPerson)(|(uid={name})(mail={name})))',
    subjectAttribute: 'entryUUID',
    addressAttribute: 'mail',
    nameAttribute: 'cn',
    pictureAttribute: undefined,
    groupSearch: undefined,
    organizations: [],
    domains: ['example.com'],
    signUp: true,
    roles: undefined,
    groups: undefined,
    profileFields: [],
    ...changes,
  };
  return { providers: [], directories: [directory] };
}
