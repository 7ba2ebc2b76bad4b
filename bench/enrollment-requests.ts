/** Certification requests with distinct keys, subjects and usernames, made before the clock starts. */
import {
  assembleCertificationRequest,
  asDer,
  DistinguishedName,
  encodeCertificationRequestInfo,
  type Extension,
  formatPem,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import { generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { jsonPost, type Target } from './http-load.ts';

export type KeyKind = 'P-256' | 'RSA-2048';

/** The request of one enrollment. */
export interface PreparedEnrollment {
  readonly username: string;
  readonly certificateRequest: string;
  /** DER, for the floor. */
  readonly request: Uint8Array;
}

/** Makes `count` of them; `batch` keeps names apart from those of another batch, and all ask for the extensions. */
export async function prepareEnrollments(
  kind: KeyKind,
  count: number,
  batch: string,
  extensions: readonly Extension[] = [],
): Promise<PreparedEnrollment[]> {
  const algorithm = signatureAlgorithmByName(kind === 'P-256' ? 'SHA256withECDSA' : 'SHA256WithRSA');
  const prepared: PreparedEnrollment[] = [];
  for (let from = 0; from < count; from += PARALLEL) {
    const pairs = await Promise.all(Array.from({ length: Math.min(PARALLEL, count - from) }, () => makeKeyPair(kind)));
    for (const [offset, { publicKey, privateKey }] of pairs.entries()) {
      const username = `${batch}-${from + offset}`;
      const info = encodeCertificationRequestInfo({
        subject: DistinguishedName.parse(`CN=${username},OU=Bench,O=Example,C=SE`).der,
        publicKey: asDer<'SubjectPublicKeyInfo'>(publicKey.export({ format: 'der', type: 'spki' })),
        extensions,
      });
      const signature = sign(algorithm.node.digest, info, { key: privateKey, ...algorithm.node.options });
      const request = assembleCertificationRequest(info, algorithm, signature);
      prepared.push({ username, certificateRequest: formatPem('CERTIFICATE REQUEST', request), request });
    }
  }
  return prepared;
}

/** The requests as they go over a connection to `target`. */
export function enrollmentPosts(
  target: Target,
  enrollments: readonly PreparedEnrollment[],
  profiles: { readonly certificate: string; readonly endEntity: string } = {
    certificate: 'SERVER',
    endEntity: 'EMPTY',
  },
): Buffer[] {
  return enrollments.map(({ username, certificateRequest }) =>
    jsonPost(target, '/ejbca/ejbca-rest-api/v1/certificate/pkcs10enroll', {
      certificate_request: certificateRequest,
      certificate_authority_name: 'ManagementCA',
      certificate_profile_name: profiles.certificate,
      end_entity_profile_name: profiles.endEntity,
      username,
      password: 'not-used-again',
      include_chain: true,
    }),
  );
}

async function makeKeyPair(kind: KeyKind): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (kind === 'P-256') return generate('ec', { namedCurve: 'P-256' });
  return generate('rsa', { modulusLength: 2048 });
}

const generate = promisify(generateKeyPair) as (
  type: string,
  options: object,
) => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;
const PARALLEL = 64;
