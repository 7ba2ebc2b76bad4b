/** Reasons of revocation as they are typed. */
import { REVOCATION_REASONS } from '@sealwright/pki';
import { UsageError } from '../errors.ts';

/** All that a certificate can be revoked for, or released with. */
export const REASONS: readonly string[] = Object.keys(REVOCATION_REASONS);

/** Reasons of a permanent revocation. */
export const FINAL_REASONS: readonly string[] = REASONS.filter(
  (reason) => reason !== 'CERTIFICATE_HOLD' && reason !== 'REMOVE_FROM_CRL',
);

/**
 * The reason that `text` names, in any case, and with `-` for `_`: `key-compromise`.
 *
 * @throws {@link UsageError} when it is none of `reasons`
 */
export function parseReason(text: string, reasons: readonly string[]): string {
  const reason = text.toUpperCase().replaceAll('-', '_');
  if (reasons.includes(reason)) return reason;
  throw new UsageError(`--reason is '${text}'; it has to be one of ${reasons.join(', ')}`);
}
