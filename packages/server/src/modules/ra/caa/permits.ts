/** Decision of CAA records about an issuance (RFC 8659 §4, RFC 8657, RFC 9495). */
import type { CaaSettings } from '../../ca/index.ts';
import type { CaaRecord } from './caa-records.ts';
import { readIssueValue } from './issue-value.ts';

/** Kind of a name to be certified. */
export type NameKind = 'host name' | 'wildcard' | 'mail address';

/** Returns the reason why the records of a domain do not permit the CA to issue; undefined if they do. */
export function caaRefusal(records: readonly CaaRecord[], kind: NameKind, ca: CaaSettings): string | undefined {
  const unknown = records.find(({ isCritical, tag }) => isCritical && !KNOWN.has(tag.toLowerCase()));
  if (unknown !== undefined) return `the property '${unknown.tag}' is critical and not known here`;
  const properties = propertiesFor(records, kind);
  if (properties.length === 0) return undefined;
  const refusals = properties.map((property) => propertyRefusal(property, ca));
  return refusals.includes(undefined) ? undefined : [...new Set(refusals)].slice(0, MAX_SHOWN).join(', ');
}

/** Returns the addresses for reports about requests without permission. */
export function reportAddresses(records: readonly CaaRecord[]): readonly string[] {
  return records.filter(({ tag }) => tag.toLowerCase() === 'iodef').map(({ value }) => value);
}

function propertiesFor(records: readonly CaaRecord[], kind: NameKind): readonly CaaRecord[] {
  const of = (wanted: string) => records.filter(({ tag }) => tag.toLowerCase() === wanted);
  if (kind === 'mail address') return of('issuemail');
  const wild = kind === 'wildcard' ? of('issuewild') : [];
  return wild.length > 0 ? wild : of('issue');
}

function propertyRefusal({ tag, value }: CaaRecord, ca: CaaSettings): string | undefined {
  const read = readIssueValue(value);
  if (read === undefined) return `${tag} has a value that is malformed`;
  const { issuer, parameters } = read;
  if (issuer === '') return `${tag} permits nobody`;
  if (!ca.identities.includes(issuer)) return `${tag} permits '${issuer}'`;
  const tags = parameters.map(([name]) => name);
  for (const [name, parameter] of parameters) {
    if (tags.indexOf(name) !== tags.lastIndexOf(name)) return `${tag} has the parameter '${name}' twice`;
    // Account and validation method (RFC 8657 §3 and §4).
    const isMet =
      name === 'accounturi'
        ? ca.accountUris.includes(parameter)
        : name === 'validationmethods' && parameter.split(',').some((method) => ca.validationMethods.includes(method));
    if (!isMet) return `${tag} permits '${issuer}' with ${name}=${parameter}, which this CA does not meet`;
  }
  return undefined;
}

const KNOWN: ReadonlySet<string> = new Set(['issue', 'issuewild', 'issuemail', 'iodef']);
const MAX_SHOWN = 5;
