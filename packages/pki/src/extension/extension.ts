/** One X.509 extension as it stands on the wire, and how a known type is written and read (RFC 5280 §4.2). */
import type { Oid } from '../der/index.ts';

/** An extension of a certificate, a CRL, a CRL entry or a request. `value` is the content of extnValue. */
export interface Extension {
  readonly oid: Oid;
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/** A known extension: its identifier and the two directions of its value. One constant of this type per extension. */
export interface ExtensionType<T> {
  readonly oid: Oid;
  /** The name that RFC 5280 or the defining document gives it, such as `basicConstraints`. */
  readonly name: string;
  /** The DER of extnValue's content. */
  encode(value: T): Uint8Array;
  /** @throws {DerError} when the bytes are not this extension in DER */
  decode(der: Uint8Array): T;
}

/** Builds the extension of `type` that holds `value`. */
export function makeExtension<T>(type: ExtensionType<T>, value: T, critical: boolean): Extension {
  return { oid: type.oid, critical, value: type.encode(value) };
}

/** The decoded value of the first extension of `type`, or undefined when there is none. */
export function findExtension<T>(extensions: readonly Extension[], type: ExtensionType<T>): T | undefined {
  const found = extensions.find(({ oid }) => oid === type.oid);
  return found && type.decode(found.value);
}
