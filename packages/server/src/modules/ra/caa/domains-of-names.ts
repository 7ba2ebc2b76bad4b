/** Domains with CAA records relevant to the names of a certificate. */
import { domainToASCII } from 'node:url';
import { AttributeType, type DistinguishedName, type GeneralName } from '@sealwright/pki';
import { isInternetName, readHostName } from '../../ca/index.ts';
import type { NameKind } from './permits.ts';

/** A name, and the domain where the search for its records starts. */
export interface NameWithDomain {
  readonly name: string;
  readonly kind: NameKind;
  /** Domain in lower case. */
  readonly domain: string;
}

/**
 * Returns the names to which CAA records apply, without duplicates: internet host names among the alternative names, common names that look like host
 * names, and mail addresses in internet domains.
 */
export async function domainsOf(
  subject: DistinguishedName,
  alternativeNames: readonly GeneralName[],
): Promise<readonly NameWithDomain[]> {
  const found = new Map<string, NameWithDomain>();
  const add = async (name: string, kind: NameKind, domain: string) => {
    const key = `${kind} ${domain}`;
    if (!found.has(key) && DOMAIN.test(domain) && (await isInternetName(domain)))
      found.set(key, { name, kind, domain });
  };
  const addHost = (name: string, lower: string) =>
    lower.startsWith('*.') ? add(name, 'wildcard', lower.slice(2)) : add(name, 'host name', lower);
  for (const name of alternativeNames) {
    if (name.type === 'dNSName') await addHost(name.value, name.value.toLowerCase());
    if (name.type === 'rfc822Name')
      await add(name.value, 'mail address', name.value.slice(name.value.lastIndexOf('@') + 1).toLowerCase());
  }
  for (const name of subject.values(AttributeType.commonName)) {
    const lower = readHostName(name).toLowerCase();
    await addHost(name, /[^\0-\u{7F}]/u.test(lower) ? domainToASCII(lower) : lower);
  }
  return [...found.values()];
}

/** Two or more labels of a name that DNS can resolve (RFC 7686 §2). */
const DOMAIN = /^(?=.{1,253}$)(?!.*\.onion$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;
