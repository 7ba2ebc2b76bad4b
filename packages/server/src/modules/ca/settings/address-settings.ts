/** Addresses in the settings of a CA that its certificates and CRLs contain. */
import { uriOfIri } from '@sealwright/pki';
import { Type } from 'typebox';
import type { ReportProblem } from '../../configuration/index.ts';

/** Returns the schema of a list of addresses. */
export const uris = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { description, maxItems: 32, default: [] });

/** Returns the addresses as certificates contain them; those with characters beyond ASCII as URIs (RFC 5280 §7.4). Reports invalid addresses. */
export function addressesOf<Field extends string>(
  settings: Readonly<Record<Field, readonly string[]>>,
  field: Field,
  report: ReportProblem,
): readonly string[] {
  return settings[field].flatMap((address, index) => {
    const uri = uriOfIri(address);
    if (uri !== undefined) return [uri];
    report(
      `${field}[${index}]`,
      `is '${address.toWellFormed()}', which cannot be written as a URI (RFC 3987 §3.1); http://ca.example.com/ca.crl is one`,
    );
    return [];
  });
}
