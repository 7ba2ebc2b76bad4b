/** CVC CAs and end entities under them, for tests of card verifiable certificates. */
import { CvCertificate } from '@sealwright/pki';
import type { CvHolder } from '../../../../packages/pki/test/cv-holder.ts';
import { createCa } from '../ca-setup.ts';
import type { TestServer } from '../test-server.ts';

/** Makes the country verifying CA `CVCA` and the document verifier `DV` of Sweden under it. */
export async function createVerifiers(server: TestServer): Promise<void> {
  await createCvcCa(server, 'CVCA', { validity: '3y' });
  await createCvcCa(server, 'DV', { signedBy: 'CVCA', certificateProfile: 'SUBCA', validity: '1y' });
}

/** Makes a CVC CA of Sweden, whose mnemonic is its name unless its settings say otherwise. */
export async function createCvcCa(
  server: TestServer,
  name: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await createCa(server, name, { caType: 'CVC', subjectDn: `CN=${name},C=SE`, ...settings });
}

/** The record of an end entity with a request for its card verifiable certificate, as `enroll` takes it. */
export function cvEnrollment(holder: CvHolder, record: object = {}, more: object = {}) {
  const { country, mnemonic } = holder.reference;
  return {
    certificate_request: holder.request().der.toBase64(),
    certificate_request_type: 'CVC',
    include_chain: true,
    end_entity: cvRecord(mnemonic, { subject_dn: `CN=${mnemonic},C=${country}`, ...record }),
    ...more,
  };
}

/** The record of an end entity under the document verifier `DV`. */
export function cvRecord(username: string, record: object = {}) {
  return {
    username,
    password: 'foo123',
    subject_dn: `CN=${username},C=SE`,
    ca_name: 'DV',
    certificate_profile_name: 'ENDUSER',
    end_entity_profile_name: 'EMPTY',
    token: 'USERGENERATED',
    ...record,
  };
}

/** The certificate of an answer with the chain above it. */
export function cvChainOf(json: Record<string, unknown>): CvCertificate[] {
  const { certificate, certificate_chain: chain = [] } = json as { certificate: string; certificate_chain?: string[] };
  return [certificate, ...chain].map((text) => CvCertificate.parse(Uint8Array.fromBase64(text)));
}
