/** Reads requests in CRMF (RFC 4211). The demands in them are met or refused; none is dropped. */
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
 * Reads one request and verifies its proof of possession.
 *
 * A signature proves it. With raVerified, the caller says that somebody has checked it. A proof by a key that does not sign takes more
 * messages than an enrollment has, and is refused; so are controls and supplementary information, which ask for what is not done here or is
 * asked for elsewhere.
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
      `it has regInfo (${information.type}), which nobody reads here. Give the data of the end entity beside the request.`,
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
    // This checks that its point lies on its curve: nothing was signed with it.
    void template.publicKey.keyObject;
    return { vouched: true };
  }
  const problem = SENDS_KEY.has(proof.method)
    ? 'sends the private key itself, and nobody else is to have it'
    : 'takes a further message that an enrollment does not have';
  throw new CertificateRequestError(`its proof of possession (${proof.type}, ${proof.method}) ${problem}. ${SIGN}`);
}

/** Returns the name that the sender has proven the possession under: an end entity has a distinguished name. */
function senderOf({ proof }: CertificateRequestMessage): DistinguishedName | undefined {
  const sender = proof?.type === 'signature' ? proof.input?.sender : undefined;
  if (sender === undefined) return undefined;
  if (sender.type === 'directoryName') return sender.value;
  throw new CertificateRequestError(
    `the sender in its proof of possession is a ${sender.type}; give the subject of the end entity, a directoryName.`,
  );
}

const SIGN =
  'Sign the request with its key; that of a key that makes no signatures is sent as PUBLICKEY, or with raVerified, by who may edit the end entity.';
const SENDS_KEY: ReadonlySet<string> = new Set(['thisMessage', 'encryptedKey']);

/** The controls of RFC 4211 §6 and RFC 9810, with what to do instead. */
const CONTROLS: ReadonlyMap<Oid, { readonly name: string; readonly instead: string }> = new Map(
  (
    [
      ['1.3.6.1.5.5.7.5.1.1', 'regToken', 'Give the password of the end entity beside the request.'],
      ['1.3.6.1.5.5.7.5.1.2', 'authenticator', 'Give the password of the end entity beside the request.'],
      ['1.3.6.1.5.5.7.5.1.3', 'pkiPublicationInfo', 'The CA decides about publication.'],
      ['1.3.6.1.5.5.7.5.1.4', 'pkiArchiveOptions', 'Keys are handed over to be kept with keyimport.'],
      ['1.3.6.1.5.5.7.5.1.5', 'oldCertID', 'Ask for a new certificate, and have the old one revoked.'],
      ['1.3.6.1.5.5.7.5.1.6', 'protocolEncrKey', 'Answers are protected by TLS.'],
      ['1.3.6.1.5.5.7.5.1.11', 'algId', 'Keys are made with enrollkeystore.'],
      ['1.3.6.1.5.5.7.5.1.12', 'rsaKeyLen', 'Keys are made with enrollkeystore.'],
    ] as const
  ).map(([type, name, instead]) => [oid(type), { name, instead }]),
);
