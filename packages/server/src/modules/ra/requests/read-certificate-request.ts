import {
  CertificationRequest,
  parsePem,
  PkiError,
  type DistinguishedName,
  type Extension,
  type GeneralName,
  type PublicKey,
  type SignatureToVerify,
  subjectAltName,
} from '@sealwright/pki';
import { CertificateRequestError } from '../errors.ts';

/** The names that a certificate request asks for. */
export interface RequestedNames {
  /** As the request has it, octet for octet. */
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** The parts of a certificate request that enrollment uses. */
export interface RequestedCertificate extends RequestedNames {
  readonly publicKey: PublicKey;
  /** Everything that it asks for, alternative names included. */
  readonly extensions: readonly Extension[];
}

/** As `verifySignature`, in its own time. */
export type VerifySignature = (signed: SignatureToVerify) => Promise<boolean>;

/**
 * Reads a PKCS#10 request and verifies that its sender holds the private key (RFC 2986 §4.2).
 *
 * Weak and absurd keys are refused before their signature is looked at.
 *
 * @param text - PEM, or base64 of DER
 * @throws {@link CertificateRequestError}
 */
export async function readCertificateRequest(text: string, verify: VerifySignature): Promise<RequestedCertificate> {
  try {
    const request = CertificationRequest.parse(derOf(text));
    await request.verifyProofOfPossessionBy(verify);
    return {
      subject: request.subject,
      publicKey: request.publicKey,
      alternativeNames: request.extension(subjectAltName) ?? [],
      extensions: request.extensions,
    };
  } catch (error) {
    if (error instanceof PkiError) throw new CertificateRequestError(error.message, { cause: error });
    throw error;
  }
}

function derOf(text: string): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new CertificateRequestError(`it has ${text.length} characters; ${MAX_TEXT_LENGTH} are the most.`);
  }
  if (text.includes('-----BEGIN')) {
    const block = parsePem(text).find(({ label }) => LABELS.has(label));
    if (block === undefined) throw new CertificateRequestError('the PEM text holds no CERTIFICATE REQUEST.');
    return block.der;
  }
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    throw new CertificateRequestError('it is neither PEM nor base64.', { cause: error });
  }
}

const LABELS = new Set(['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST']);
/** A request with an SLH-DSA signature has 50,000 octets; nothing that is asked for in earnest has ten times that. */
const MAX_TEXT_LENGTH = 256 * 1024;
