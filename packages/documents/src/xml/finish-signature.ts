/** The second step of an enveloped signature: the signed document. */
import { Certificate } from '@sealwright/pki';

import { encodeText } from './encoding.ts';
import { markupOf } from './planned-element.ts';
import type { PreparedXmlSignature } from './prepare-signature.ts';
import { toSignatureValue } from './signature-value.ts';
import { planSignatureTimeStamp } from './xades/plan-properties.ts';

/**
 * Puts the signature into the document. Every other octet stays as it is; the encoding is the document's.
 *
 * @param document - the one that `prepared` was made from
 * @param signature - of `prepared.toBeSigned`, as crypto tokens make it
 * @param timeStampToken - of `timeStampedOctets`, which makes a XAdES-T of a signature with XAdES properties
 * @throws {DerError} for an ECDSA signature that is not of the certificate's curve
 */
export function finishXmlSignature(
  document: Uint8Array,
  prepared: PreparedXmlSignature,
  signature: Uint8Array,
  timeStampToken?: Uint8Array,
): Uint8Array {
  const { start, end, encoding, markup } = prepared;
  const unsigned = timeStampToken === undefined ? '' : markupOf(planSignatureTimeStamp(timeStampToken)(undefined));
  const [first, middle, last] = markup;
  const added = encodeText([first, valueText(prepared, signature), middle, unsigned, last].join(''), encoding);
  const signed = new Uint8Array(start + added.length + document.length - end);
  signed.set(document.subarray(0, start));
  signed.set(added, start);
  signed.set(document.subarray(end), start + added.length);
  return signed;
}

/**
 * Returns what the time-stamp of a XAdES-T signature covers: SignatureValue in canonical form (EN 319 132-1 §5.3).
 *
 * @throws {DerError} for an ECDSA signature that is not of the certificate's curve
 */
export function timeStampedOctets(prepared: PreparedXmlSignature, signature: Uint8Array): Uint8Array {
  const [before, after] = prepared.canonicalValue;
  return encodeText(`${before}${valueText(prepared, signature)}${after}`, 'utf-8');
}

function valueText({ certificate }: PreparedXmlSignature, signature: Uint8Array): string {
  return toSignatureValue(signature, Certificate.parse(certificate).publicKey).toBase64();
}
