import { qcStatements } from '../../certificate/extensions/qc-statements.ts';
import { certificateRule } from '../certificate-rule.ts';

export const qualifiedStatementVersion = certificateRule({
  name: 'rfc5280/qualified-statement-version',
  clause: 'RFC 3739 §3.2.6.1',
  level: 'warning',
  from: '2004-03-01',
  check: (certificate) =>
    certificate.value(qcStatements)?.includes(VERSION_1) === true
      ? 'qcStatements has the statement of RFC 3039, which RFC 3739 replaced'
      : undefined,
});

/** id-qcs-pkixQCSyntax-v1. */
const VERSION_1 = '1.3.6.1.5.5.7.11.1';
