/**
 * Certificates, CRLs and requests built again, through the builders of this package, from what was read of them.
 *
 * Names and keys go in as they came; everything else is decoded and encoded again. What comes out is compared with the octets that
 * came in, so that a field that was read wrongly, or not at all, shows.
 */
import { encodePssParameters } from '../src/algorithm/pss-parameters.ts';
import type { SignatureAlgorithm } from '../src/algorithm/index.ts';
import { assembleCertificate, type Certificate, encodeTbsCertificate } from '../src/certificate/index.ts';
import { writeExtensions } from '../src/certificate/extensions.ts';
import { assembleCrl, type Crl, type CrlEntry, encodeCrlEntry, encodeTbsCrl } from '../src/crl/index.ts';
import { asDer, compareBytes, type Der, type DerContent, oid, type Oid, readDer, writeDer } from '../src/der/index.ts';
import { PkiError } from '../src/errors.ts';
import {
  certificateIssuer,
  type Extension,
  findExtension,
  invalidityDate,
  knownExtension,
  reasonCode,
} from '../src/extension/index.ts';
import { DistinguishedName } from '../src/name/index.ts';
import {
  assembleCertificationRequest,
  type CertificationRequest,
  encodeCertificationRequestInfo,
} from '../src/request/index.ts';
import { serialNumberFromHex, serialNumberToBigInt } from '../src/serial-number.ts';

/** The new encoding, with a word for each part that is taken over as it came because it cannot be written again the same. */
export interface Rebuilt {
  readonly der: Uint8Array;
  /** `nameConstraints: ...`: the extension and what prevents it, in the order of the encoding. */
  readonly kept: readonly string[];
}

/** Builds a certificate without departures again. */
export function rebuildCertificate(certificate: Certificate): Rebuilt {
  const kept: string[] = [];
  const algorithm = writtenAlgorithm(certificate, kept);
  const tbs = encodeTbsCertificate({
    serialNumber: certificate.serialNumber,
    signatureAlgorithm: algorithm,
    issuer: checkedName(certificate.issuer, kept),
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    subject: checkedName(certificate.subject, kept),
    publicKey: certificate.publicKeyDer,
    extensions: certificate.extensions.map((extension) => rebuildExtension(extension, kept)),
  });
  const right = certificate.version === 3 ? tbs : withoutVersion(tbs);
  return { der: assembleCertificate(right, algorithm, certificate.signature), kept };
}

/** Builds a CRL without departures again. */
export function rebuildCrl(crl: Crl): Rebuilt {
  const kept: string[] = [];
  const algorithm = writtenAlgorithm(crl, kept);
  const tbs = encodeTbsCrl({
    signatureAlgorithm: algorithm,
    issuer: checkedName(crl.issuer, kept),
    thisUpdate: crl.thisUpdate,
    nextUpdate: crl.nextUpdate!,
    entries: [...crl.entries()].map((entry) => rebuildEntry(entry, kept)),
    extensions: crl.extensions.map((extension) => rebuildExtension(extension, kept)),
  });
  const right = crl.version === 2 ? tbs : withoutVersion(tbs);
  return { der: assembleCrl(right, algorithm, crl.signature), kept };
}

/** Builds a request without departures again. */
export function rebuildRequest(request: CertificationRequest): Rebuilt {
  const kept: string[] = [];
  const algorithm = writtenAlgorithm(request, kept);
  const info = encodeCertificationRequestInfo({
    subject: checkedName(request.subject, kept),
    publicKey: request.publicKey.der,
    extensions: request.extensions.map((extension) => rebuildExtension(extension, kept)),
    attributes: request.attributes.filter(({ type }) => type !== EXTENSION_REQUEST),
  });
  return { der: assembleCertificationRequest(info, algorithm, request.signature), kept };
}

/** Decodes the value of a known extension and encodes it again; keeps the one that was there when that changes it. */
function rebuildExtension(extension: Extension, kept: string[]): Extension {
  const type = knownExtension(extension.oid);
  if (type === undefined) return extension;
  try {
    const value = type.encode(type.decode(extension.value));
    if (compareBytes(value, extension.value) === 0) return { ...extension, value };
    kept.push(`${type.name}: written differently`);
  } catch (error) {
    // Values that are read and not written: RangeError says which rule forbids it.
    if (!(error instanceof PkiError || error instanceof RangeError)) throw error;
    kept.push(`${type.name}: ${error.message}`);
  }
  return extension;
}

/** The algorithm as this package writes it. The parameters of PSS have more than one form; another one is kept. */
function writtenAlgorithm(
  signed: { readonly signatureAlgorithm: SignatureAlgorithm; readonly signatureAlgorithmDer: Uint8Array },
  kept: string[],
): SignatureAlgorithm {
  const { signatureAlgorithm: algorithm, signatureAlgorithmDer: der } = signed;
  const { hash, node } = algorithm;
  const { saltLength } = node.options;
  const written =
    hash === undefined || saltLength === undefined
      ? algorithm.der
      : writeDer((writer) =>
          writer.sequence(() => writer.oid(algorithm.oid).raw(encodePssParameters({ hash, saltLength }))),
        );
  if (compareBytes(written, der) !== 0) kept.push(`${algorithm.name}: parameters written differently`);
  return { ...algorithm, der: asDer<'AlgorithmIdentifier'>(der) };
}

/** The octets of a name, which its text must lead back to. */
function checkedName(name: DistinguishedName, kept: string[]): Der<'Name'> {
  const text = name.toString();
  if (!DistinguishedName.parse(text, { lenient: true }).equals(name)) kept.push(`name: '${text}' is another one`);
  return name.der;
}

/** An entry through `encodeCrlEntry`, which writes three extensions in this order; others are put together here. */
function rebuildEntry(entry: CrlEntry, kept: string[]): Uint8Array {
  const { serialNumberText, revocationDate, extensions } = entry;
  const serialNumber = serialNumberFromHex(serialNumberText);
  const places = extensions.map(({ oid }) => ENTRY_EXTENSIONS.indexOf(oid));
  if (places.some((place, at) => place === -1 || (at > 0 && place < places[at - 1]!))) {
    const rebuilt = extensions.map((extension) => rebuildExtension(extension, kept));
    return writeDer((writer) =>
      writer.sequence(() => {
        writer.integer(serialNumberToBigInt(serialNumber)).time(revocationDate);
        writeExtensions(writer, rebuilt);
      }),
    );
  }
  const issuer = extensions.find(({ oid }) => oid === certificateIssuer.oid);
  return encodeCrlEntry({
    serialNumber,
    revocationDate,
    reason: findExtension(extensions, reasonCode),
    invalidityDate: findExtension(extensions, invalidityDate),
    certificateIssuer: issuer && rebuildExtension(issuer, kept).value,
  });
}

/** A to-be-signed structure without its first field. */
function withoutVersion<T extends DerContent>(tbs: Der<T>): Der<T> {
  return readDer(tbs, (reader) => {
    const content = reader.readSequence();
    content.readAny();
    return asDer<T>(
      writeDer((writer) =>
        writer.sequence(() => {
          while (!content.atEnd) writer.raw(content.readAny().raw);
        }),
      ),
    );
  });
}

const ENTRY_EXTENSIONS: readonly Oid[] = [reasonCode.oid, invalidityDate.oid, certificateIssuer.oid];
const EXTENSION_REQUEST = oid('1.2.840.113549.1.9.14');
