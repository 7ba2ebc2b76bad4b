/** Parser of certificate requests of all types. */
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
  /** PEM, or base64 of DER; for SPKAC also the lines of `openssl spkac`. */
  readonly text: string;
  /** PKCS10 by default. */
  readonly type?: CertificateRequestType | undefined;
}

/**
 * Parses a request and verifies its proof of possession, or notes that it has none.
 *
 * Weak and absurd keys are refused before their signature is verified.
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

/** Parses one type. @throws {PkiError}, {@link CertificateRequestError} */
type Reader = (text: string, checks: ProofChecks) => Promise<RequestedCertificate>;

/** PKCS #10 (RFC 2986). */
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

/** SPKAC. The challenge is ignored, since none was issued. */
const readSpkac: Reader = async (text, { verifySignature }) => {
  requireRequestLength(text);
  const { der, subject } = parseSpkacFile(text);
  const signed = SignedPublicKey.parse(der);
  await signed.verifyProofOfPossessionBy(verifySignature);
  return { subject: subject ?? NOBODY, publicKey: signed.publicKey, alternativeNames: [], extensions: [] };
};

const readPublicKey: Reader = (text) => {
  const publicKey = parsePublicKey(decodeRequestText(text, ['PUBLIC KEY']));
  // Checks that its point lies on the curve, since there is no signature to verify.
  void publicKey.keyObject;
  return Promise.resolve({ subject: NOBODY, publicKey, alternativeNames: [], extensions: [], vouched: true });
};

/** BSI TR-03110 part 3 C.2. The holder assigns a sequence number to each key; the end entity is the holder of all its keys. */
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

/** Empty subject of a request that names nobody. */
const NOBODY = DistinguishedName.of([]);
