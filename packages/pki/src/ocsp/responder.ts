/** Responders that may answer for a CA (RFC 6960 §4.2.2.2). */
import { Certificate } from '../certificate/index.ts';
import { readable } from '../errors.ts';
import { extendedKeyUsage, KEY_PURPOSES, keyUsage, ocspNoCheck } from '../extension/index.ts';
import { type ValidPath, validatePath } from '../path/index.ts';
import type { PublicKey } from '../public-key/index.ts';
import type { BasicOcspResponse } from './basic-response.ts';
import { isResponder } from './responder-id.ts';

/** Signer of an answer, and its right to answer. */
export type OcspResponder =
  /** The CA that has issued the certificate. */
  | { readonly kind: 'issuer' }
  /** Responder that the caller trusts. */
  | { readonly kind: 'trusted'; readonly certificate: Certificate }
  /** One with a certificate for that of the CA. */
  | {
      readonly kind: 'delegated';
      /** To its certificate, from the same anchor. */
      readonly path: ValidPath;
      /** True when the CA says that nobody has to ask for the certificate's own status (id-pkix-ocsp-nocheck, §4.2.2.2.1). */
      readonly noCheck: boolean;
    };

/** Inputs of the search for a responder. */
export interface ResponderSearch {
  readonly path: ValidPath;
  /** The place of the certificate whose status is asked for. */
  readonly at: number;
  readonly now: number;
  readonly acceptWeak?: boolean | undefined;
  readonly trustedResponders?: readonly Certificate[] | undefined;
}

/** Returns the issuer of the certificate at `at` of a path, with the key as it was found on the path. */
export function issuerOf(
  { anchor, certificates, publicKeys }: ValidPath,
  at: number,
): { readonly certificate: Certificate; readonly publicKey: PublicKey } {
  return at === 0 ? anchor : { certificate: certificates[at - 1]!, publicKey: publicKeys[at - 1]! };
}

/** Finds the signer of `answer` among those who may sign; undefined when none of them has. */
export function findOcspResponder(answer: BasicOcspResponse, search: ResponderSearch): OcspResponder | undefined {
  const { path, at, trustedResponders = [] } = search;
  const trusted = trustedResponders.find((one) => readable(() => hasSigned(one, answer)) === true);
  if (trusted !== undefined) return { kind: 'trusted', certificate: trusted };
  const { certificate, publicKey } = issuerOf(path, at);
  const isOfIssuer = readable(
    () => isResponder(answer.responderId, certificate.subject, publicKey) && answer.verify(publicKey),
  );
  if (isOfIssuer === true) return { kind: 'issuer' };
  for (const der of answer.certificates) {
    const found = readable(() => delegated(Certificate.parse(der), answer, search));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The certificate is issued by the CA itself, with the key that has issued the one in question, and for the signing of answers by name:
 * any purpose is not enough.
 *
 * @throws {PkiError} when its path is not valid
 */
function delegated(
  certificate: Certificate,
  answer: BasicOcspResponse,
  { path, at, now, acceptWeak }: ResponderSearch,
): OcspResponder | undefined {
  if (!(certificate.extension(extendedKeyUsage) ?? []).includes(KEY_PURPOSES.OCSPSigning)) return undefined;
  const usages = certificate.extension(keyUsage);
  if (usages !== undefined && !usages.has('digitalSignature') && !usages.has('nonRepudiation')) return undefined;
  const issuer = issuerOf(path, at);
  // Before anything is verified with its own key: the sender of the answer decides which certificates are here, and how long their keys take.
  if (!certificate.issuer.equals(issuer.certificate.subject) || !certificate.verify(issuer.publicKey)) return undefined;
  if (!hasSigned(certificate, answer)) return undefined;
  const above = path.certificates.slice(0, at);
  const own = validatePath(path.anchor, [...above, certificate], { now, acceptWeak });
  return { kind: 'delegated', path: own, noCheck: certificate.extension(ocspNoCheck) === true };
}

function hasSigned({ subject, publicKey }: Certificate, answer: BasicOcspResponse): boolean {
  return isResponder(answer.responderId, subject, publicKey) && answer.verify(publicKey);
}
