/**
 * Verifies the signatures of a document (XMLDSig §3.2). No path is built and no time looked at: whose certificates they are, others decide.
 *
 * What a verdict says was signed is the very part of the tree that was digested, so an element that was moved, or one that
 * has the id of another, cannot be taken for it. Callers rely on what is reported, not on where a signature stands.
 */
import { type Certificate, compareBytes, PkiError, type SignatureAlgorithm, verifySignature } from '@sealwright/pki';

import { canonicalOctets } from '../canonicalize.ts';
import { XmlError } from '../errors.ts';
import type { XmlElement } from '../nodes.ts';
import { parseXml, type XmlLimits } from '../parse.ts';
import { fromSignatureValue } from '../signature-value.ts';
import { verifyXades, type XadesProperties } from '../xades/verify-xades.ts';
import { short } from './child-reader.ts';
import { hasForeignContent } from './foreign-content.ts';
import { readSignature, type ReferenceStructure, type SignatureStructure } from './signature-structure.ts';
import { SignedDocument } from './signed-document.ts';

export interface VerifyXmlOptions {
  /** True when every signature has to have XAdES properties, which are verified then; otherwise they are only what they are to XMLDSig. */
  readonly xades?: boolean | undefined;
  /** To look for the signer's among, in addition to those in the signature. */
  readonly certificates?: readonly Certificate[] | undefined;
  /** True to give what was digested. */
  readonly octets?: boolean | undefined;
  readonly limits?: XmlLimits | undefined;
}

/** The answer for one signature: valid, with what the caller still has to judge, or the first thing that is wrong. */
export type XmlSignatureVerdict =
  | {
      readonly status: 'valid';
      /** The one whose key made the signature. */
      readonly certificate: Certificate;
      /** All that the signature came with, in its order: for a path. */
      readonly certificates: readonly Certificate[];
      readonly algorithm: SignatureAlgorithm;
      /** Names of what it rests on although collisions can be made: `SHA-1`. */
      readonly weak: readonly string[];
      readonly signed: readonly SignedPart[];
      /**
       * True when the document, or its element, was signed with all that it holds but this signature, or all signatures, and but comments,
       * in most. So what stands within signatures is not covered, no matter where it comes from.
       */
      readonly coversDocument: boolean;
      /**
       * True when the signature holds anything that is neither signed nor a part of what signatures and the unsigned properties of XAdES are made of,
       * other signatures too, or has an id that something else has: others could take it for a part of the document.
       */
      readonly foreignContent: boolean;
      readonly xades: XadesProperties | undefined;
    }
  | { readonly status: 'invalid'; readonly fault: XmlSignatureFault; readonly detail: string };

/** Part that one reference names. */
export interface SignedPart {
  readonly uri: string;
  readonly type: string | undefined;
  /** Undefined for the whole document. */
  readonly element: { readonly namespace: string; readonly local: string } | undefined;
  /** The digested octets, when they were asked for. */
  readonly octets: Uint8Array | undefined;
}

/** Why a signature is not one. */
export type XmlSignatureFault =
  /** not as its schema wants it, or a certificate that cannot be read */
  | 'malformed'
  /** an algorithm or a transform that is not computed */
  | 'not-supported'
  /** a reference that names nothing in the document, or something that is there twice */
  | 'reference'
  /** what a reference names is not what was signed */
  | 'digest'
  /** no certificate to verify with */
  | 'no-certificate'
  /** no key of the certificates made the signature */
  | 'signature'
  /** XAdES properties are missing, not signed, or of another signature */
  | 'properties'
  /** the signed reference to a certificate is missing or names another one */
  | 'signing-certificate'
  /** a time-stamp that cannot be read, is of something else, or was not made by an authority */
  | 'time-stamp';

/**
 * Verifies all signatures but those within other signatures; none gives an empty list, which is not a valid document.
 *
 * @throws {XmlError} for a document that is not read; what is wrong with a signature is a verdict
 */
export function verifyXmlSignatures(bytes: Uint8Array, options: VerifyXmlOptions = {}): readonly XmlSignatureVerdict[] {
  const document = new SignedDocument(parseXml(bytes, options.limits));
  return document.signatures().map((element) => verifyOne(document, element, options));
}

function verifyOne(document: SignedDocument, element: XmlElement, options: VerifyXmlOptions): XmlSignatureVerdict {
  try {
    return verifyRead(document, readSignature(element), options);
  } catch (error) {
    if (error instanceof PkiError) return invalid('malformed', error.message);
    if (error instanceof XmlError && error.code === 'xml.bad_signature') return invalid('malformed', error.message);
    if (error instanceof XmlError && error.code === 'xml.not_supported') return invalid('not-supported', error.message);
    throw error;
  }
}

function verifyRead(
  document: SignedDocument,
  signature: SignatureStructure,
  options: VerifyXmlOptions,
): XmlSignatureVerdict {
  const references = verifyReferences(document, signature, options.octets === true);
  if ('fault' in references) return references;
  const signers = findSigners(signature, options.certificates ?? []);
  if ('fault' in signers) return signers;
  const xades =
    options.xades === true ? verifyXades(signature, references.targets, signers, options.certificates) : undefined;
  if (xades !== undefined && 'fault' in xades) return invalid(xades.fault, xades.detail);
  const { algorithm } = signature.signatureMethod;
  return {
    status: 'valid',
    certificate: xades?.certificate ?? signers[0],
    certificates: signature.certificates,
    algorithm,
    weak: weaknesses(signature),
    signed: references.parts,
    coversDocument: references.coversDocument,
    foreignContent: hasForeignContent(signature, references.targets, (id) => document.isUnique(id)),
    xades: xades?.properties,
  };
}

type Invalid = Extract<XmlSignatureVerdict, { readonly status: 'invalid' }>;

interface VerifiedReferences {
  readonly parts: readonly SignedPart[];
  /** Element that each reference names; undefined for the whole document. */
  readonly targets: ReadonlyMap<ReferenceStructure, XmlElement | undefined>;
  readonly coversDocument: boolean;
}

function verifyReferences(
  document: SignedDocument,
  { element, references }: SignatureStructure,
  keepOctets: boolean,
): VerifiedReferences | Invalid {
  const parts: SignedPart[] = [];
  const targets = new Map<ReferenceStructure, XmlElement | undefined>();
  for (const reference of references) {
    const target = document.resolve(reference.uri);
    if (target === undefined)
      return invalid('reference', `'${short(reference.uri)}' does not name one thing in the document`);
    const octets: string[] | undefined = keepOctets ? [] : undefined;
    const found = document.digest(target, reference, element, octets);
    if (compareBytes(found, reference.digest) !== 0)
      return invalid('digest', `what '${short(reference.uri)}' names is not what was signed`);
    const node = 'root' in target.node ? undefined : target.node;
    targets.set(reference, node);
    parts.push(describePart(reference, node, octets));
  }
  const { root } = document.document;
  const coversDocument = [...targets.values()].some((node) => node === undefined || node === root);
  return { parts, targets, coversDocument };
}

function describePart(
  { uri, type }: ReferenceStructure,
  node: XmlElement | undefined,
  octets: readonly string[] | undefined,
): SignedPart {
  return {
    uri,
    type,
    element: node && { namespace: node.namespace, local: node.local },
    octets: octets && new TextEncoder().encode(octets.join('')),
  };
}

/** The certificates whose key made the signature: more than one when they are of one key. */
function findSigners(
  signature: SignatureStructure,
  others: readonly Certificate[],
): readonly [Certificate, ...Certificate[]] | Invalid {
  const candidates = [...signature.certificates, ...others];
  if (candidates.length === 0) return invalid('no-certificate', 'the signature has no certificate');
  const data = canonicalOctets(signature.signedInfo, signature.canonicalization.method, {
    inclusivePrefixes: signature.canonicalization.inclusivePrefixes,
  });
  const [first, ...more] = candidates.filter((certificate) => isSignedBy(signature, certificate, data));
  return first === undefined ? invalid('signature', 'no key of the certificates made the signature') : [first, ...more];
}

function isSignedBy(
  { signatureMethod, value }: SignatureStructure,
  certificate: Certificate,
  data: Uint8Array,
): boolean {
  const { algorithm } = signatureMethod;
  try {
    const { publicKey } = certificate;
    const signature = fromSignatureValue(value, algorithm, publicKey);
    return signature !== undefined && verifySignature({ algorithm, publicKey, data, signature });
  } catch (error) {
    // A key that we do not know made no signature that we can verify.
    if (error instanceof PkiError) return false;
    throw error;
  }
}

function weaknesses({ signatureMethod: { algorithm }, references }: SignatureStructure): readonly string[] {
  const digests = references
    .filter(({ digestMethod }) => digestMethod.weak)
    .map(({ digestMethod }) => digestMethod.name);
  return [...new Set([...(algorithm.weak ? [algorithm.name] : []), ...digests])];
}

function invalid(fault: XmlSignatureFault, detail: string): Invalid {
  return { status: 'invalid', fault, detail };
}
