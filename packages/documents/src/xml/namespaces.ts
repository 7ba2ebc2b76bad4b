/** The namespaces of signatures, with the prefixes that we write. */

/** XML signatures (XMLDSig §1.3). */
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
/** XAdES (EN 319 132-1 §4.5). */
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';

export const NAMESPACES: Readonly<Record<string, string>> = { ds: DS, xades: XADES };

/** Exclusive canonical forms (XML-exc-C14N §4). */
export const EXCLUSIVE_NAMESPACE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The transform that leaves the signature itself out (XMLDSig §6.6.4). */
export const ENVELOPED = `${DS}enveloped-signature`;
/** XPath as a transform (XMLDSig §6.6.3), and as a filter (XML-Signature XPath Filter 2.0 §3). */
export const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116';
export const XPATH_FILTER = 'http://www.w3.org/2002/06/xmldsig-filter2';
/** The type of the reference to the signed properties (EN 319 132-1 §4.4.2). */
export const SIGNED_PROPERTIES_TYPE = 'http://uri.etsi.org/01903#SignedProperties';
