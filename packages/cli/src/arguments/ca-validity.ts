/** The validity of a CA that was cut to that of the CA above it. */
import { Certificate, parsePem } from '@sealwright/pki';
import { formatMoment } from './moment.ts';
import type { CaState } from '../rest/ca-administration-rest.ts';

/** Says that the certificate of a CA ends with the one above it, which cuts what its settings ask for. */
export function caValidityWarnings({ name, type, chain }: CaState): readonly string[] {
  if (type !== 'X509') return [];
  const [own, above] = chain.slice(0, 2).map((pem) => Certificate.parse(parsePem(pem)[0]!.der));
  if (own === undefined || above === undefined || own.notAfter !== above.notAfter) return [];
  const issuer = above.subject.toString();
  return [
    `the validity is cut: the certificate of '${issuer}' ends at ${formatMoment(own.notAfter)}, and so does that of '${name}'`,
  ];
}
