import { abandonedCrlParts } from './abandoned-crl-parts.ts';
import { certificateCount } from './certificate-count.ts';
import { certificateSearch } from './certificate-search.ts';
import { endingCertificates } from './ending-certificates.ts';
import { endEntitySearch } from './end-entity-search.ts';
import { expiredRevocations } from './expired-revocations.ts';
import { krl } from './krl.ts';
import { lintCrl } from './crl-lint.ts';
import { mergedTextSegment } from './merged-text-segment.ts';
import { textSegment } from './text-segment.ts';
import { baseCrl, deltaCrl } from './unsigned-crl.ts';
import { crlDifferences, inspectCrl } from './uploaded-crl.ts';

/** Every kind of work that a reader thread of the program does. Loaded in the thread; elsewhere only its type is needed. */
export const readerTasks = {
  'abandoned-crl-parts': abandonedCrlParts,
  'base-crl': baseCrl,
  'certificate-count': certificateCount,
  'certificate-search': certificateSearch,
  'delta-crl': deltaCrl,
  'ending-certificates': endingCertificates,
  'end-entity-search': endEntitySearch,
  'expired-revocations': expiredRevocations,
  krl,
  'lint-crl': lintCrl,
  'inspect-crl': inspectCrl,
  'merged-text-segment': mergedTextSegment,
  'text-segment': textSegment,
  'crl-differences': crlDifferences,
};
