/** SSH CAs and what is asked of them, for tests over real TLS. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { parsePublicKey, SshCertificate, SshPublicKey } from '@sealwright/pki';
import { createProfiles } from '../ca-rest-setup.ts';
import type { Answer, CallOptions, TestServer } from '../test-server.ts';

export const CERTIFICATE_REQUEST = '/v1/ssh/certificaterequest';

/** Makes an SSH CA with a token of its own, and initialises it. */
export async function createSshCa(
  server: TestServer,
  name: string,
  { keySpec = 'Ed25519', signatureAlgorithm = 'Ed25519', ...settings }: SshCaOptions = {},
): Promise<void> {
  const make = async (kind: string, body: object) => {
    const made = await server.administer(`${kind}/${encodeURIComponent(name)}`, { body: { settings: body } });
    assert.equal(made.status, 201, made.text);
  };
  await make('/documents/CRYPTOTOKEN', {
    type: 'SoftCryptoToken',
    autoActivation: true,
    authenticationCode: 'foo123 foo123',
  });
  const subjectDn = `CN=${name}`;
  await make('/cas', {
    caType: 'SSH',
    subjectDn,
    cryptoToken: name,
    signKeySpec: keySpec,
    signatureAlgorithm,
    ...settings,
  });
}

interface SshCaOptions {
  readonly keySpec?: string;
  readonly signatureAlgorithm?: string;
  readonly [further: string]: unknown;
}

/** Makes a certificate profile for SSH, and an end entity profile of the same name. */
export async function createSshProfiles(
  server: TestServer,
  name: string,
  certificateProfile: Readonly<Record<string, unknown>> = {},
  endEntityProfile: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const ssh = { type: 'SSH', keyUsage: [], allowValidityOverride: true, ...certificateProfile };
  await createProfiles(server, name, ssh, { profileType: 'SSH', ...endEntityProfile });
}

/** A public key that nobody had before, as one line. */
export function newSshKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = parsePublicKey(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
  return SshPublicKey.of(key).toLine('of a test');
}

/** The body of a request that succeeds under CA and profiles of those names. */
export function sshRequest(ca: string, profile: string, further: Readonly<Record<string, unknown>> = {}) {
  return {
    end_entity_profile: profile,
    certificate_profile: profile,
    certificate_authority: ca,
    key_id: 'k1',
    public_key: newSshKey(),
    principals: ['alice'],
    username: 'alice',
    password: 'foo123',
    ...further,
  };
}

/** Sends the body of a request, which has to succeed. */
export async function requestSsh(server: TestServer, body: object, options: CallOptions = {}): Promise<SshCertificate> {
  const answer = await server.call(CERTIFICATE_REQUEST, { ...options, body });
  assert.equal(answer.status, 200, answer.text);
  return sshCertificateOf(answer).certificate;
}

/** The certificate of an answer, and its comment. */
export function sshCertificateOf({ json }: Answer) {
  const line = Buffer.from(json['certificate'] as string, 'base64').toString();
  return { ...SshCertificate.parseLine(line), line };
}

/** The public key of a CA, as the interface answers it. */
export async function sshCaKey(server: TestServer, ca: string): Promise<SshPublicKey> {
  const answer = await server.call(`/v1/ssh/${encodeURIComponent(ca)}/pubkey`);
  assert.equal(answer.status, 200, answer.text);
  return SshPublicKey.parseLine(Buffer.from(answer.json['response'] as string, 'base64').toString()).key;
}
