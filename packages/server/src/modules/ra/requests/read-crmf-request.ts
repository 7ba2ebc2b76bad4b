/** Parser of CRMF requests (RFC 4211). Their demands are met or refused; none is ignored. */
import {
  CertificateRequestMessage,
  DistinguishedName,
  findExtension,
  oid,
  type Oid,
  subjectAltName,
} from '@sealwright/pki';
import { CertificateRequestError } from '../errors/index.ts';
import type { ProofChecks, RequestDemands, RequestedCertificate } from './requested-certificate.ts';

/**
 * Parses one request and verifies its proof of possession.
 *
 * A signature proves possession. With raVerified, the caller vouches for it. Proofs by keys that do not sign need more messages than an enrollment
 * has, and are refused. So are controls and supplementary information, which request functions that do not exist here or have other interfaces.
 *
 * @throws {PkiError}, {@link CertificateRequestError}
 */
export async function readCrmfRequest(der: Uint8Array, checks: ProofChecks): Promise<RequestedCertificate> {
  const message = CertificateRequestMessage.parse(der);
  const { template } = message;
  requireNothingElse(message);
  const proof = await checkProof(message, checks);
  const { notBefore, notAfter } = template;
  const hasValidity = notBefore !== undefined || notAfter !== undefined;
  return {
    subject: template.subject ?? DistinguishedName.of([]),
    publicKey: template.publicKey,
    alternativeNames: findExtension(template.extensions, subjectAltName) ?? [],
    extensions: template.extensions,
    issuer: template.issuer,
    validity: hasValidity ? { notBefore, notAfter } : undefined,
    ...proof,
  };
}

function requireNothingElse({ controls, registrationInfo }: CertificateRequestMessage): void {
  const [control] = controls;
  if (control !== undefined) {
    const { name, instead } = CONTROLS.get(control.type) ?? { name: control.type, instead: 'Leave it out.' };
    throw new CertificateRequestError(`it has the control ${name}, which is not obeyed here. ${instead}`);
  }
  const [information] = registrationInfo;
  if (information !== undefined) {
    throw new CertificateRequestError(
      `it has regInfo (${information.type}), which nobody reads here. Give the data of the end entity separately from the request.`,
    );
  }
}

async function checkProof(
  message: CertificateRequestMessage,
  { verifySignature, password, macIsVerified }: ProofChecks,
): Promise<Pick<RequestDemands, 'provenAs' | 'vouched'>> {
  const { proof, template } = message;
  if (proof?.type === 'signature') {
    await message.verifySigningKeyProof(verifySignature);
    if (macIsVerified !== true) message.verifyPublicKeyMac(password);
    return { provenAs: senderOf(message) };
  }
  if (proof === undefined) {
    throw new CertificateRequestError(`it has no proof that its sender holds the private key. ${SIGN}`);
  }
  if (proof.type === 'raVerified') {
    // Checks that its point lies on the curve, since there is no signature to verify.
    void template.publicKey.keyObject;
    return { vouched: true };
  }
  const problem = SENDS_KEY.has(proof.method)
    ? 'sends the private key itself, and nobody else is to have it'
    : 'takes a further message that an enrollment does not have';
  throw new CertificateRequestError(`its proof of possession (${proof.type}, ${proof.method}) ${problem}. ${SIGN}`);
}

/** Returns the name under which possession was proven. It must be a distinguished name, as an end entity has. */
function senderOf({ proof }: CertificateRequestMessage): DistinguishedName | undefined {
  const sender = proof?.type === 'signature' ? proof.input?.sender : undefined;
  if (sender === undefined) return undefined;
  if (sender.type === 'directoryName') return sender.value;
  throw new CertificateRequestError(
    `the sender in its proof of possession is a ${sender.type}; give the subject of the end entity, a directoryName.`,
  );
}

const SIGN =
  'Sign the request with its key; that of a key that makes no signatures is sent as PUBLICKEY, or with raVerified, by somebody who may edit the end entity.';
const SENDS_KEY: ReadonlySet<string> = new Set(['thisMessage', 'encryptedKey']);

/** Controls of RFC 4211 §6 and RFC 9810, with the alternative for each. */
const CONTROLS: ReadonlyMap<Oid, { readonly name: string; readonly instead: string }> = new Map(
  (
    [
      ['1.3.6.1.5.5.7.5.1.1', 'regToken', 'Give the password of the end entity separately from the request.'],
      ['1.3.6.1.5.5.7.5.1.2', 'authenticator', 'Give the password of the end entity separately from the request.'],
      ['1.3.6.1.5.5.7.5.1.3', 'pkiPublicationInfo', 'The CA decides about publication.'],
      ['1.3.6.1.5.5.7.5.1.4', 'pkiArchiveOptions', 'Keys are handed over to be kept with keyimport.'],
      ['1.3.6.1.5.5.7.5.1.5', 'oldCertID', 'Ask for a new certificate, and have the old one revoked.'],
      ['1.3.6.1.5.5.7.5.1.6', 'protocolEncrKey', 'Answers are protected by TLS.'],
      ['1.3.6.1.5.5.7.5.1.11', 'algId', 'Keys are made with enrollkeystore.'],
      ['1.3.6.1.5.5.7.5.1.12', 'rsaKeyLen', 'Keys are made with enrollkeystore.'],
    ] as const
  ).map(([type, name, instead]) => [oid(type), { name, instead }]),
);
