/** Detection of content within a signature that nobody has signed. */
import { DS, EXCLUSIVE_NAMESPACE, XADES } from '../namespaces.ts';
import { childElements, elementsOf, type XmlElement } from '../nodes.ts';
import type { ReferenceStructure, SignatureStructure } from './signature-structure.ts';

/**
 * Returns whether a signature holds anything that is neither signed nor what a signature, its key or the unsigned properties of XAdES are made of. An
 * enveloped signature leaves itself out, and so whatever somebody has put into its objects or beside its key.
 *
 * @param targets - what its references name
 * @param isUnique - whether one element of the document alone has this id
 */
export function hasForeignContent(
  { element: signature, signedInfo }: SignatureStructure,
  targets: ReadonlyMap<ReferenceStructure, XmlElement | undefined>,
  isUnique: (id: string) => boolean,
): boolean {
  const signed = new Set<XmlElement | undefined>([signedInfo]);
  // A reference that leaves all signatures out does not sign their contents.
  for (const [{ without }, target] of targets) if (without !== 'all' && target !== signature) signed.add(target);
  const isUnsigned = (element: XmlElement): boolean => !signed.has(element);
  return elementsOf(signature, isUnsigned)
    .filter(isUnsigned)
    .some((element) => {
      const allowed = CONTENT.get(nameOf(element));
      return (
        holdsForeignText(element, allowed !== undefined) ||
        hasForeignAttribute(element, isUnique) ||
        childElements(element).some((child) => isUnsigned(child) && allowed?.has(nameOf(child)) !== true)
      );
    });
}

/** Returns whether an element holds text beside elements, or processing instructions, which only signed parts may hold. */
function holdsForeignText({ children }: XmlElement, hasElements: boolean): boolean {
  return children.some((child) =>
    typeof child === 'string' ? hasElements && /\S/.test(child) : child.kind === 'instruction',
  );
}

/** Returns whether an element has an attribute of others: a search for a signed element by its id must not find another one. */
function hasForeignAttribute({ attributes }: XmlElement, isUnique: (id: string) => boolean): boolean {
  return attributes.some(
    ({ name, local, namespace, value }) =>
      !(namespace === SCHEMA_INSTANCE ? SCHEMA_ATTRIBUTES.has(local) : ATTRIBUTES.has(name)) ||
      (name === 'Id' && !isUnique(value)),
  );
}

/** With the prefix that its namespace has here; an element of another one has no name that the lists know. */
function nameOf({ namespace, local }: XmlElement): string {
  return `${PREFIXES.get(namespace) ?? `{${namespace}}`}:${local}`;
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  [DS, 'ds'],
  ['http://www.w3.org/2009/xmldsig11#', 'ds11'],
  ['http://www.w3.org/2001/04/xmldsig-more#', 'more'],
  [EXCLUSIVE_NAMESPACE, 'ec'],
  ['http://uri.etsi.org/01903/v1.1.1#', 'x'],
  ['http://uri.etsi.org/01903/v1.2.2#', 'x'],
  [XADES, 'x'],
  ['http://uri.etsi.org/01903/v1.4.1#', 'x141'],
]);
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const SCHEMA_ATTRIBUTES: ReadonlySet<string> = new Set(['type', 'nil', 'schemaLocation', 'noNamespaceSchemaLocation']);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'Id Algorithm Encoding MimeType PrefixList Qualifier referencedData Target Type URI URN Value'.split(' '),
);

const CERTIFICATE_REFS = 'x:CertRefs x141:CertRefs';
const REVOCATION_REFS = 'x:CRLRefs x:OCSPRefs';
const REVOCATION_VALUES = 'x:CRLValues x:OCSPValues';
const VALIDATION_DATA = 'x:CertificateValues x:RevocationValues';
const TIME_STAMP = 'ds:CanonicalizationMethod x:Include x:EncapsulatedTimeStamp';
const DIGEST = 'ds:DigestMethod ds:DigestValue';
/**
 * The elements that an element holds, as programs write them (XMLDSig §4, RFC 4050, XAdES 1.1.1 to 1.4.1, EN 319 132-1 §5); what is not in the list
 * of another has text alone. What may hold anything is not here, nor what has to be signed to mean something.
 */
const CONTENT: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'ds:Signature': 'ds:SignedInfo ds:SignatureValue ds:KeyInfo ds:Object',
    'ds:KeyInfo':
      'ds:KeyName ds:KeyValue ds:RetrievalMethod ds:X509Data ds11:DEREncodedKeyValue ds11:KeyInfoReference ds11:X509Digest',
    'ds:KeyValue': 'ds:RSAKeyValue ds:DSAKeyValue ds11:ECKeyValue more:ECDSAKeyValue',
    'ds:RSAKeyValue': 'ds:Modulus ds:Exponent',
    'ds:DSAKeyValue': 'ds:P ds:Q ds:G ds:Y ds:J ds:Seed ds:PgenCounter',
    'ds11:ECKeyValue': 'ds11:NamedCurve ds11:ECParameters ds11:PublicKey',
    'ds11:NamedCurve': '',
    'ds11:ECParameters': 'ds11:FieldID ds11:Curve ds11:Base ds11:Order ds11:CoFactor ds11:ValidationData',
    'ds11:FieldID': 'ds11:Prime',
    'ds11:Prime': 'ds11:P',
    'ds11:Curve': 'ds11:A ds11:B',
    'ds11:ValidationData': 'ds11:seed',
    'ds11:KeyInfoReference': '',
    'more:ECDSAKeyValue': 'more:DomainParameters more:PublicKey',
    'more:DomainParameters': 'more:NamedCurve',
    'more:NamedCurve': '',
    'more:PublicKey': 'more:X more:Y',
    'more:X': '',
    'more:Y': '',
    'ds:RetrievalMethod': 'ds:Transforms',
    'ds:Transforms': 'ds:Transform',
    'ds:Transform': 'ds:XPath ec:InclusiveNamespaces',
    'ds:X509Data':
      'ds:X509IssuerSerial ds:X509SKI ds:X509SubjectName ds:X509Certificate ds:X509CRL ds11:X509Digest ds11:OCSPResponse',
    'ds:X509IssuerSerial': 'ds:X509IssuerName ds:X509SerialNumber',
    'ds:Object': 'x:QualifyingProperties',
    'x:QualifyingProperties': 'x:UnsignedProperties',
    'x:UnsignedProperties': 'x:UnsignedSignatureProperties',
    'x:UnsignedSignatureProperties':
      'x:SignatureTimeStamp x:CompleteCertificateRefs x:CompleteRevocationRefs x:AttributeCertificateRefs ' +
      'x:AttributeRevocationRefs x:SigAndRefsTimeStamp x:RefsOnlyTimeStamp x:CertificateValues x:RevocationValues ' +
      'x:AttrAuthoritiesCertValues x:AttributeRevocationValues x:ArchiveTimeStamp x141:CompleteCertificateRefsV2 ' +
      'x141:AttributeCertificateRefsV2 x141:SigAndRefsTimeStampV2 x141:RefsOnlyTimeStampV2 x141:TimeStampValidationData ' +
      'x141:AnyValidationData x141:ArchiveTimeStamp x141:SignaturePolicyStore',
    'x:SignatureTimeStamp': TIME_STAMP,
    'x:SigAndRefsTimeStamp': TIME_STAMP,
    'x:RefsOnlyTimeStamp': TIME_STAMP,
    'x:ArchiveTimeStamp': TIME_STAMP,
    'x141:SigAndRefsTimeStampV2': TIME_STAMP,
    'x141:RefsOnlyTimeStampV2': TIME_STAMP,
    'x141:ArchiveTimeStamp': TIME_STAMP,
    'x:Include': '',
    'ds:CanonicalizationMethod': 'ec:InclusiveNamespaces',
    'ec:InclusiveNamespaces': '',
    'x:CompleteCertificateRefs': CERTIFICATE_REFS,
    'x:AttributeCertificateRefs': CERTIFICATE_REFS,
    'x141:CompleteCertificateRefsV2': CERTIFICATE_REFS,
    'x141:AttributeCertificateRefsV2': CERTIFICATE_REFS,
    'x:CertRefs': 'x:Cert',
    'x141:CertRefs': 'x:Cert',
    'x:Cert': 'x:CertDigest x:IssuerSerial x:IssuerSerialV2',
    'x:CertDigest': DIGEST,
    'ds:DigestMethod': '',
    'x:IssuerSerial': 'ds:X509IssuerName ds:X509SerialNumber',
    'x:CompleteRevocationRefs': REVOCATION_REFS,
    'x:AttributeRevocationRefs': REVOCATION_REFS,
    'x:CRLRefs': 'x:CRLRef',
    'x:CRLRef': 'x:DigestAlgAndValue x:CRLIdentifier',
    'x:CRLIdentifier': 'x:Issuer x:IssueTime x:Number',
    'x:OCSPRefs': 'x:OCSPRef',
    'x:OCSPRef': 'x:OCSPIdentifier x:DigestAlgAndValue',
    'x:OCSPIdentifier': 'x:ResponderID x:ProducedAt',
    'x:ResponderID': 'x:ByName x:ByKey',
    'x:DigestAlgAndValue': DIGEST,
    'x:CertificateValues': 'x:EncapsulatedX509Certificate',
    'x:AttrAuthoritiesCertValues': 'x:EncapsulatedX509Certificate',
    'x:RevocationValues': REVOCATION_VALUES,
    'x:AttributeRevocationValues': REVOCATION_VALUES,
    'x:CRLValues': 'x:EncapsulatedCRLValue',
    'x:OCSPValues': 'x:EncapsulatedOCSPValue',
    'x141:TimeStampValidationData': VALIDATION_DATA,
    'x141:AnyValidationData': VALIDATION_DATA,
    'x141:SignaturePolicyStore': 'x141:SPDocSpecification x141:SignaturePolicyDocument x141:SigPolDocLocalURI',
    'x141:SPDocSpecification': 'x:Identifier x:Description',
  }).map(([name, content]) => [name, new Set(content.split(' '))]),
);
