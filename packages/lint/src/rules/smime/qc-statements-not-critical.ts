import { certificateRule } from '../certificate-rule.ts';

export const qcStatementsNotCritical = certificateRule({
  name: 'smime/qc-statements-not-critical',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.k',
  from: '2023-09-01',
  check: (certificate) =>
    certificate.extension({ oid: '1.3.6.1.5.5.7.1.3' })?.critical === true ? 'qcStatements is critical' : undefined,
});
