/** Rules of RFC 6960 and the RFCs that it names, on OCSP responses, a file each. */
import type { OcspRule } from '../ocsp-rule.ts';
import { booleanValue } from '../rfc5280/boolean-value.ts';
import { minimalInteger } from '../rfc5280/minimal-integer.ts';
import { minimalLength } from '../rfc5280/minimal-length.ts';
import { archiveCutoffDate } from './archive-cutoff-date.ts';
import { certificateIdHash } from './certificate-id-hash.ts';
import { defaultNotWritten } from './default-not-written.ts';
import { delegatedResponder } from './delegated-responder.ts';
import { extendedRevokeNotCritical } from './extended-revoke-not-critical.ts';
import { extendedRevokePlace } from './extended-revoke-place.ts';
import { extendedRevokePresent } from './extended-revoke-present.ts';
import { extensionValue } from './extension-value.ts';
import { extensionsNotEmpty } from './extensions-not-empty.ts';
import { extensionsUnique } from './extensions-unique.ts';
import { nextUpdateOrder } from './next-update-order.ts';
import { nonceLength } from './nonce-length.ts';
import { reasonValue } from './reason-value.ts';
import { responderId } from './responder-id.ts';
import { responseBytes } from './response-bytes.ts';
import { responseStatus } from './response-status.ts';
import { responseType } from './response-type.ts';
import { responsesNotEmpty } from './responses-not-empty.ts';
import { responsesUnique } from './responses-unique.ts';
import { revocationTimeOrder } from './revocation-time-order.ts';
import { serialNumberLength } from './serial-number-length.ts';
import { serialNumberPositive } from './serial-number-positive.ts';
import { signatureParameters } from './signature-parameters.ts';
import { thisUpdateOrder } from './this-update-order.ts';
import { timeForm } from './time-form.ts';
import { version1 } from './version-1.ts';

export const OCSP_RULES: readonly OcspRule[] = [
  booleanValue,
  minimalInteger,
  minimalLength,
  archiveCutoffDate,
  certificateIdHash,
  defaultNotWritten,
  delegatedResponder,
  extendedRevokeNotCritical,
  extendedRevokePlace,
  extendedRevokePresent,
  extensionValue,
  extensionsNotEmpty,
  extensionsUnique,
  nextUpdateOrder,
  nonceLength,
  reasonValue,
  responderId,
  responseBytes,
  responseStatus,
  responseType,
  responsesNotEmpty,
  responsesUnique,
  revocationTimeOrder,
  serialNumberLength,
  serialNumberPositive,
  signatureParameters,
  thisUpdateOrder,
  timeForm,
  version1,
];
