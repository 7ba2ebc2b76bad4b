import { DistinguishedName, PkiError } from '@sealwright/pki';
import type { WorkerDocument } from './worker-document.ts';

/** Tells whether a rule of the worker lets in certificates that a CA of that subject issued; the worker need not be usable. */
export function admitsIssuer({ settings }: WorkerDocument, subject: DistinguishedName): boolean {
  // An unusable document may hold anything.
  const rules: unknown = settings.rules;
  return Array.isArray(rules) && rules.some((rule) => namesIssuer(rule, subject));
}

/** Compares the name in both orders of its RDNs: some administrators write names in the order of X.500. */
function namesIssuer(rule: unknown, subject: DistinguishedName): boolean {
  const { issuer } = (rule ?? {}) as { readonly issuer?: unknown };
  if (typeof issuer !== 'string') return false;
  try {
    const name = DistinguishedName.parse(issuer);
    return name.equals(subject) || name.reversed().equals(subject);
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}
