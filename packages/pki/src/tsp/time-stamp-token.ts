/** A time-stamp: what it says, signed by the authority (RFC 3161 §2.4.2, RFC 5816). */
import { digest, type HashAlgorithm, hashAlgorithmByOid } from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import {
  type CmsLimits,
  CONTENT_TYPES,
  encodeSignedAttributes,
  encodeSignedData,
  makeCmsAttribute,
  SignedData,
  type SignedDataExtras,
  type SignerAlgorithms,
  type SignerFault,
  type SignerInfo,
  signingCertificateAttribute,
  signingCertificateIds,
  signingTime,
  verifySigner,
} from '../cms/index.ts';
import { compareBytes, type Der } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import { extendedKeyUsage, KEY_PURPOSES } from '../extension/extended-key-usage.ts';
import { TspError } from './errors.ts';
import { parseTstInfo, type TstInfo } from './tst-info.ts';

/** Signed attributes of a time-stamp token. */
export interface TokenAttributes {
  readonly tstInfo: Der<'TstInfo'>;
  readonly algorithms: SignerAlgorithms;
  /** The authority's, whose hash is signed. */
  readonly certificate: Certificate;
  /** Hash of the certificate: SHA-1 gives the first version of the attribute (RFC 3161), any other the second (RFC 5816). */
  readonly certificateHash: HashAlgorithm;
  /** True to name the certificate's issuer and number too; true when left out. */
  readonly issuerSerial?: boolean | undefined;
  /** Seconds since 1970-01-01T00:00:00Z; undefined for no signing time beside that of the time-stamp. */
  readonly signingTime?: number | undefined;
  /** True to sign the algorithms too (RFC 6211); true when left out. */
  readonly algorithmProtection?: boolean | undefined;
}

/** Encodes what an authority signs for one time-stamp. */
export function encodeTokenAttributes(fields: TokenAttributes): Der<'SignedAttributes'> {
  const { tstInfo, algorithms, certificate, certificateHash, issuerSerial = true, algorithmProtection } = fields;
  const attributes = [signingCertificateAttribute([certificate], certificateHash, issuerSerial)];
  if (fields.signingTime !== undefined) attributes.push(makeCmsAttribute(signingTime, fields.signingTime));
  const contentDigest = digest(algorithms.digest, tstInfo);
  return encodeSignedAttributes({ contentType: TST_INFO, contentDigest, algorithms, algorithmProtection, attributes });
}

/** Puts the one signer to what the time-stamp says. @param extras - certificates only when they were asked for (RFC 3161 §2.4.1) */
export function assembleTimeStampToken(
  tstInfo: Der<'TstInfo'>,
  signer: Der<'SignerInfo'>,
  extras: SignedDataExtras = {},
): Der<'Pkcs7'> {
  return encodeSignedData({ ...extras, contentType: TST_INFO, signers: [signer] }, tstInfo);
}

/** A token as it is read; nothing is verified. */
export class TimeStampToken {
  readonly signedData: SignedData;
  readonly signer: SignerInfo;
  readonly info: TstInfo;
  readonly #content: Uint8Array;

  private constructor(signedData: SignedData) {
    const { contentType, content, signers } = signedData;
    const [signer, second] = signers;
    if (contentType !== TST_INFO || content === undefined)
      throw new TspError('tsp.bad_token', `a content of the type ${contentType} is not a time-stamp`);
    if (signer === undefined || second !== undefined)
      throw new TspError('tsp.bad_token', `a time-stamp has ${signers.length} signers; it has one`);
    this.signedData = signedData;
    this.signer = signer;
    this.info = parseTstInfo(content);
    this.#content = content;
  }

  /**
   * Reads one token, in DER or BER; what it says is in DER.
   *
   * @param limits - `maxOctets` of the token, 1 MiB when left out
   * @throws {TspError} `tsp.bad_token`, and as {@link parseTstInfo} does
   * @throws {CmsError}
   * @throws {BerError}
   * @throws {DerError}
   */
  static parse(bytes: Uint8Array, limits: CmsLimits = {}): TimeStampToken {
    return new TimeStampToken(SignedData.parse(bytes, { maxOctets: MAX_OCTETS, ...limits }));
  }

  /**
   * Returns whether the time-stamp is of `data`: of a document, or of the signature value whose signer has it as an attribute.
   *
   * @throws {AlgorithmError} when its digest is one that we do not compute
   */
  isOf(data: Uint8Array): boolean {
    const { hashAlgorithm, digest: stamped } = this.info.messageImprint;
    return compareBytes(digest(hashAlgorithmByOid(hashAlgorithm.oid), data), stamped) === 0;
  }

  /**
   * Verifies signature and certificate of the authority. No path is built: that the certificate is a trusted one, and was valid, others
   * decide.
   *
   * @param others - certificates to look among in addition to those in the token
   */
  verify(others: readonly Certificate[] = []): TokenVerdict {
    const certificate = this.signedData.signerCertificate(this.signer, others);
    if (certificate === undefined) return invalid('no-certificate', 'the certificate of the signer is not there');
    try {
      return this.#verifyBy(certificate);
    } catch (error) {
      if (error instanceof PkiError) return invalid('unreadable', error.message);
      throw error;
    }
  }

  #verifyBy(certificate: Certificate): TokenVerdict {
    const content = { bytes: this.#content };
    const verdict = verifySigner(this.signer, { certificate, contentType: TST_INFO, content });
    if (verdict.status === 'invalid') return verdict;
    if (signingCertificateIds(this.signer.signedAttributes ?? []).length === 0)
      return invalid('no-signing-certificate', 'no certificate is named among the signed attributes');
    if (!isForTimeStamps(certificate))
      return invalid('key-purpose', 'the certificate is not for time-stamping, critically and alone');
    return { status: 'valid', certificate, weak: verdict.weak };
  }
}

/** The answer: valid, with what the caller still has to judge, or the first thing that is wrong. */
export type TokenVerdict =
  | {
      readonly status: 'valid';
      readonly certificate: Certificate;
      /** Rests on MD5 or SHA-1. */ readonly weak: boolean;
    }
  | { readonly status: 'invalid'; readonly fault: TokenFault; readonly detail: string };

export type TokenFault =
  | SignerFault
  /** the certificate of the signer is neither in the token nor among those given */
  | 'no-certificate'
  /** neither signing-certificate attribute is signed (RFC 3161 §2.4.1, RFC 5816 §2.2) */
  | 'no-signing-certificate'
  /** the certificate may be used for something else, or not for time-stamps (RFC 3161 §2.3) */
  | 'key-purpose';

/** Returns whether the certificate is one of an authority: its one key purpose is time-stamping, and critical (RFC 3161 §2.3). */
export function isForTimeStamps(certificate: Certificate): boolean {
  const purposes = certificate.extension(extendedKeyUsage);
  const critical = certificate.extensions.find(({ oid }) => oid === extendedKeyUsage.oid)?.critical;
  return critical === true && purposes?.length === 1 && purposes[0] === KEY_PURPOSES.timeStamping;
}

function invalid(fault: TokenFault, detail: string): TokenVerdict {
  return { status: 'invalid', fault, detail };
}

const TST_INFO = CONTENT_TYPES.tstInfo;
const MAX_OCTETS = 1024 * 1024;
