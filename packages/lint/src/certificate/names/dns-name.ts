/** DNS names (RFC 1034 §3.5, RFC 1123 §2.1). */

/** Returns the labels of a name; one dot at its end is not a label. */
export function dnsLabels(name: string): readonly string[] {
  return name.split('.');
}

/** Returns whether a name is a fully qualified host name in the preferred syntax: letters, digits and inner hyphens, two labels or more. */
export function isHostName(name: string): boolean {
  return dnsLabels(name).length > 1 && isDomainName(name);
}

/** Returns whether a name has the preferred syntax, be it of one label. */
export function isDomainName(name: string): boolean {
  return DOMAIN_NAME.test(name);
}

/** Returns whether a name has the preferred syntax and at most 253 characters, and no label that stands for one of other characters. */
export function isPlainDnsName(name: string): boolean {
  return name.length <= 253 && !name.includes('--') && isDomainName(name);
}

const DOMAIN_NAME = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
