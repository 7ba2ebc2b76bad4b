/** Demands of XAdES on a signature, levels B and T (EN 319 132-1 §5, §6). */
import { type Certificate, compareBytes, type GenTime, TimeStampToken } from '@sealwright/pki';

import { digestWith } from '../algorithms.ts';
import { INCLUSIVE } from '../canonicalization-methods.ts';
import { canonicalOctets } from '../canonicalize.ts';
import { DS, SIGNED_PROPERTIES_TYPE, XADES } from '../namespaces.ts';
import { attributeOf, childElements, type XmlElement } from '../nodes.ts';
import { ChildReader, octetsOf } from '../verify/child-reader.ts';
import {
  readCanonicalization,
  readDigestMethod,
  type ReferenceStructure,
  type SignatureStructure,
} from '../verify/signature-structure.ts';
import { readSignedProperties, type SignedProperties } from './read-properties.ts';

/** Statements of the signer, and the time-stamps. */
export interface XadesProperties extends SignedProperties {
  /** Time-stamps of the signature value; at least one makes level T. The caller judges each one's certificate, at `time`. */
  readonly timeStamps: readonly XadesTimeStamp[];
}

export interface XadesTimeStamp {
  readonly time: GenTime;
  readonly token: TimeStampToken;
  readonly certificate: Certificate;
  /** Rests on MD5 or SHA-1. */
  readonly weak: boolean;
}

/** The answer, with the certificate of `signers` that the properties name. */
export type XadesOutcome =
  | { readonly certificate: Certificate; readonly properties: XadesProperties }
  | { readonly fault: 'properties' | 'signing-certificate' | 'time-stamp'; readonly detail: string };

/**
 * Verifies the properties of a signature whose references and value are verified.
 *
 * @param targets - what its references name
 * @param signers - the certificates whose key made it
 * @param others - to look for the authority's among
 * @throws {XmlError} `xml.bad_signature`, `xml.not_supported`
 * @throws {PkiError} for a time-stamp that cannot be read
 */
export function verifyXades(
  signature: SignatureStructure,
  targets: ReadonlyMap<ReferenceStructure, XmlElement | undefined>,
  signers: readonly Certificate[],
  others: readonly Certificate[] = [],
): XadesOutcome {
  const qualifying = findQualifyingProperties(signature);
  if (qualifying === undefined) return fault('properties', 'the signature has no properties of its own');
  const reader = new ChildReader(qualifying);
  const signed = reader.take(XADES, 'SignedProperties');
  const unsigned = reader.takeIf(XADES, 'UnsignedProperties');
  reader.finish();
  if (!isSigned(signed, targets)) return fault('properties', 'the properties are not signed as such');
  if (targets.size < 2) return fault('properties', 'nothing is signed but the properties');
  const { certificateElement, ...properties } = readSignedProperties(signed);
  if (certificateElement === undefined)
    return fault('signing-certificate', 'the certificate is not among what is signed');
  const certificate = signers.find((one) => isIdentified(one, certificateElement));
  if (certificate === undefined) return fault('signing-certificate', 'the signed reference is to another certificate');
  const timeStamps = verifyTimeStamps(signature, unsigned, others);
  return 'fault' in timeStamps ? timeStamps : { certificate, properties: { ...properties, timeStamps } };
}

/** The one that names this signature as its target. */
function findQualifyingProperties({ id, objects }: SignatureStructure): XmlElement | undefined {
  const found = objects
    .flatMap(childElements)
    .filter(({ namespace, local }) => namespace === XADES && local === 'QualifyingProperties');
  const [qualifying, second] = found;
  if (qualifying === undefined || second !== undefined || id === undefined) return undefined;
  return attributeOf(qualifying, 'Target') === `#${id}` ? qualifying : undefined;
}

function isSigned(signed: XmlElement, targets: ReadonlyMap<ReferenceStructure, XmlElement | undefined>): boolean {
  return [...targets].some(([{ type }, node]) => type === SIGNED_PROPERTIES_TYPE && node === signed);
}

/** The first reference is to the signer's certificate (EN 319 132-1 §5.2.2); the others are to its path. */
function isIdentified(certificate: Certificate, element: XmlElement): boolean {
  const [first] = new ChildReader(element).takeAll(XADES, 'Cert', MAX_CERTIFICATES);
  if (first === undefined) return false;
  const digest = new ChildReader(new ChildReader(first).take(XADES, 'CertDigest'));
  const method = readDigestMethod(digest.take(DS, 'DigestMethod'));
  return compareBytes(digestWith(method, certificate.der), octetsOf(digest.take(DS, 'DigestValue'))) === 0;
}

function verifyTimeStamps(
  signature: SignatureStructure,
  unsigned: XmlElement | undefined,
  others: readonly Certificate[],
): readonly XadesTimeStamp[] | Extract<XadesOutcome, { fault: string }> {
  const elements = signatureTimeStamps(unsigned);
  if (elements.length > MAX_TIME_STAMPS)
    return fault('time-stamp', `there are more than ${MAX_TIME_STAMPS} time-stamps`);
  const found: XadesTimeStamp[] = [];
  for (const element of elements) {
    const { octets, token } = readTimeStamp(element, signature.valueElement);
    if (!token.isOf(octets)) return fault('time-stamp', 'the time-stamp is of something else');
    const verdict = token.verify(others);
    if (verdict.status === 'invalid') return fault('time-stamp', verdict.detail);
    found.push({ time: token.info.genTime, token, certificate: verdict.certificate, weak: verdict.weak });
  }
  return found;
}

/** Other unsigned properties prove nothing at these levels and are passed over. */
function signatureTimeStamps(unsigned: XmlElement | undefined): readonly XmlElement[] {
  const properties = unsigned === undefined ? [] : childElements(unsigned);
  return properties
    .filter(({ namespace, local }) => namespace === XADES && local === 'UnsignedSignatureProperties')
    .flatMap(childElements)
    .filter(({ namespace, local }) => namespace === XADES && local === 'SignatureTimeStamp');
}

function readTimeStamp(
  element: XmlElement,
  value: XmlElement,
): { readonly octets: Uint8Array; readonly token: TimeStampToken } {
  const reader = new ChildReader(element);
  const method = reader.takeIf(DS, 'CanonicalizationMethod');
  const token = TimeStampToken.parse(octetsOf(reader.take(XADES, 'EncapsulatedTimeStamp')));
  reader.finish();
  const canonicalization = method && readCanonicalization(method);
  const { method: used = INCLUSIVE, inclusivePrefixes } = canonicalization ?? {};
  return { octets: canonicalOctets(value, used, { inclusivePrefixes }), token };
}

function fault(
  fault: 'properties' | 'signing-certificate' | 'time-stamp',
  detail: string,
): Extract<XadesOutcome, { fault: string }> {
  return { fault, detail };
}

const MAX_CERTIFICATES = 32;
const MAX_TIME_STAMPS = 16;
