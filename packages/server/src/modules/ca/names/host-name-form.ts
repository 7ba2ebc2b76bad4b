/** The preferred form of host names (RFC 1034 §3.5, RFC 1123 §2.1). */
import { domainToASCII, domainToUnicode } from 'node:url';
import { isALabel } from '@sealwright/lint';

/** Returns a description of the defect of a host name and the correct form; undefined for a name in the preferred form. */
export function hostNameFault(hostName: string): string | undefined {
  if (hostName === '') return 'it is empty';
  if (/[^\0-\u{7F}]/u.test(hostName)) return inALabels(hostName);
  if (hostName.length > MAX_NAME) return `it has ${hostName.length} characters, and ${MAX_NAME} are the most`;
  const labels = hostName.split('.');
  const fault = labels.map(labelFault).find((found) => found !== undefined);
  if (fault !== undefined) return fault;
  return /^\d+$/.test(labels.at(-1)!)
    ? `its last label is the number ${labels.at(-1)}, as of an IP address`
    : undefined;
}

function labelFault(label: string): string | undefined {
  if (label === '') return 'one of its labels is empty';
  if (label.length > MAX_LABEL)
    return `the label '${label.slice(0, 16)}...' has ${label.length} characters, and ${MAX_LABEL} are the most`;
  const [strange] = /[^A-Za-z0-9-]/.exec(label) ?? [];
  if (strange !== undefined) return `the label '${label}' has '${strange}'; letters, digits and hyphens are right`;
  if (/^-|-$/.test(label)) return `the label '${label}' begins or ends with a hyphen`;
  if (!/^..--/.test(label)) return undefined;
  if (!/^xn--/i.test(label)) return `the label '${label}' has two hyphens where only those of xn-- are right`;
  // Characters that no domain name has (UTS #46) are left encoded.
  const isInternational = isALabel(label) && domainToUnicode(label) !== label.toLowerCase();
  return isInternational ? undefined : `the label '${label}' says no international label`;
}

function inALabels(hostName: string): string {
  const right = domainToASCII(hostName);
  return `it has characters beyond ASCII${right === '' ? '; international labels are written with xn--' : `; '${right}' is right`}`;
}

const MAX_NAME = 253;
const MAX_LABEL = 63;
