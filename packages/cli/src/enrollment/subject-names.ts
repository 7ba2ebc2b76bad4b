import { domainToASCII } from 'node:url';
import { type GeneralName, parseGeneralNames, PkiError } from '@sealwright/pki';
import { UsageError } from '../errors.ts';

/**
 * Reads one `--san TYPE:VALUE`, such as `dns:web1.example` or `ip:10.0.0.1`.
 *
 * An international domain name is taken in its own letters and becomes `xn--` labels (RFC 5280 §7.2).
 *
 * @throws {@link UsageError}
 */
export function parseSubjectName(text: string): GeneralName {
  const colon = text.indexOf(':');
  const type = text.slice(0, Math.max(colon, 0)).toLowerCase();
  const label = Object.hasOwn(SAN_TYPES, type) ? SAN_TYPES[type] : undefined;
  if (label === undefined) {
    throw new UsageError(`--san '${text}' has to be TYPE:VALUE; the types are ${Object.keys(SAN_TYPES).join(', ')}`);
  }
  const value = type === 'dns' ? asciiDomain(text.slice(colon + 1)) : text.slice(colon + 1);
  try {
    const [name, ...more] = parseGeneralNames(`${label}=${value.replaceAll(/[\\,]|^ | $/g, '\\$&')}`);
    // A network has its place in name constraints only.
    if (name !== undefined && more.length === 0 && !(name.type === 'iPAddress' && value.includes('/'))) return name;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UsageError(`--san '${text}': ${error.message}`);
  }
  throw new UsageError(`--san '${text}' is not a single address; give ip:10.0.0.1 or ip:2001:db8::1`);
}

function asciiDomain(text: string): string {
  // ASCII is left as it is: the conversion refuses the `*` of wildcards on some platforms.
  return /^[ -~]*$/.test(text) ? text : domainToASCII(text);
}

/** The types of `--san`, with the labels that the library knows them by. */
export const SAN_TYPES: Readonly<Record<string, string>> = {
  dns: 'dNSName',
  ip: 'iPAddress',
  email: 'rfc822Name',
  uri: 'uniformResourceIdentifier',
  dn: 'directoryName',
  upn: 'upn',
  rid: 'registeredID',
  krb5: 'krb5principal',
  permanent: 'permanentIdentifier',
};
