/** Signers of XML documents: XMLDSig and XAdES. */
export { XadesSigner, xadesSignerKind, type XadesSignerSettings } from './xades-signer.ts';
export { XmlDocuments } from './xml-documents.ts';
export { XmlSigner, xmlSignerKind } from './xml-signer.ts';
export type { VerifiedXmlSignature } from './xml-verification.ts';
