/** The algorithms of XML signatures by their names there (RFC 9231), in two tables; nothing that is not in them is computed. */
import { hash } from 'node:crypto';
import { hashAlgorithmByName, type SignatureAlgorithm, signatureAlgorithmByName } from '@sealwright/pki';

import { XmlError } from './errors.ts';

/** A digest of what a reference names. */
export interface DigestMethod {
  readonly uri: string;
  /** `SHA-256`. */
  readonly name: string;
  /** As `node:crypto` calls it. */
  readonly nodeName: string;
  /** Collisions can be made. */
  readonly weak: boolean;
}

export interface SignatureMethod {
  readonly uri: string;
  readonly algorithm: SignatureAlgorithm;
}

/**
 * The method called `name`, in any case and with or without hyphens: `SHA-256`, `sha256`, `RIPEMD160`.
 *
 * @throws {XmlError} `xml.algorithm`
 */
export function digestMethodByName(name: string): DigestMethod {
  const found = digestByName.get(fold(name));
  if (found === undefined)
    throw new XmlError('xml.algorithm', `no digest of XML signatures is called '${short(name)}'`);
  return found;
}

/** The method that `uri` names; undefined when it is not one of ours. */
export function findDigestMethod(uri: string): DigestMethod | undefined {
  return digestByUri.get(uri);
}

/** Returns the method that names a signature of `algorithm`. @throws {XmlError} `xml.algorithm` for one without a name */
export function signatureMethodOf({ name }: SignatureAlgorithm): SignatureMethod {
  const found = signatureMethods.find(({ algorithm }) => algorithm.name === name);
  if (found === undefined) throw new XmlError('xml.algorithm', `${name} is not an algorithm of XML signatures`);
  return found;
}

/** The method that `uri` names; undefined when it is not one of ours. */
export function findSignatureMethod(uri: string): SignatureMethod | undefined {
  return signatureByUri.get(uri);
}

/** The digest of octets. */
export function digestWith({ nodeName }: DigestMethod, data: Uint8Array): Uint8Array {
  return new Uint8Array(hash(nodeName, data, 'buffer'));
}

function digestMethod(name: string, uri: string): DigestMethod {
  const { nodeName, weak } = hashAlgorithmByName(name);
  return { uri, name, nodeName, weak };
}

function signatureMethod(name: string, uri: string): SignatureMethod {
  return { uri, algorithm: signatureAlgorithmByName(name) };
}

function fold(name: string): string {
  return name.replaceAll('-', '').toUpperCase();
}

function short(name: string): string {
  return name.slice(0, 40).toWellFormed();
}

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
const MORE_2001 = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';
const XMLDSIG_11 = 'http://www.w3.org/2009/xmldsig11#';
const MORE_2021 = 'http://www.w3.org/2021/04/xmldsig-more#';

const digestMethods: readonly DigestMethod[] = [
  digestMethod('SHA-1', `${XMLDSIG}sha1`),
  digestMethod('SHA-224', `${MORE_2001}sha224`),
  digestMethod('SHA-256', `${XMLENC}sha256`),
  digestMethod('SHA-384', `${MORE_2001}sha384`),
  digestMethod('SHA-512', `${XMLENC}sha512`),
  digestMethod('SHA3-224', `${MORE_2007}sha3-224`),
  digestMethod('SHA3-256', `${MORE_2007}sha3-256`),
  digestMethod('SHA3-384', `${MORE_2007}sha3-384`),
  digestMethod('SHA3-512', `${MORE_2007}sha3-512`),
  { uri: `${XMLENC}ripemd160`, name: 'RIPEMD160', nodeName: 'ripemd160', weak: false },
];

const signatureMethods: readonly SignatureMethod[] = [
  signatureMethod('SHA1WithRSA', `${XMLDSIG}rsa-sha1`),
  signatureMethod('SHA224WithRSA', `${MORE_2001}rsa-sha224`),
  signatureMethod('SHA256WithRSA', `${MORE_2001}rsa-sha256`),
  signatureMethod('SHA384WithRSA', `${MORE_2001}rsa-sha384`),
  signatureMethod('SHA512WithRSA', `${MORE_2001}rsa-sha512`),
  signatureMethod('SHA1withRSAandMGF1', `${MORE_2007}sha1-rsa-MGF1`),
  signatureMethod('SHA224withRSAandMGF1', `${MORE_2007}sha224-rsa-MGF1`),
  signatureMethod('SHA256withRSAandMGF1', `${MORE_2007}sha256-rsa-MGF1`),
  signatureMethod('SHA384withRSAandMGF1', `${MORE_2007}sha384-rsa-MGF1`),
  signatureMethod('SHA512withRSAandMGF1', `${MORE_2007}sha512-rsa-MGF1`),
  signatureMethod('SHA1withECDSA', `${MORE_2001}ecdsa-sha1`),
  signatureMethod('SHA224withECDSA', `${MORE_2001}ecdsa-sha224`),
  signatureMethod('SHA256withECDSA', `${MORE_2001}ecdsa-sha256`),
  signatureMethod('SHA384withECDSA', `${MORE_2001}ecdsa-sha384`),
  signatureMethod('SHA512withECDSA', `${MORE_2001}ecdsa-sha512`),
  signatureMethod('SHA3-224withECDSA', `${MORE_2021}ecdsa-sha3-224`),
  signatureMethod('SHA3-256withECDSA', `${MORE_2021}ecdsa-sha3-256`),
  signatureMethod('SHA3-384withECDSA', `${MORE_2021}ecdsa-sha3-384`),
  signatureMethod('SHA3-512withECDSA', `${MORE_2021}ecdsa-sha3-512`),
  signatureMethod('SHA1WithDSA', `${XMLDSIG}dsa-sha1`),
  signatureMethod('SHA256WithDSA', `${XMLDSIG_11}dsa-sha256`),
  signatureMethod('Ed25519', `${MORE_2021}eddsa-ed25519`),
  signatureMethod('Ed448', `${MORE_2021}eddsa-ed448`),
];

const digestByName = new Map(digestMethods.map((one) => [fold(one.name), one]));
const digestByUri = new Map(digestMethods.map((one) => [one.uri, one]));
const signatureByUri = new Map(signatureMethods.map((one) => [one.uri, one]));
