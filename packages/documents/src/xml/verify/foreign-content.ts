/** What a signature holds that nobody has signed. */
import { DS, EXCLUSIVE_NAMESPACE, XPATH_FILTER } from '../namespaces.ts';
import { elementsOf, type XmlElement } from '../nodes.ts';
import type { ReferenceStructure } from './signature-structure.ts';

/**
 * Whether there are elements in a signature that are neither below one that it signs nor of the namespaces of signatures. An enveloped
 * signature leaves itself out, and so whatever somebody has put into its objects or beside its key.
 *
 * @param targets - what its references name
 */
export function hasForeignContent(
  signature: XmlElement,
  targets: ReadonlyMap<ReferenceStructure, XmlElement | undefined>,
): boolean {
  // What leaves signatures out does not sign what is in them.
  const signed = new Set([...targets].filter(([{ without }]) => without === 'none').map(([, element]) => element));
  for (const element of elementsOf(signature, (entered) => !signed.has(entered))) {
    if (!signed.has(element) && (!isOfSignatures(element) || holdsText(element))) return true;
  }
  return false;
}

/** Those of XMLDSig by their names too: the namespace of a signature holds for what is put into it without one of its own. */
function isOfSignatures({ namespace, local }: XmlElement): boolean {
  if (namespace === DS) return DS_NAMES.has(local);
  return NAMESPACES.has(namespace) || namespace.startsWith(ETSI);
}

/** In an Object there is what the signer likes, text too. */
function holdsText({ namespace, local, children }: XmlElement): boolean {
  return (
    namespace === DS && local === 'Object' && children.some((child) => typeof child === 'string' && /\S/.test(child))
  );
}

/** XMLDSig §4 to §7. */
const DS_NAMES: ReadonlySet<string> = new Set(
  (
    'Signature SignedInfo CanonicalizationMethod SignatureMethod HMACOutputLength Reference Transforms Transform XPath DigestMethod DigestValue ' +
    'SignatureValue KeyInfo KeyName KeyValue RSAKeyValue Modulus Exponent DSAKeyValue P Q G Y J Seed PgenCounter RetrievalMethod X509Data ' +
    'X509IssuerSerial X509IssuerName X509SerialNumber X509SKI X509SubjectName X509Certificate X509CRL PGPData PGPKeyID PGPKeyPacket SPKIData ' +
    'SPKISexp MgmtData Object Manifest SignatureProperties SignatureProperty'
  ).split(' '),
);
const NAMESPACES: ReadonlySet<string> = new Set([
  EXCLUSIVE_NAMESPACE,
  'http://www.w3.org/2009/xmldsig11#',
  'http://www.w3.org/2001/04/xmldsig-more#',
  XPATH_FILTER,
]);
/** XAdES, all versions. */
const ETSI = 'http://uri.etsi.org/01903/';
