/** X.509 extensions among the data of an end entity. */
import { type Extension, isOid, knownExtension, oid } from '@sealwright/pki';
import { inOneLine } from '../../../kernel/text/shortened.ts';
import type { NamedValue } from '../end-entities/index.ts';
import { EnrollmentInputError } from '../errors/index.ts';

/**
 * Returns the values whose names are X.509 extensions (RFC 5280 §4.2, or known to this program). Since they determine the use of the certificate, it
 * must contain them or is not issued. Other names are data without a meaning here.
 *
 * @param extensionData - values in hexadecimal DER
 * @throws {@link EnrollmentInputError} for a value that is not hexadecimal, and for a name that only begins with the identifier of an extension
 */
export function demandedExtensions(extensionData: readonly NamedValue[]): readonly Extension[] {
  return extensionData.flatMap(({ name, value }) => {
    const identifier = isOid(name) ? oid(name) : undefined;
    if (identifier === undefined && isExtension(name.replace(/^\s*(?:oid[:.])?/i, ''))) throw notExtension(name);
    if (identifier === undefined || !isExtension(identifier)) return [];
    return [{ oid: identifier, critical: false, value: octetsOf(name, value) }];
  });
}

function isExtension(identifier: string): boolean {
  return (
    ARCS.some((arc) => identifier.startsWith(arc)) ||
    (isOid(identifier) && knownExtension(oid(identifier)) !== undefined)
  );
}

/** Returns the error for names such as `2.5.29.30.value`, which other programs treat as an extension. Here they would be data, missing in the certificate. */
function notExtension(name: string): EnrollmentInputError {
  const shown = inOneLine(name, 64);
  return new EnrollmentInputError(
    `Invalid extension_data: '${shown}' is not an object identifier; give that of the extension, such as 2.5.29.30.`,
  );
}

function octetsOf(name: string, value: string): Uint8Array {
  try {
    return Uint8Array.fromHex(value);
  } catch (cause) {
    const problem = `the value of ${name} is not hexadecimal; give the DER of the extension`;
    throw new EnrollmentInputError(`Invalid extension_data: ${problem}.`, { cause });
  }
}

/** Arcs of the extensions of X.509 and of PKIX. */
const ARCS = ['2.5.29.', '1.3.6.1.5.5.7.1.'];
