/** Uses the installed package: lints octets that are not a certificate. */
import assert from 'node:assert/strict';
import { lintCertificate } from '@sealwright/lint';

assert.deepEqual(
  lintCertificate(Uint8Array.of(0x30, 0x00)).map(({ rule, level }) => [rule, level]),
  [['rfc5280/readable', 'error']],
);
