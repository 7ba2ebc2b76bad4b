/** TBSCertLists for tests of rules: one that no rule finds anything in, with the parts that a case replaces. */
import { bitString, element, explicit, implicit, integer, sequence, utcTime, utf8 } from './der.ts';
import { algorithm, extension, name, Oid, uri } from './tbs-certificate.ts';

/** Parts of a TBSCertList, each as octets; empty for none. */
export interface CrlParts {
  readonly version?: Uint8Array;
  readonly algorithm?: Uint8Array;
  readonly issuer?: Uint8Array;
  readonly thisUpdate?: Uint8Array;
  readonly nextUpdate?: Uint8Array;
  /** The elements of revokedCertificates; undefined has one entry, null no field, an empty list an empty field. */
  readonly entries?: readonly Uint8Array[] | null;
  /** Instead of those that {@link crl} has, or beside them; undefined takes one away. */
  readonly extensions?: Readonly<Record<string, Uint8Array | undefined>>;
  /** Instead of the whole `[0]`. */
  readonly extensionsField?: Uint8Array;
}

/** A CRL of 2026-11-01 with one entry. */
export function crl(parts: CrlParts = {}): Uint8Array {
  const extensions: Record<string, Uint8Array | undefined> = { ...USUAL, ...parts.extensions };
  const written = Object.values(extensions).filter((one) => one !== undefined);
  const { entries = [entry()] } = parts;
  return sequence(
    parts.version ?? integer(1),
    parts.algorithm ?? algorithm('1.2.840.10045.4.3.2'),
    parts.issuer ?? name([Oid.commonName, utf8('Example CA')]),
    parts.thisUpdate ?? utcTime('261101000000Z'),
    parts.nextUpdate ?? utcTime('261108000000Z'),
    entries === null ? new Uint8Array() : sequence(...entries),
    parts.extensionsField ?? explicit(0, sequence(...written)),
  );
}

/** The same with the critical deltaCRLIndicator of base CRL 3. */
export function deltaCrl(parts: CrlParts = {}): Uint8Array {
  const extensions = {
    [Oid.deltaCrlIndicator]: extension(Oid.deltaCrlIndicator, integer(3), true),
    ...parts.extensions,
  };
  return crl({ ...parts, extensions });
}

/** A whole CRL around what is to be signed. */
export function signedCrl(
  tbs: Uint8Array,
  { by = algorithm('1.2.840.10045.4.3.2'), signature = Buffer.alloc(71, 1) } = {},
): Uint8Array {
  return sequence(tbs, by, bitString(signature));
}

/** Parts of an entry. */
export interface EntryParts {
  readonly serial?: Uint8Array;
  readonly date?: Uint8Array;
  readonly extensions?: readonly Uint8Array[];
}

export function entry({
  serial = integer(7),
  date = utcTime('261031120000Z'),
  extensions,
}: EntryParts = {}): Uint8Array {
  return sequence(serial, date, extensions === undefined ? new Uint8Array() : sequence(...extensions));
}

/** A CRL with one entry of these parts. */
export function crlOf(parts: EntryParts): Uint8Array {
  return crl({ entries: [entry(parts)] });
}

/** The extension reasonCode. */
export function reason(code: number, critical = false): Uint8Array {
  return extension(Oid.reasonCode, element(0x0a, Uint8Array.of(code)), critical);
}

/** The content of an IssuingDistributionPoint: an address and further fields. */
export function distributionPoint(...further: readonly Uint8Array[]): Uint8Array {
  return sequence(explicit(0, explicit(0, uri('http://crl.example.org/1.crl'))), ...further);
}

/** A flag of IssuingDistributionPoint. */
export function flag(number: number, value = true): Uint8Array {
  return implicit(number, Uint8Array.of(value ? 0xff : 0));
}

const USUAL = {
  [Oid.authorityKeyIdentifier]: extension(Oid.authorityKeyIdentifier, sequence(implicit(0, Buffer.alloc(20, 7)))),
  [Oid.crlNumber]: extension(Oid.crlNumber, integer(5)),
};
