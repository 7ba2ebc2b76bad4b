/** Verification of a signer's signature over a content (RFC 5652 §5.6). It builds no path and looks at no time: callers decide whether to trust the certificate. */
import {
  type AlgorithmIdentifier,
  digest,
  type HashAlgorithm,
  type HashAlgorithmName,
  NULL_PARAMETERS,
  readAlgorithmIdentifier,
  type SignatureAlgorithm,
} from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { compareBytes, type Oid, readDer } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { verifySignature } from '../public-key/index.ts';
import { algorithmProtection } from './algorithm-protection.ts';
import { contentType, messageDigest } from './basic-attributes.ts';
import { identifies } from './certificate-id.ts';
import { DATA } from './content-types.ts';
import { looksLikeSignedAttributes } from './signed-attributes.ts';
import { mayDigest } from './signer-algorithms.ts';
import { isIdentified } from './signer-identifier.ts';
import type { SignerInfo } from './signer-info.ts';
import { signingCertificateIds } from './signing-certificate.ts';

/** Values that a signature is checked against. */
export interface SignerCheck {
  readonly certificate: Certificate;
  /** Type of the content; undefined when `signer` is a counter signature, whose content is the signature value that it is about. */
  readonly contentType: Oid | undefined;
  readonly content: SignedContent;
}

/** The content itself, or digests of it by the name of the hash: enough whenever there are signed attributes. */
export type SignedContent =
  | { readonly bytes: Uint8Array }
  | { readonly digests: ReadonlyMap<HashAlgorithmName, Uint8Array> };

/** The answer: valid, with what the caller still has to judge, or the first thing that is wrong. */
export type SignerVerdict =
  | {
      readonly status: 'valid';
      readonly digest: HashAlgorithm;
      readonly signature: SignatureAlgorithm;
      /** Rests on MD5 or SHA-1. */
      readonly weak: boolean;
    }
  | { readonly status: 'invalid'; readonly fault: SignerFault; readonly detail: string };

/** Why a signature is not one. */
export type SignerFault =
  /** the certificate is not the one that the signer names */
  | 'other-certificate'
  /** a signed signing-certificate attribute names another certificate (RFC 5035 §3) */
  | 'signing-certificate'
  /** an algorithm, a key or an attribute that cannot be read; `detail` says which */
  | 'unreadable'
  /** the digest is not the one that the signature algorithm is bound to (RFC 8933 §3.1, RFC 8419 §3.1) */
  | 'digest-not-allowed'
  /** the signed algorithms are others than those of the message (RFC 6211 §2) */
  | 'algorithm-protection'
  /** no signed attributes, though the content is not plain data (RFC 5652 §5.3) */
  | 'no-signed-attributes'
  /** the content type among the signed attributes is missing or another one (RFC 5652 §11.1) */
  | 'content-type'
  /** no message digest among the signed attributes, or no digest of the content to compare it with */
  | 'no-digest'
  /** the content is not what was signed */
  | 'digest'
  /** a signature over the content itself, which looks like signed attributes: it may have been made for another content */
  | 'looks-like-attributes'
  /** a signature over the content itself, of which there are only digests */
  | 'content-needed'
  /** the key of the certificate did not make the signature */
  | 'signature';

/** Verifies one signer. Everything that is wrong with the message is an answer; nothing of it is thrown. */
export function verifySigner(signer: SignerInfo, check: SignerCheck): SignerVerdict {
  try {
    const fault = findFault(signer, check);
    if (fault !== undefined) return { status: 'invalid', ...fault };
    const { digestAlgorithm, signatureAlgorithm } = signer;
    const weak = digestAlgorithm.weak || signatureAlgorithm.weak;
    return { status: 'valid', digest: digestAlgorithm, signature: signatureAlgorithm, weak };
  } catch (error) {
    if (error instanceof PkiError) return { status: 'invalid', fault: 'unreadable', detail: error.message };
    throw error;
  }
}

type Fault = { readonly fault: SignerFault; readonly detail: string };

function findFault(signer: SignerInfo, { certificate, contentType, content }: SignerCheck): Fault | undefined {
  if (!isIdentified(signer.identifier, certificate))
    return { fault: 'other-certificate', detail: `the signer is not ${String(certificate.subject)}` };
  if (signer.signedAttributes === undefined) return findDirectFault(signer, certificate, contentType, content);
  return (
    findCertificateFault(signer, certificate) ??
    findAlgorithmFault(signer) ??
    findContentFault(signer, contentType, content) ??
    findSignatureFault(signer, certificate, signer.signedAttributesEncodings)
  );
}

/**
 * Without signed attributes the content itself was signed, and nothing in the signature says so: taken out of a message, attributes
 * and signature would make another message whose content they are.
 */
function findDirectFault(
  signer: SignerInfo,
  certificate: Certificate,
  contentType: Oid | undefined,
  content: SignedContent,
): Fault | undefined {
  if (contentType !== undefined && contentType !== DATA)
    return { fault: 'no-signed-attributes', detail: `a content of the type ${contentType} needs signed attributes` };
  if (!('bytes' in content)) return { fault: 'content-needed', detail: 'the content itself was signed, not a digest' };
  if (looksLikeSignedAttributes(content.bytes))
    return { fault: 'looks-like-attributes', detail: 'the content is the signed attributes of another message' };
  return findSignatureFault(signer, certificate, [content.bytes]);
}

function findCertificateFault({ signedAttributes = [] }: SignerInfo, certificate: Certificate): Fault | undefined {
  if (signingCertificateIds(signedAttributes).every((id) => identifies(id, certificate))) return undefined;
  return { fault: 'signing-certificate', detail: 'the signed attributes name another certificate' };
}

function findAlgorithmFault(signer: SignerInfo): Fault | undefined {
  const { digestAlgorithm, signatureAlgorithm } = signer;
  if (!mayDigest(signatureAlgorithm, digestAlgorithm)) {
    const detail = `${signatureAlgorithm.name} does not sign what ${digestAlgorithm.name} has digested`;
    return { fault: 'digest-not-allowed', detail };
  }
  const signed = signer.signed(algorithmProtection);
  if (signed === undefined) return undefined;
  const { digestAlgorithmIdentifier, signatureAlgorithmIdentifier } = signer;
  if (
    signed.signatureAlgorithm !== undefined &&
    isSame(signed.digestAlgorithm, digestAlgorithmIdentifier) &&
    isSame(signed.signatureAlgorithm, signatureAlgorithmIdentifier)
  )
    return undefined;
  return { fault: 'algorithm-protection', detail: 'the signed algorithms are not those of the message' };
}

/** Returns whether both name one algorithm with the same parameters, NULL and none taken for the same. */
function isSame(der: Uint8Array, other: AlgorithmIdentifier): boolean {
  const { oid, parameters = NULL_PARAMETERS } = readDer(der, readAlgorithmIdentifier);
  return oid === other.oid && compareBytes(parameters, other.parameters ?? NULL_PARAMETERS) === 0;
}

function findContentFault(signer: SignerInfo, type: Oid | undefined, content: SignedContent): Fault | undefined {
  const signedType = signer.signed(contentType);
  if (signedType !== type) {
    const detail = `the signed content type is ${signedType ?? 'missing'}, that of the content ${type ?? 'none'}`;
    return { fault: 'content-type', detail };
  }
  const hash = signer.digestAlgorithm;
  const signed = signer.signed(messageDigest);
  const actual = 'bytes' in content ? digest(hash, content.bytes) : content.digests.get(hash.name);
  if (signed === undefined || actual === undefined) {
    const whose = signed === undefined ? 'among the signed attributes' : 'of the content';
    return { fault: 'no-digest', detail: `there is no ${hash.name} digest ${whose}` };
  }
  if (compareBytes(signed, actual) === 0) return undefined;
  return { fault: 'digest', detail: `the ${hash.name} digest of the content is not the signed one` };
}

/** @param encodings - what may have been signed */
function findSignatureFault(
  { signatureAlgorithm: algorithm, signature }: SignerInfo,
  { publicKey }: Certificate,
  encodings: readonly Uint8Array[],
): Fault | undefined {
  if (encodings.some((data) => verifySignature({ algorithm, publicKey, data, signature }))) return undefined;
  return { fault: 'signature', detail: `the certificate's ${publicKey.algorithm.name} key did not sign this` };
}
