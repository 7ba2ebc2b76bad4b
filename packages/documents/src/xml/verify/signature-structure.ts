/** A ds:Signature as it is read, strictly by its schema (XMLDSig §4), with algorithms of our tables and no others. */
import { Certificate, PkiError } from '@sealwright/pki';

import { type DigestMethod, findDigestMethod, findSignatureMethod, type SignatureMethod } from '../algorithms.ts';
import { type CanonicalizationMethod, findCanonicalizationMethod } from '../canonicalization-methods.ts';
import { XmlError } from '../errors.ts';
import { DS, ENVELOPED, XPATH, XPATH_FILTER } from '../namespaces.ts';
import { attributeOf, childElements, namespaceOf, type XmlElement } from '../nodes.ts';
import { ChildReader, malformed, octetsOf, requireAttribute, short, textOf } from './child-reader.ts';

export interface SignatureStructure {
  readonly element: XmlElement;
  readonly id: string | undefined;
  readonly signedInfo: XmlElement;
  readonly canonicalization: Canonicalization;
  readonly signatureMethod: SignatureMethod;
  readonly references: readonly ReferenceStructure[];
  readonly valueElement: XmlElement;
  readonly value: Uint8Array;
  /** Certificates of KeyInfo, in its order. */
  readonly certificates: readonly Certificate[];
  readonly objects: readonly XmlElement[];
}

export interface ReferenceStructure {
  readonly element: XmlElement;
  readonly uri: string;
  readonly type: string | undefined;
  /** Which signatures are left out: none, the one that the reference is in, or all that there are. */
  readonly without: 'none' | 'itself' | 'all';
  /** Undefined when none is named. */
  readonly canonicalization: Canonicalization | undefined;
  readonly digestMethod: DigestMethod;
  readonly digest: Uint8Array;
}

export interface Canonicalization {
  readonly method: CanonicalizationMethod;
  readonly inclusivePrefixes: readonly string[];
}

/** Reads one. @throws {XmlError} `xml.bad_signature`, `xml.not_supported` */
export function readSignature(element: XmlElement): SignatureStructure {
  const reader = new ChildReader(element);
  const signedInfo = reader.take(DS, 'SignedInfo');
  const valueElement = reader.take(DS, 'SignatureValue');
  const keyInfo = reader.takeIf(DS, 'KeyInfo');
  const objects = reader.takeAll(DS, 'Object', MAX_OBJECTS);
  reader.finish();
  const inner = new ChildReader(signedInfo);
  const canonicalization = readCanonicalization(inner.take(DS, 'CanonicalizationMethod'));
  const signatureMethod = readSignatureMethod(inner.take(DS, 'SignatureMethod'));
  const references = inner.takeAll(DS, 'Reference', MAX_REFERENCES).map(readReference);
  inner.finish();
  if (references.length === 0) throw malformed('the signature has no reference');
  return {
    element,
    id: attributeOf(element, 'Id'),
    signedInfo,
    canonicalization,
    signatureMethod,
    references,
    valueElement,
    value: octetsOf(valueElement),
    certificates: keyInfo === undefined ? [] : readCertificates(keyInfo),
    objects,
  };
}

/** Reads a CanonicalizationMethod or a Transform that is one. @throws {XmlError} `xml.not_supported`, `xml.bad_signature` */
export function readCanonicalization(element: XmlElement): Canonicalization {
  const uri = requireAttribute(element, 'Algorithm');
  const method = findCanonicalizationMethod(uri);
  if (method === undefined) throw unsupported(`the transform '${short(uri)}'`);
  const reader = new ChildReader(element);
  const prefixes = method.exclusive
    ? reader.takeIf(method.uri.replace(/WithComments$/, ''), 'InclusiveNamespaces')
    : undefined;
  reader.finish();
  return { method, inclusivePrefixes: prefixes === undefined ? [] : readPrefixes(prefixes) };
}

/** Reads a DigestMethod. @throws {XmlError} `xml.not_supported`, `xml.bad_signature` */
export function readDigestMethod(element: XmlElement): DigestMethod {
  const uri = requireAttribute(element, 'Algorithm');
  const method = findDigestMethod(uri);
  if (method === undefined) throw unsupported(`the digest '${short(uri)}'`);
  new ChildReader(element).finish();
  return method;
}

function readSignatureMethod(element: XmlElement): SignatureMethod {
  const uri = requireAttribute(element, 'Algorithm');
  const method = findSignatureMethod(uri);
  if (method === undefined) throw unsupported(`the signature algorithm '${short(uri)}'`);
  // Neither a length nor parameters: the algorithms of the table have none.
  new ChildReader(element).finish();
  return method;
}

function readReference(element: XmlElement): ReferenceStructure {
  const reader = new ChildReader(element);
  const transforms = readTransforms(reader.takeIf(DS, 'Transforms'));
  const digestMethod = readDigestMethod(reader.take(DS, 'DigestMethod'));
  const digest = octetsOf(reader.take(DS, 'DigestValue'));
  reader.finish();
  const uri = requireAttribute(element, 'URI');
  return { element, uri, type: attributeOf(element, 'Type'), ...transforms, digestMethod, digest };
}

/** Reads the transforms: signatures are left out, then the rest is made canonical. Both may be missing. */
function readTransforms(element: XmlElement | undefined): Pick<ReferenceStructure, 'without' | 'canonicalization'> {
  if (element === undefined) return { without: 'none', canonicalization: undefined };
  const reader = new ChildReader(element);
  const transforms = reader.takeAll(DS, 'Transform', MAX_TRANSFORMS);
  reader.finish();
  const without = transforms[0] === undefined ? 'none' : readWithout(transforms[0]);
  const [canonical, ...more] = without === 'none' ? transforms : transforms.slice(1);
  if (more.length > 0) throw unsupported('a transform after the canonicalization');
  return { without, canonicalization: canonical && readCanonicalization(canonical) };
}

/** Leaving signatures out has a name, and can be said in XPath, which others do. No other expression is looked at. */
function readWithout(transform: XmlElement): ReferenceStructure['without'] {
  const reader = new ChildReader(transform);
  switch (requireAttribute(transform, 'Algorithm')) {
    case ENVELOPED:
      reader.finish();
      return 'itself';
    case XPATH:
      requireAllSignatures(reader.take(DS, 'XPath'), /^not\(ancestor-or-self::([\w.-]{1,64}):Signature\)$/);
      reader.finish();
      return 'all';
    case XPATH_FILTER: {
      const filter = reader.take(XPATH_FILTER, 'XPath');
      reader.finish();
      if (requireAttribute(filter, 'Filter') !== 'subtract') throw unsupported('a filter that does not subtract');
      requireAllSignatures(filter, /^\/descendant::([\w.-]{1,64}):Signature$/);
      return 'all';
    }
    default:
      return 'none';
  }
}

function requireAllSignatures(element: XmlElement, pattern: RegExp): void {
  const expression = textOf(element);
  const prefix = pattern.exec(expression)?.[1];
  if (prefix === undefined || namespaceOf(element, prefix) !== DS)
    throw unsupported(`the XPath '${short(expression)}'`);
}

function readPrefixes(element: XmlElement): readonly string[] {
  const prefixes = requireAttribute(element, 'PrefixList')
    .split(/[ \t\r\n]+/)
    .filter((prefix) => prefix !== '');
  if (prefixes.length > MAX_PREFIXES) throw unsupported(`a list of more than ${MAX_PREFIXES} prefixes`);
  return prefixes.map((prefix) => (prefix === '#default' ? '' : prefix));
}

/** Keys without a certificate belong to nobody, so whatever else KeyInfo holds is passed over. */
function readCertificates(keyInfo: XmlElement): readonly Certificate[] {
  const certificates = childElements(keyInfo)
    .filter(({ namespace, local }) => namespace === DS && local === 'X509Data')
    .flatMap(childElements)
    .filter(({ namespace, local }) => namespace === DS && local === 'X509Certificate');
  if (certificates.length > MAX_CERTIFICATES) throw malformed(`there are more than ${MAX_CERTIFICATES} certificates`);
  return certificates.map(readCertificate);
}

function readCertificate(element: XmlElement): Certificate {
  try {
    return Certificate.parse(octetsOf(element));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new XmlError('xml.bad_signature', `a certificate cannot be read: ${error.message}`, { cause: error });
  }
}

function unsupported(what: string): XmlError {
  return new XmlError('xml.not_supported', `${what} is not supported`);
}

const MAX_OBJECTS = 64;
const MAX_REFERENCES = 64;
const MAX_TRANSFORMS = 3;
const MAX_PREFIXES = 64;
const MAX_CERTIFICATES = 32;
