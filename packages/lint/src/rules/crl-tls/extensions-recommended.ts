import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { crlNumber, issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const extensionsRecommended = crlRule({
  name: 'crl-tls/extensions-recommended',
  clause: 'Baseline Requirements 7.2.2',
  level: 'warning',
  from: '2024-03-15',
  check: ({ extensions: { all } }) =>
    all.filter(({ oid }) => !RECOMMENDED.has(oid)).map(({ oid }) => `the extension ${oid} is not recommended in CRLs`),
});

const RECOMMENDED: ReadonlySet<string> = new Set([
  authorityKeyIdentifier.oid,
  crlNumber.oid,
  issuingDistributionPoint.oid,
]);
