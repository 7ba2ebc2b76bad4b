/** Extensions that an administrator gives in encoded form. */
import { isOid, knownExtension, oid, PkiError, readDer } from '@sealwright/pki';
import type { ReportProblem } from '../../configuration/index.ts';
import type { ConstantExtension } from './certificate-profile.ts';

interface CustomExtension {
  readonly oid: string;
  readonly critical: boolean;
  readonly value: string;
}

/** Reads the setting `customExtensions`, and reports problems. */
export function customExtensions(
  { customExtensions: settings }: { readonly customExtensions: readonly CustomExtension[] },
  report: ReportProblem,
): readonly ConstantExtension[] {
  const seen = new Set<string>();
  return settings.flatMap(({ oid: text, critical, value: hex }, index): ConstantExtension[] => {
    const at = `customExtensions[${index}]`;
    if (!isOid(text)) report(`${at}.oid`, `is '${text}' and has to be an object identifier`);
    else if (OF_OTHERS.has(text)) report(`${at}.oid`, `is '${text}', which other settings write, or nothing here may`);
    else if (seen.has(text)) report(`${at}.oid`, `is '${text}', which stands there twice`);
    else {
      seen.add(text);
      const value = valueOf(hex, text);
      if (value !== undefined) return [{ oid: oid(text), critical, value, setting: 'customExtensions' }];
      report(`${at}.value`, `is '${hex.slice(0, 40)}' and has to be one element of DER in hexadecimal, of its type`);
    }
    return [];
  });
}

/** Returns the octets; undefined if they do not match the type of the extension. */
function valueOf(hex: string, identifier: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined;
  const octets = Uint8Array.fromHex(hex);
  try {
    const known = knownExtension(oid(identifier));
    if (known === undefined) readDer(octets, (reader) => reader.readAny());
    else known.decode(octets);
    return octets;
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

/** Extensions that have settings of their own, follow from the keys, or belong to certificate transparency or alternative signatures. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  '2.5.29.14',
  '2.5.29.15',
  '2.5.29.16',
  '2.5.29.17',
  '2.5.29.19',
  '2.5.29.30',
  '2.5.29.31',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.37',
  '2.5.29.46',
  '2.5.29.72',
  '2.5.29.73',
  '2.5.29.74',
  '1.3.6.1.5.5.7.1.1',
  '1.3.6.1.5.5.7.1.3',
  '1.3.6.1.5.5.7.48.1.5',
  '1.3.6.1.4.1.311.20.2',
  '1.3.6.1.4.1.11129.2.4.2',
  '1.3.6.1.4.1.11129.2.4.3',
]);
