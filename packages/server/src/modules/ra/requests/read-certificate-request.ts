/** Reads requests for certificates in all their forms. */
import {
  CertificationRequest,
  DistinguishedName,
  parsePublicKey,
  parseSpkacFile,
  PkiError,
  SignedPublicKey,
  subjectAltName,
} from '@sealwright/pki';
import { readCvRequest, subjectOfHolder } from '../../ca/index.ts';
import { CertificateRequestError } from '../errors/index.ts';
import { decodeRequestText, requireRequestLength } from './certificate-request-text.ts';
import type { CertificateRequestType } from './certificate-request-type.ts';
import { readCrmfRequest } from './read-crmf-request.ts';
import type { ProofChecks, RequestedCertificate } from './requested-certificate.ts';

/** A request as it arrives. */
export interface CertificateRequestText {
  /** PEM, or base64 of DER; of SPKAC also the lines of `openssl spkac`. */
  readonly text: string;
  /** PKCS10 unless given. */
  readonly type?: CertificateRequestType | undefined;
}

/**
 * Reads a request and verifies that its sender holds the private key, or notes that nothing in it says so.
 *
 * Weak and absurd keys are refused before their signature is looked at.
 *
 * @throws {@link CertificateRequestError}
 */
export async function readCertificateRequest(
  { text, type = 'PKCS10' }: CertificateRequestText,
  checks: ProofChecks,
): Promise<RequestedCertificate> {
  try {
    return await READERS[type](text, checks);
  } catch (error) {
    if (error instanceof PkiError) throw new CertificateRequestError(error.message, { cause: error });
    throw error;
  }
}

/** Reads one form. @throws {PkiError}, {@link CertificateRequestError} */
type Reader = (text: string, checks: ProofChecks) => Promise<RequestedCertificate>;

/** RFC 2986. */
const readPkcs10: Reader = async (text, { verifySignature }) => {
  const request = CertificationRequest.parse(
    decodeRequestText(text, ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST']),
  );
  await request.verifyProofOfPossessionBy(verifySignature);
  return {
    subject: request.subject,
    publicKey: request.publicKey,
    alternativeNames: request.extension(subjectAltName) ?? [],
    extensions: request.extensions,
  };
};

/** The challenge is of no matter: nobody was given one. */
const readSpkac: Reader = async (text, { verifySignature }) => {
  requireRequestLength(text);
  const { der, subject } = parseSpkacFile(text);
  const signed = SignedPublicKey.parse(der);
  await signed.verifyProofOfPossessionBy(verifySignature);
  return { subject: subject ?? NOBODY, publicKey: signed.publicKey, alternativeNames: [], extensions: [] };
};

const readPublicKey: Reader = (text) => {
  const publicKey = parsePublicKey(decodeRequestText(text, ['PUBLIC KEY']));
  // This checks that its point lies on its curve: nothing was signed with it.
  void publicKey.keyObject;
  return Promise.resolve({ subject: NOBODY, publicKey, alternativeNames: [], extensions: [], vouched: true });
};

/** BSI TR-03110 part 3 C.2. The key has a sequence number, which the holder gives it; the end entity is the holder of all its keys. */
const readCvc: Reader = (text) => {
  requireRequestLength(text);
  const cvRequest = readCvRequest(text);
  const subject = subjectOfHolder(cvRequest.holder, { withSequence: false });
  return Promise.resolve({
    subject,
    publicKey: cvRequest.publicKey.key,
    alternativeNames: [],
    extensions: [],
    cvRequest,
  });
};

const READERS: Readonly<Record<CertificateRequestType, Reader>> = {
  PKCS10: readPkcs10,
  CRMF: (text, checks) => readCrmfRequest(decodeRequestText(text), checks),
  SPKAC: readSpkac,
  PUBLICKEY: readPublicKey,
  CVC: readCvc,
};

/** The subject of a request that names nobody. */
const NOBODY = DistinguishedName.of([]);
