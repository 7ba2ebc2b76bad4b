/**
 * The Public Suffix List, loaded when a name is first checked against it. This file is imported dynamically, as `kernel/formats/yaml.ts` is; the package
 * itself cannot be, because it is CommonJS.
 */
import { parse } from 'tldts';

/** Kind of a host name in the domain name system. */
export interface HostNameKind {
  /** True if others register names directly below it. */
  readonly isPublicSuffix: boolean;
  /** True if its top-level domain exists and the name is not reserved for special use. */
  readonly isGlobal: boolean;
}

/** Looks up a host name, in A-labels of any case. Only suffixes of registries count; the private section of the list is not used. */
export function kindOfHostName(hostName: string): HostNameKind {
  const name = hostName.toLowerCase();
  const { domain, isIcann, isSpecialUse } = parse(name, OPTIONS);
  const isSetAside = isSpecialUse === true && !GLOBAL.test(name);
  return { isPublicSuffix: isIcann === true && domain === null, isGlobal: isIcann === true && !isSetAside };
}

const OPTIONS = {
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
  detectSpecialUse: true,
} as const;

/** Special-use names that have one owner worldwide: onion services, identified by their key (RFC 7686 §1), and the example domains of IANA (RFC 2606 §3). */
const GLOBAL = /(?:^|\.)(?:onion|example\.(?:com|net|org))$/;
