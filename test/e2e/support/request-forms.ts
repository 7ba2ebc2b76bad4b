/** Enrollments with requests of any form, through the use case itself and over the CA REST interface. */
import assert from 'node:assert/strict';
import { Certificate, DistinguishedName, parsePem, SignedData } from '@sealwright/pki';
import type { Administrator } from '../../../packages/server/src/modules/access/index.ts';
import type { EnrollmentWithRequest } from '../../../packages/server/src/modules/ra/index.ts';
import { enrollmentOf } from '../../old-databases/fixture.ts';
import type { Answer, TestServer } from './test-server.ts';

type Form = Required<Pick<EnrollmentWithRequest, 'certificateRequestType' | 'certificateRequest'>>;

/** Enrolls for a request, and gives the certificate. */
export async function enrollForm(
  { running: { installation } }: TestServer,
  username: string,
  form: Form & Partial<EnrollmentWithRequest>,
  administrator: Administrator = { kind: 'host' },
): Promise<Certificate> {
  const enrolled = await installation.ra.enrollWithRequest.enroll(administrator, {
    ...enrollmentOf(username),
    ...form,
  });
  assert.ok(enrolled.outcome === 'issued');
  return Certificate.parse(enrolled.certificate.der);
}

/** A request as a member of the interface names and writes it. */
export interface RestForm {
  readonly type: string;
  readonly text: string;
}

/**
 * Enrolls one end entity with a request three times over the CA REST interface: made by `enroll` for each format of the answer, then by its
 * password. The answers hold certificates of one key and the subject.
 *
 * @param subject - RFC 4514 text, which the end entity has whatever the request says
 */
export async function enrollOverRest(
  server: TestServer,
  { type, text }: RestForm,
  { username, subject, record = {} }: { readonly username: string; readonly subject: string; readonly record?: object },
): Promise<readonly Certificate[]> {
  const asked = { certificate_request: text, certificate_request_type: type, include_chain: true };
  const whole = { ...recordOf(username), subject_dn: subject, ...record };
  const certificates: Certificate[] = [];
  for (const format of ['DER', 'PKCS7']) {
    const body = { ...asked, response_format: format, end_entity: whole };
    certificates.push(certificateIn(await server.call('/v1/certificate/enroll', { body }), format));
  }
  const renewed = await server.call('/v1/endentity/edit', { body: whole });
  assert.equal(renewed.status, 200, renewed.text);
  const { ca_name: caName } = whole;
  const body = { ...asked, username, password: 'foo123', certificate_authority_name: caName };
  certificates.push(certificateIn(await server.call('/v1/certificate/certificaterequest', { body }), 'DER'));
  for (const certificate of certificates) {
    assert.ok(certificate.subject.equals(DistinguishedName.parse(subject)), certificate.subject.toString());
    assert.deepEqual(certificate.publicKey.der, certificates[0]!.publicKey.der);
  }
  return certificates;
}

/** The record of an end entity with the password foo123. */
export function recordOf(username: string) {
  return {
    username,
    password: 'foo123',
    subject_dn: `CN=${username}`,
    ca_name: 'ManagementCA',
    certificate_profile_name: 'ENDUSER',
    end_entity_profile_name: 'EMPTY',
    token: 'USERGENERATED',
  };
}

/** The certificate of an answer with its chain, which has to be that of the management CA. */
function certificateIn({ status, text, json }: Answer, format: string): Certificate {
  assert.equal(status, 200, text);
  assert.equal(json['response_format'], format);
  const [certificate, ...chain] = [json['certificate'], ...(json['certificate_chain'] as string[])].map((encoded) => {
    const octets = Uint8Array.fromBase64(encoded as string);
    if (format === 'DER') return Certificate.parse(octets);
    const [pem] = parsePem(new TextDecoder().decode(octets));
    assert.equal(pem!.label, 'PKCS7');
    return SignedData.parse(pem!.der).certificates[0]!;
  });
  assert.equal(chain.length, 1);
  certificate!.verify(chain[0]!.publicKey);
  assert.equal(certificate!.serialNumberText, json['serial_number']);
  return certificate!;
}
