/**
 * The first step of an enveloped signature: from a document to what is to be signed (XMLDSig §3.1).
 *
 * Settings and result are plain data, so that a thread can do this step, which reads the whole document. The second step,
 * `finishXmlSignature`, is short and changes no octet of the document but where the signature is put in.
 */
import { createHash } from 'node:crypto';
import { type Der, signatureAlgorithmByName } from '@sealwright/pki';

import { type DigestMethod, digestMethodByName, digestWith, signatureMethodOf } from './algorithms.ts';
import { type CanonicalizationMethod, INCLUSIVE, INCLUSIVE_WITH_COMMENTS } from './canonicalization-methods.ts';
import { canonicalize, canonicalOctets } from './canonicalize.ts';
import { encodedLength, type XmlEncoding } from './encoding.ts';
import { XmlError } from './errors.ts';
import { ENVELOPED, SIGNED_PROPERTIES_TYPE } from './namespaces.ts';
import { childElements, type XmlElement } from './nodes.ts';
import { type ParsedXml, parseXml, type XmlLimits } from './parse.ts';
import {
  markupOf,
  planAlgorithm,
  planElement,
  type PlannedElement,
  planText,
  withSignaturePrefix,
} from './planned-element.ts';
import { planQualifyingProperties, type XadesSettings } from './xades/plan-properties.ts';

/** Settings of a signature of a document. */
export interface XmlSignatureSettings {
  /** Signature algorithm of the key: `SHA256withECDSA`. */
  readonly signatureAlgorithm: string;
  /** Digest of the document: `SHA-256`. The hash of the signature algorithm when left out, SHA-256 when that has none. */
  readonly digestAlgorithm?: string | undefined;
  /** The signer's. */
  readonly certificate: Der<'Certificate'>;
  /** Certificates in KeyInfo, the signer's first; none leaves it out. */
  readonly included: readonly Der<'Certificate'>[];
  /** Prefix of names in a signature other than XAdES: `ds` when left out, empty for names without one. XAdES has `ds`. */
  readonly prefix?: string | undefined;
  /** Makes it a XAdES signature. */
  readonly xades?: XadesSettings | undefined;
  readonly limits?: XmlLimits | undefined;
}

/** Octets that the signer signs, and what `finishXmlSignature` needs in addition to the document. */
export interface PreparedXmlSignature {
  /** Canonical; not hashed. */
  readonly toBeSigned: Uint8Array;
  /** Place of the signature: octets of the document that it replaces, none unless the document's element is an empty one. */
  readonly start: number;
  readonly end: number;
  readonly encoding: XmlEncoding;
  /** The signature in three pieces: the value stands between the first two, unsigned properties between the last two. */
  readonly markup: readonly [string, string, string];
  /** The canonical form of SignatureValue, in two: what a time-stamp is of. */
  readonly canonicalValue: readonly [string, string];
  readonly certificate: Der<'Certificate'>;
}

/**
 * Reads `document` and prepares a signature that will be the last child of its element. The reference is to the whole document but
 * comments (XMLDSig §4.4.3.3) and the signature.
 *
 * @throws {XmlError} what is wrong with the document, and `xml.algorithm`: with DSA signatures are only verified
 * @throws {AlgorithmError} for an algorithm that there is not
 */
export function prepareXmlSignature(document: Uint8Array, settings: XmlSignatureSettings): PreparedXmlSignature {
  requireSigningMethod(settings);
  const parsed = parseXml(document, settings.limits);
  const signing = new Signing(settings, digestDocument(parsed, digestMethodFor(settings)));
  const signature = signing.planSignature()(parsed.root);
  const { signedInfoMethod } = signing;
  const [signedInfo, value] = childElements(signature);
  const toBeSigned = canonicalOctets(signedInfo!, signedInfoMethod);
  const valueEnd = `</${value!.name}>`;
  const [before, after] = splitAt(canonicalText(value!), valueEnd);
  return {
    toBeSigned,
    ...placeOf(parsed, document.length),
    encoding: parsed.encoding,
    markup: surround(parsed, splitSignature(markupOf(signature), valueEnd)),
    canonicalValue: [before, after],
    certificate: settings.certificate,
  };
}

/** The digest of what the reference is to. */
interface DocumentDigest {
  readonly method: DigestMethod;
  readonly value: Uint8Array;
}

/** Plans the parts of one signature. */
class Signing {
  readonly signedInfoMethod: CanonicalizationMethod;
  readonly #settings: XmlSignatureSettings;
  readonly #digest: DocumentDigest;
  /** Not random: nobody can know it before the document and the signer are known, and the same settings give the same octets. */
  readonly #id: string;

  constructor(settings: XmlSignatureSettings, digest: DocumentDigest) {
    this.#settings = settings;
    this.#digest = digest;
    // SignServer signs so; XAdES follows the methods that its readers take for granted.
    this.signedInfoMethod = settings.xades === undefined ? INCLUSIVE_WITH_COMMENTS : INCLUSIVE;
    const seed = createHash('sha256').update(digest.value).update(settings.certificate);
    this.#id = seed.update(`${settings.xades?.signingTime}`).digest('hex').slice(0, 32);
  }

  planSignature(): PlannedElement {
    const { prefix = 'ds', xades } = this.#settings;
    if (xades === undefined) return withSignaturePrefix(this.#plan(undefined, undefined), requirePrefix(prefix));
    const ids = { signature: this.#named('sig'), reference: this.#named('ref'), properties: this.#named('props') };
    const properties = planQualifyingProperties(xades, { ...ids, certificate: this.#settings.certificate });
    return (root) => {
      // The properties are digested where they will stand, so the tree is made twice.
      const draft = this.#plan(properties, undefined)(root);
      const signedProperties = childElements(childElements(childElements(draft).at(-1)!)[0]!)[0]!;
      const value = digestWith(this.#digest.method, canonicalOctets(signedProperties, INCLUSIVE));
      return this.#plan(properties, value)(root);
    };
  }

  #plan(properties: PlannedElement | undefined, propertiesDigest: Uint8Array | undefined): PlannedElement {
    const named = properties === undefined ? undefined : (prefix: string) => ({ Id: this.#named(prefix) });
    return planElement(
      'ds:Signature',
      { ...named?.('sig') },
      [
        this.#planSignedInfo(propertiesDigest),
        planElement('ds:SignatureValue', { ...named?.('value') }, []),
        this.#planKeyInfo(),
        properties === undefined ? undefined : planElement('ds:Object', {}, [properties]),
      ],
      true,
    );
  }

  #planSignedInfo(propertiesDigest: Uint8Array | undefined): PlannedElement {
    const { signatureAlgorithm, xades } = this.#settings;
    const { uri } = signatureMethodOf(signatureAlgorithmByName(signatureAlgorithm));
    const { method, value } = this.#digest;
    const document = { ...(xades === undefined ? {} : { Id: this.#named('ref') }), URI: '' };
    const properties = { Type: SIGNED_PROPERTIES_TYPE, URI: `#${this.#named('props')}` };
    return planElement('ds:SignedInfo', {}, [
      planAlgorithm('ds:CanonicalizationMethod', this.signedInfoMethod.uri),
      planAlgorithm('ds:SignatureMethod', uri),
      planReference(document, ENVELOPED, method, value),
      propertiesDigest && planReference(properties, INCLUSIVE.uri, method, propertiesDigest),
    ]);
  }

  #planKeyInfo(): PlannedElement | undefined {
    const { included } = this.#settings;
    if (included.length === 0) return undefined;
    const certificates = included.map((der) => planText('ds:X509Certificate', der.toBase64()));
    return planElement('ds:KeyInfo', {}, [planElement('ds:X509Data', {}, certificates)]);
  }

  #named(prefix: string): string {
    return `${prefix}-${this.#id}`;
  }
}

function planReference(
  attributes: Readonly<Record<string, string>>,
  transform: string,
  method: DigestMethod,
  value: Uint8Array,
): PlannedElement {
  return planElement('ds:Reference', attributes, [
    planElement('ds:Transforms', {}, [planAlgorithm('ds:Transform', transform)]),
    planAlgorithm('ds:DigestMethod', method.uri),
    planText('ds:DigestValue', value.toBase64()),
  ]);
}

/** Letters, digits, hyphens and underscores, and none that XML keeps for itself. */
function requirePrefix(prefix: string): string {
  if (/^(?:(?!xml)[A-Z_][\w-]{0,31})?$/i.test(prefix)) return prefix;
  throw new XmlError('xml.bad_text', `'${prefix}' is not a prefix of names`);
}

function requireSigningMethod({ signatureAlgorithm }: XmlSignatureSettings): void {
  const algorithm = signatureAlgorithmByName(signatureAlgorithm);
  signatureMethodOf(algorithm);
  if (algorithm.keyAlgorithm.name === 'DSA')
    throw new XmlError('xml.algorithm', `${algorithm.name} is not signed with; RSA, ECDSA and EdDSA are`);
}

function digestMethodFor({ signatureAlgorithm, digestAlgorithm }: XmlSignatureSettings): DigestMethod {
  return digestMethodByName(digestAlgorithm ?? signatureAlgorithmByName(signatureAlgorithm).hash?.name ?? 'SHA-256');
}

function digestDocument(document: ParsedXml, method: DigestMethod): DocumentDigest {
  const hash = createHash(method.nodeName);
  canonicalize(document, INCLUSIVE, (piece) => hash.update(piece, 'utf8'), { dropComments: true });
  return { method, value: new Uint8Array(hash.digest()) };
}

/** The octets that the signature replaces: of `<a/>` the last two. */
function placeOf(
  { text, encoding, rootContentEnd, rootIsEmptyTag }: ParsedXml,
  octets: number,
): { readonly start: number; readonly end: number } {
  const end = octets - encodedLength(text.slice(rootContentEnd), encoding);
  return { start: rootIsEmptyTag ? end - encodedLength('/>', encoding) : end, end };
}

/** An empty element gets a start and an end tag around the signature. */
function surround({ root, rootIsEmptyTag }: ParsedXml, [first, middle, last]: Markup): Markup {
  return rootIsEmptyTag ? [`>${first}`, middle, `${last}</${root.name}>`] : [first, middle, last];
}

type Markup = readonly [string, string, string];

function splitSignature(markup: string, valueEnd: string): Markup {
  const [first, rest] = splitAt(markup, valueEnd);
  if (!rest.includes(PROPERTIES_END)) return [first, rest, ''];
  return [first, ...splitAt(rest, PROPERTIES_END)];
}

/** Before the end tag `tag`, of which there is one: in markup that we have made every other `<` is a reference. */
function splitAt(markup: string, tag: string): readonly [string, string] {
  const at = markup.indexOf(tag);
  return [markup.slice(0, at), markup.slice(at)];
}

function canonicalText(element: XmlElement): string {
  return new TextDecoder().decode(canonicalOctets(element, INCLUSIVE));
}

const PROPERTIES_END = '</xades:QualifyingProperties>';
