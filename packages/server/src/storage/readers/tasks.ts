import { abandonedCrlParts } from './crls/abandoned-crl-parts.ts';
import { certificateCount } from './certificates/certificate-count.ts';
import { certificateSearch } from './certificates/certificate-search.ts';
import { endingCertificates } from './certificates/ending-certificates.ts';
import { endEntitySearch } from './end-entities/end-entity-search.ts';
import { expiredRevocations } from './crls/expired-revocations.ts';
import { krl } from './crls/krl.ts';
import { lintCrl } from './crls/crl-lint.ts';
import { mergedTextSegment } from './texts/merged-text-segment.ts';
import { textSegment } from './texts/text-segment.ts';
import { baseCrl, deltaCrl } from './crls/unsigned-crl.ts';
import { crlDifferences, inspectCrl } from './crls/uploaded-crl.ts';

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
