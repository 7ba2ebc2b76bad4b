/** The starter profiles of the command line on a server, and certificates under each of them, for tests of what they issue. */
import type { Requirements } from '@sealwright/lint';
import { type Certificate, DistinguishedName, formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { buildRequest } from '../../../packages/cli/src/enrollment/certification-request.ts';
import { type KeyType, makeKey, type NewKey } from '../../../packages/cli/src/enrollment/key-types.ts';
import { parseSubjectName } from '../../../packages/cli/src/enrollment/subject-names.ts';
import { STARTER_NAMES, STARTERS, type StarterName } from '../../../packages/cli/src/starters/starters.ts';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { certificateOf, editCa, ENROLL } from './ca-rest-setup.ts';
import type { Answer, TestServer } from './test-server.ts';

export type SshStarterName = 'ssh-user' | 'ssh-host';
export type X509StarterName = Exclude<StarterName, SshStarterName>;

/** Starters whose certificates are of X.509. */
export const X509_STARTERS = STARTER_NAMES.filter((name): name is X509StarterName => STARTERS[name].kind === 'x509');

/** The starters that follow the requirements of the CA/Browser Forum for what browsers, mail programs and operating systems trust. */
export const PUBLIC_STARTERS: ReadonlyMap<string, Requirements> = new Map<X509StarterName, Requirements>([
  ['tls-server', 'TLS'],
  ['smime', 'SMIME'],
  ['code-signing', 'CODE_SIGNING'],
]);

/** A request for a certificate under a starter. */
export interface StarterRequest {
  readonly username: string;
  /** RFC 4514 text. */
  readonly subject: string;
  /** As `--san` takes them. */
  readonly san: readonly string[];
}

/** Makes the request number `number` under a starter, unlike any other. */
export function starterRequest(starter: X509StarterName, number: number): StarterRequest {
  return { username: `${starter}-${number}`, ...NAMES[starter](number) };
}

/** Kinds of keys that a starter takes, the cheapest to make first. */
export function keyTypesOf(starter: X509StarterName): readonly KeyType[] {
  return KEY_TYPES[starter] ?? PUBLIC_KEYS;
}

/** Runs the command line as the super administrator of a server. */
export async function cli({ home, running }: TestServer, ...args: readonly string[]) {
  const url = running.urls[0]!.replace('127.0.0.1', 'localhost');
  return run(['--server', url, '--home', home, ...args]);
}

/** Makes both profiles of each starter, under its name, with the command line; and gives the CA the addresses that public certificates name. */
export async function createStarters(
  server: TestServer,
  starters: readonly StarterName[] = STARTER_NAMES,
): Promise<void> {
  await editCa(server, 'ManagementCA', {
    crlDistributionPoints: ['http://pki.example.com/crls/ManagementCA.crl'],
    caIssuerUris: ['http://pki.example.com/certificates/ManagementCA.crt'],
    ocspUris: ['http://ocsp.example.com'],
  });
  for (const starter of starters) {
    const { code, error } = await cli(server, 'profile', 'create', starter, '--like', starter);
    assert.equal(code, 0, error);
  }
}

/** Asks for a certificate under the profiles of a starter. */
export async function requestStarter(
  server: TestServer,
  starter: StarterName,
  { username, subject, san }: StarterRequest,
  key: NewKey,
  further: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const request = buildRequest(key, DistinguishedName.parse(subject), san.map(parseSubjectName));
  return server.call(ENROLL, {
    body: {
      certificate_request: formatPem('CERTIFICATE REQUEST', request.der),
      certificate_authority_name: 'ManagementCA',
      certificate_profile_name: starter,
      end_entity_profile_name: starter,
      username,
      include_chain: true,
      ...further,
    },
  });
}

/** Issues the certificate number `number` under a starter. */
export async function issueStarter(
  server: TestServer,
  starter: X509StarterName,
  number: number,
  keyType: KeyType = keyTypesOf(starter)[0]!,
): Promise<Certificate> {
  const answer = await requestStarter(server, starter, starterRequest(starter, number), await makeKey(keyType));
  assert.equal(answer.status, 200, `${starter} ${keyType}: ${answer.text}`);
  return certificateOf(answer);
}

/** Issues `count` certificates, of each X.509 starter as many, for keys of every kind that it takes; those of RSA are few, since they take long to make. */
export async function* issueUnderStarters(
  server: TestServer,
  count: number,
): AsyncGenerator<{ readonly starter: X509StarterName; readonly certificate: Certificate }> {
  for (let number = 0; number < count; number++) {
    const starter = X509_STARTERS[number % X509_STARTERS.length]!;
    const round = Math.floor(number / X509_STARTERS.length);
    const types = keyTypesOf(starter).filter((type) => round % 10 === 9 || !type.startsWith('RSA'));
    const certificate = await issueStarter(server, starter, number, types[round % types.length]);
    yield { starter, certificate };
  }
}

type Names = Omit<StarterRequest, 'username'>;

const NAMES: Readonly<Record<X509StarterName, (number: number) => Names>> = {
  'tls-server': (number) => {
    const host = `www-${number}.example.com`;
    const subject = number % 2 === 0 ? `CN=${host}` : '';
    return {
      subject,
      san: [`dns:${host}`, ...(number % 3 === 0 ? [`dns:${number}.example.org`, 'ip:203.0.114.7'] : [])],
    };
  },
  'tls-server-private': (number) => ({
    subject: `CN=app-${number}.corp,OU=Łódź,O=Пример,L=Αθήνα,C=GR`,
    san: [`dns:app-${number}.corp`, `dns:app-${number}`, 'dns:*.apps.corp', 'ip:10.0.0.1', 'ip:fd00::1'],
  }),
  'tls-client': (number) => ({
    subject: `CN=Zoë O'Neil ${number},UID=zoe${number},O=Example,C=SE`,
    san: [`email:zoe${number}@example.com`, `uri:spiffe://example.com/zoe/${number}`],
  }),
  smime: (number) => ({
    subject: number % 2 === 0 ? `CN=zoe${number}@example.com` : '',
    san: [`email:zoe${number}@example.com`],
  }),
  'code-signing': (number) => ({ subject: `CN=Räv ${number} AB,O=Räv ${number} AB,L=Malmö,ST=Skåne,C=SE`, san: [] }),
  'time-stamping': (number) => ({ subject: `CN=TSA ${number},O=Example AB,C=SE`, san: [] }),
  'ocsp-signer': (number) => ({ subject: `CN=OCSP ${number},O=Example AB,C=SE`, san: [] }),
  device: (number) => ({
    subject: `SN=${number},CN=Thermostat,O=Example AB`,
    san: [`permanent:${number}/1.3.6.1.4.1.32473.1`],
  }),
  ipsec: (number) => ({
    subject: `CN=vpn-${number}.example.com,O=Example`,
    san: [`dns:vpn-${number}.example.com`, 'ip:203.0.114.7', `email:vpn-${number}@example.com`],
  }),
  'smart-card-logon': (number) => ({
    subject: `CN=Zoë ${number},OU=Staff,DC=corp,DC=example`,
    san: [`upn:zoe${number}@corp.example`, `email:zoe${number}@example.com`],
  }),
  'kubernetes-server': (number) => ({
    subject: `CN=system:node:worker-${number},O=system:nodes`,
    san: [`dns:worker-${number}`, 'ip:10.0.0.1'],
  }),
  'kubernetes-client': (number) => ({ subject: `CN=system:node:node-${number},O=system:nodes`, san: [] }),
  'kerberos-kdc': (number) => ({
    subject: `CN=kdc-${number}.example.com,O=Example`,
    san: ['krb5:krbtgt/EXAMPLE.COM@EXAMPLE.COM', `dns:kdc-${number}.example.com`],
  }),
};

const PUBLIC_KEYS: readonly KeyType[] = ['P-256', 'P-384', 'RSA-2048', 'RSA-3072'];
const ANY_KEYS: readonly KeyType[] = ['P-256', 'Ed25519', 'P-384', 'RSA-2048'];
const KEY_TYPES: Readonly<Partial<Record<X509StarterName, readonly KeyType[]>>> = {
  'tls-server-private': ANY_KEYS,
  'tls-client': ANY_KEYS,
  'code-signing': ['P-256', 'P-384', 'RSA-3072'],
  'time-stamping': ['P-256', 'P-384', 'RSA-3072'],
  'ocsp-signer': ANY_KEYS,
  ipsec: ANY_KEYS,
  'kubernetes-server': ANY_KEYS,
  'kubernetes-client': ANY_KEYS,
  'kerberos-kdc': ANY_KEYS,
};
