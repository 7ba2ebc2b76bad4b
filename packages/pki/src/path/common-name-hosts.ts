/** Hosts that a verifier may read from the common names of a subject, though RFC 9525 §2 leaves them out. */
import { parseIpAddress } from '../general-name/index.ts';
import { AttributeType, type DistinguishedName } from '../name/index.ts';
import type { ConstrainedName } from './name-subtrees.ts';

/**
 * The common names that look like a host: two labels or more of letters, digits, hyphens and underscores, the first of which may be a wildcard, as
 * OpenSSL (`NAME_CONSTRAINTS_check_CN`) and NSS tell them from other names. An address in digits and dots is both a host, to
 * OpenSSL, and an address, to NSS.
 */
export function hostsOfCommonNames(subject: DistinguishedName): readonly ConstrainedName[] {
  return subject.values(AttributeType.commonName).flatMap((text): ConstrainedName[] => {
    const address = parseIpAddress(text);
    const addresses = address === undefined ? [] : [{ type: 'iPAddress', value: address } as const];
    return text.length <= MAX_HOST && HOST.test(text) ? [{ type: 'dNSName', value: text }, ...addresses] : addresses;
  });
}

const HOST = /^(?:\*\.)?[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)+$/;
const MAX_HOST = 253;
