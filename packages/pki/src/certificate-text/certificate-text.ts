/**
 * Certificates as text for people, field by field.
 *
 * Fields have the names of RFC 5280: `serialNumber`, `validity.notAfter`, `extensions.keyUsage`; an extension that is not known has its object
 * identifier instead of a name. What somebody else wrote into a certificate cannot move the cursor of a terminal: control characters are escaped.
 */
import { algorithmName } from './algorithm-name.ts';
import { Certificate } from '../certificate/index.ts';
import { encodeSigned } from '../certificate/signed.ts';
import { asDer, type Der, type Oid, readDer } from '../der/index.ts';
import { type Extension, knownExtension } from '../extension/index.ts';
import { readable } from '../errors.ts';
import { extensionLines } from './extension-text.ts';
import { hexLines, momentText, printable } from './lines.ts';

/** One field of a certificate. */
export interface CertificateField {
  /** As RFC 5280 names it, such as `validity.notAfter` and `extensions.keyUsage`. */
  readonly name: string;
  /** Of an extension. */
  readonly critical?: boolean;
  /** At least one. */
  readonly lines: readonly string[];
}

/** Lists the fields of a certificate in their order, without its signature. */
export function certificateFields(certificate: Certificate): readonly CertificateField[] {
  const { version, serialNumberText, signatureAlgorithmDer, issuer, notBefore, notAfter, subject } = certificate;
  return [
    { name: 'version', lines: [String(version)] },
    { name: 'serialNumber', lines: [serialNumberText] },
    { name: 'signature', lines: [algorithmName(signatureAlgorithmDer)] },
    { name: 'issuer', lines: [printable(issuer.toString())] },
    { name: 'validity.notBefore', lines: [momentText(notBefore)] },
    { name: 'validity.notAfter', lines: [momentText(notAfter)] },
    { name: 'subject', lines: [printable(subject.toString())] },
    { name: 'subjectPublicKeyInfo', lines: keyLines(certificate) },
    ...certificate.extensions.map(fieldOf),
  ];
}

/**
 * Lists the fields of a certificate that is not signed yet.
 *
 * @throws {DerError} when `tbs` is not a TBSCertificate in DER
 * @throws {X509Error}
 */
export function toBeSignedFields(tbs: Der<'TbsCertificate'>): readonly CertificateField[] {
  const algorithm = readDer(tbs, (reader) => {
    const content = reader.readSequence();
    content.readOptionalExplicit(0)?.readAny();
    content.readIntegerBytes();
    const { raw } = content.readAny();
    while (!content.atEnd) content.readAny();
    return raw;
  });
  // What is read is a whole certificate. Nobody looks at the signature.
  return certificateFields(
    Certificate.parse(encodeSigned(tbs, { der: asDer<'AlgorithmIdentifier'>(algorithm) }, new Uint8Array(0))),
  );
}

/** Returns the name of the field that an extension is: `extensions.keyUsage`, or `extensions.` and its object identifier. */
export function extensionField(oid: Oid): string {
  return `${EXTENSIONS}${knownExtension(oid)?.name ?? oid}`;
}

/** Writes a certificate as text of several lines, each but the last with a line feed. */
export function formatCertificateText(certificate: Certificate): string {
  return formatFields(certificateFields(certificate));
}

/** Writes fields as text: extensions under a heading of their own, and values of several lines below their names. */
export function formatFields(fields: readonly CertificateField[]): string {
  const lines: string[] = [];
  let isInExtensions = false;
  for (const { name, critical = false, lines: values } of fields) {
    const isExtension = name.startsWith(EXTENSIONS);
    if (isExtension && !isInExtensions) lines.push('Extensions:');
    isInExtensions = isExtension;
    const indent = isExtension ? '    ' : '';
    const title = isExtension ? name.slice(EXTENSIONS.length) : (TITLES[name] ?? name);
    const label = `${indent}${title}${critical ? ' (critical)' : ''}:`;
    const [first = '', ...more] = values;
    // A list begins below its name; the lines below a key are its octets.
    const isList = isExtension && more.length > 0;
    lines.push(isList ? label : `${label} ${first}`);
    lines.push(...(isList ? values : more).map((line) => `${indent}    ${line}`));
  }
  return lines.join('\n');
}

function fieldOf({ oid, critical, value }: Extension): CertificateField {
  return { name: extensionField(oid), critical, lines: extensionLines(oid, value) };
}

function keyLines(certificate: Certificate): readonly string[] {
  const key = readable(() => certificate.publicKey);
  if (key === undefined) return ['of a kind that is not known here', ...hexLines(certificate.publicKeyDer)];
  const { name } = key.algorithm;
  return [name === key.specification ? name : `${name} ${key.specification}`, ...hexLines(key.keyBytes)];
}

const EXTENSIONS = 'extensions.';

const TITLES: Readonly<Record<string, string>> = {
  version: 'Version',
  serialNumber: 'Serial number',
  signature: 'Signature algorithm',
  issuer: 'Issuer',
  'validity.notBefore': 'Not before',
  'validity.notAfter': 'Not after',
  subject: 'Subject',
  subjectPublicKeyInfo: 'Public key',
};
