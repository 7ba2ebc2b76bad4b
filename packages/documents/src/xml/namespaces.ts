/** The namespaces of signatures, with the prefixes that we write. */

/** XML signatures (XMLDSig §1.3). */
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
/** XAdES (EN 319 132-1 §4.5). */
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';

export const NAMESPACES: Readonly<Record<string, string>> = { ds: DS, xades: XADES };

/** The transform that leaves the signature itself out (XMLDSig §6.6.4). */
export const ENVELOPED = `${DS}enveloped-signature`;
/** The type of the reference to the signed properties (EN 319 132-1 §4.4.2). */
export const SIGNED_PROPERTIES_TYPE = 'http://uri.etsi.org/01903#SignedProperties';
