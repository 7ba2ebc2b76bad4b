/**
 * The Public Suffix List, loaded when a name is first held against it. Imported dynamically, as `kernel/yaml.ts` is: the package itself cannot be,
 * because it is CommonJS.
 */
import { parse } from 'tldts';

/** Standing of a host name in the domain name system. */
export interface HostNameStanding {
  /** True when others register their names right below it. */
  readonly isPublicSuffix: boolean;
  /** True when its top-level domain exists, and nothing sets the name aside for other uses than the internet. */
  readonly isGlobal: boolean;
}

/** Looks a host name up, in A-labels of any case. Suffixes are those of registries: the private section of the list is not used. */
export function standingOf(hostName: string): HostNameStanding {
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

/** Special-use names that one holder has all over the world: onion services by their key (RFC 7686 §1), and the examples that IANA holds (RFC 2606 §3). */
const GLOBAL = /(?:^|\.)(?:onion|example\.(?:com|net|org))$/;
