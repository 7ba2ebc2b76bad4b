/** Name constraints as administrators write them, one subtree per line (RFC 5280 §4.2.1.10). */
import {
  DistinguishedName,
  type GeneralName,
  type GeneralSubtree,
  type NameConstraints,
  parseIpNetwork,
  PkiError,
} from '@sealwright/pki';
import type { ReportProblem } from '../../configuration/index.ts';

/**
 * Reads the subtrees, and reports text that is not a subtree.
 *
 * `example.com` means the domain and its subdomains, `.example.com` only its subdomains; `@example.com` all mailboxes of one host,
 * `somebody@example.com` one mailbox; `10.0.0.0/8` a range of addresses; `uri:example.com` the host of URIs; `O=Example,C=SE` all names below a
 * distinguished name.
 */
export function nameConstraintsOf(
  { permitted, excluded }: { readonly permitted: readonly string[]; readonly excluded: readonly string[] },
  report: ReportProblem,
): NameConstraints {
  const permittedSubtrees = subtrees('nameConstraintsPermitted', permitted, report);
  const excludedSubtrees = subtrees('nameConstraintsExcluded', excluded, report);
  return {
    ...(permittedSubtrees.length > 0 && { permittedSubtrees }),
    ...(excludedSubtrees.length > 0 && { excludedSubtrees }),
  };
}

function subtrees(field: string, texts: readonly string[], report: ReportProblem): GeneralSubtree[] {
  return texts.flatMap((text, index) => {
    const base = baseOf(text);
    if (base !== undefined) return [{ base, minimum: 0 }];
    report(`${field}[${index}]`, `is '${text}', which is not a domain, mailbox, range of addresses, URI host or name`);
    return [];
  });
}

function baseOf(text: string): GeneralName | undefined {
  if (text.startsWith('uri:')) return { type: 'uniformResourceIdentifier', value: text.slice('uri:'.length) };
  if (text.startsWith('@')) return { type: 'rfc822Name', value: text.slice(1) };
  if (text.includes('=')) return directoryName(text);
  if (text.includes('@')) return { type: 'rfc822Name', value: text };
  if (text.includes('/')) {
    const value = parseIpNetwork(text);
    return value && { type: 'iPAddress', value };
  }
  return /^[\w.-]+$/.test(text) ? { type: 'dNSName', value: text } : undefined;
}

function directoryName(text: string): GeneralName | undefined {
  try {
    return { type: 'directoryName', value: DistinguishedName.parse(text) };
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}
