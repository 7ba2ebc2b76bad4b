/**
 * Calls of programs that were written for EJBCA, as each of them makes them: the issuer for cert-manager, the PKI engine for Vault and the provider
 * for Terraform. Their sources say what they send, and what of an answer they need.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Certificate, makeExtension, parsePem, subjectAltName } from '@sealwright/pki';
import { ENROLL, MANAGEMENT_CA_DN, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { certificateRequest, newKeyPair } from '../support/enrollment.ts';
import type { Answer, CallOptions } from '../support/test-server.ts';

const HEADERS = { accept: 'application/json', 'user-agent': 'OpenAPI-Generator/1.0.0/go' };
const PROFILES = { certificate_profile_name: 'SERVER', end_entity_profile_name: 'EMPTY' };
const NAMES = [
  { type: 'dNSName', value: 'web.example' },
  { type: 'uniformResourceIdentifier', value: 'spiffe://cluster.local/web' },
] as const;

describe('a program for EJBCA, with compatibility ejbca,', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });
  before(() => createCa(shared.server, 'Sub', { signedBy: 'ManagementCA', certificateProfile: 'SUBCA' }));

  const call = async (path: string, options: CallOptions = {}, status = 200): Promise<Answer> => {
    const answer = await shared.server.call(path, { headers: HEADERS, ...options });
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  /** Returns the certificate of an enrollment and those above it, each decoded once. */
  const enroll = async (body: object) => {
    const { json } = await call(ENROLL, { body }, 201);
    // Other formats are errors to all three.
    assert.equal(json['response_format'], 'DER');
    const certificate = Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
    const chain = ((json['certificate_chain'] ?? []) as string[]).map((text) =>
      Certificate.parse(Uint8Array.fromBase64(text)),
    );
    return { certificate, chain, serialNumber: json['serial_number'] as string };
  };
  const requestOf = (username: string, ca = 'ManagementCA', more: object = {}) => ({
    ...PROFILES,
    certificate_request: certificateRequest(`CN=${username}`, newKeyPair(), [
      makeExtension(subjectAltName, NAMES, false),
    ]),
    certificate_authority_name: ca,
    username,
    password: 'a1B2c3D4e5F6g7H8',
    ...more,
  });
  const chainOf = async (dn: string) => {
    const { text } = await call(`/v1/ca/${encodeURIComponent(dn)}/certificate/download`, {
      headers: { ...HEADERS, accept: 'application/octet-stream' },
    });
    return parsePem(text).map(({ der }) => Certificate.parse(der));
  };
  const revoke = (dn: string, serialNumber: string) =>
    call(`/v1/certificate/${encodeURIComponent(dn)}/${serialNumber}/revoke?reason=CESSATION_OF_OPERATION`, {
      method: 'PUT',
    });
  const isRevoked = async (dn: string, serialNumber: string) =>
    (await call(`/v1/certificate/${encodeURIComponent(dn)}/${serialNumber}/revocationstatus`)).json['revoked'];

  it('finds the service and enrolls with its chain, again for the same end entity: cert-manager', async () => {
    await call('/v1/certificate/status');
    for (const [ca, count] of [
      ['ManagementCA', 1],
      ['Sub', 2],
      ['Sub', 2],
    ] as const) {
      const { certificate, chain } = await enroll(requestOf(`issuer-${ca}`, ca, { include_chain: true }));
      assert.equal(chain.length, count);
      assert.ok(certificate.verify(chain[0]!.publicKey));
      assert.ok(chain.at(-1)!.subject.equals(chain.at(-1)!.issuer));
    }
  });

  it('finds a CA by its name, its chain by its subject, enrolls and revokes by the octets of the serial number: Vault', async () => {
    const { json } = await call('/v1/ca');
    const cas = json['certificate_authorities'] as { name: string; subject_dn: string }[];
    const dn = cas.find(({ name }) => name === 'Sub')!.subject_dn;
    const [own, root] = await chainOf(dn);
    assert.ok(own!.verify(root!.publicKey));
    const body = requestOf('vault', 'Sub', { include_chain: true, account_binding_id: '' });
    const { certificate, chain } = await enroll(body);
    assert.deepEqual(chain[0]!.der, own!.der);
    // In lower case, two digits an octet.
    const serialNumber = certificate.serialNumberText.toLowerCase();
    const padded = serialNumber.padStart(serialNumber.length + (serialNumber.length % 2), '0');
    const issuer = certificate.issuer.toString();
    assert.equal((await revoke(issuer, padded)).json['revoked'], true);
    assert.equal(await isRevoked(issuer, padded), true);
    // A repetition is an error to it, with these two members.
    const again = await shared.server.call(
      `/v1/certificate/${encodeURIComponent(issuer)}/${padded}/revoke?reason=CESSATION_OF_OPERATION`,
      { method: 'PUT', headers: HEADERS },
    );
    assert.deepEqual([again.status, again.json['error_code']], [409, 409]);
    assert.equal(typeof again.json['error_message'], 'string');
  });

  it('finds a certificate again by its serial number, with its profiles, and revokes it: Terraform', async () => {
    const body = requestOf('terraform', 'ManagementCA', { include_chain: true, account_binding_id: '' });
    const { certificate, serialNumber } = await enroll(body);
    const criteria = [{ property: 'QUERY', value: serialNumber, operation: 'EQUAL' }];
    const found = await call('/v1/certificate/search', { body: { max_number_of_results: 1, criteria } });
    const [item] = found.json['certificates'] as Record<string, unknown>[];
    assert.deepEqual(
      [item?.['serial_number'], item?.['certificate_profile'], item?.['end_entity_profile'], item?.['response_format']],
      [serialNumber, 'SERVER', 'EMPTY', 'DER'],
    );
    const once = Buffer.from(item?.['certificate'] as string, 'base64').toString('latin1');
    assert.equal(Uint8Array.fromBase64(once).toHex(), certificate.der.toHex());
    const [ca] = await chainOf(MANAGEMENT_CA_DN);
    assert.ok(certificate.verify(ca!.publicKey));
    assert.equal(await isRevoked(MANAGEMENT_CA_DN, serialNumber), false);
    const { json } = await revoke(MANAGEMENT_CA_DN, serialNumber);
    assert.deepEqual([json['revoked'], typeof json['message']], [true, 'string']);
    assert.equal(await isRevoked(MANAGEMENT_CA_DN, serialNumber), true);
  });

  it('makes an end entity, reads it, sets its status and removes it, and lists profiles: Terraform', async () => {
    const username = 'managed/by terraform';
    const path = `/v1/endentity/${encodeURIComponent(username)}`;
    const read = async () => {
      const criteria = [{ property: 'QUERY', value: username, operation: 'EQUAL' }];
      const body = { max_number_of_results: 1, criteria };
      return ((await call('/v1/endentity/search', { body })).json['end_entities'] as Record<string, unknown>[])[0];
    };
    const record = {
      ...PROFILES,
      username,
      password: 'foo123',
      subject_dn: 'CN=managed',
      subject_alt_name: 'dNSName=web.example',
      email: 'web@example.org',
      ca_name: 'ManagementCA',
      token: 'P12',
      account_binding_id: '',
    };
    await call('/v1/endentity', { body: record });
    const { extension_data: _, ...entity } = (await read())!;
    assert.deepEqual(entity, {
      username,
      dn: 'CN=managed',
      subject_alt_name: 'dNSName=web.example',
      email: 'web@example.org',
      status: 'NEW',
      token: 'P12',
    });
    await call(`${path}/setstatus`, { body: { password: 'foo124', token: 'P12', status: 'GENERATED' } });
    assert.equal((await read())?.['status'], 'GENERATED');
    await call(path, { method: 'DELETE' });
    assert.equal(await read(), undefined);
    const authorized = (await call('/v2/endentity/profiles/authorized')).json['end_entitie_profiles'];
    assert.ok((authorized as { name: string }[]).some(({ name }) => name === 'EMPTY'));
    const { json: profile } = await call('/v2/endentity/profile/EMPTY');
    assert.ok((profile['available_cas'] as string[]).includes('ManagementCA'));
  });
});
