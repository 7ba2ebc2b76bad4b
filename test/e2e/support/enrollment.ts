import {
  asDer,
  assembleCertificationRequest,
  DistinguishedName,
  encodeCertificationRequestInfo,
  type Extension,
  formatPem,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ClientIdentity } from './test-server.ts';

/** A key pair with what a test asks a certificate for. */
export interface RequestOptions {
  readonly username: string;
  /** RFC 4514 text, or the DER of a name. */
  readonly subject: string | Uint8Array;
  readonly keyPair?: KeyPair;
  readonly profile?: string;
  readonly extensions?: readonly Extension[];
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** A new P-256 key pair. */
export function newKeyPair(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/**
 * The PEM of a PKCS#10 request, signed with its key.
 *
 * @param subject - RFC 4514 text, or the DER of a name
 */
export function certificateRequest(
  subject: string | Uint8Array,
  { publicKey, privateKey }: KeyPair,
  extensions: readonly Extension[] = [],
): string {
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  const info = encodeCertificationRequestInfo({
    subject: typeof subject === 'string' ? DistinguishedName.parse(subject).der : asDer<'Name'>(subject),
    publicKey: asDer<'SubjectPublicKeyInfo'>(publicKey.export({ format: 'der', type: 'spki' })),
    extensions,
  });
  const signature = sign('sha256', info, privateKey);
  return formatPem('CERTIFICATE REQUEST', assembleCertificationRequest(info, algorithm, signature));
}

/** The body of a pkcs10enroll to the management CA. */
export function newRequest({
  username,
  subject,
  keyPair = newKeyPair(),
  profile = 'SERVER',
  extensions,
}: RequestOptions) {
  return {
    certificate_request: certificateRequest(subject, keyPair, extensions),
    certificate_authority_name: 'ManagementCA',
    certificate_profile_name: profile,
    end_entity_profile_name: 'EMPTY',
    username,
    password: 'not-used-again',
    include_chain: true,
  };
}

/** The client identity that an enrolled certificate makes with its key. */
export function identityOf(
  answer: { readonly json: Record<string, unknown> },
  { privateKey }: KeyPair,
): ClientIdentity {
  return {
    cert: formatPem('CERTIFICATE', Buffer.from(answer.json['certificate'] as string, 'base64')),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  };
}
