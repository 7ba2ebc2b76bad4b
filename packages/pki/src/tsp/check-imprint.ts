/** The check of a message imprint against the table of digests (RFC 3161 §2.4.1). */
import { isNull } from '../algorithm/index.ts';
import { imprintAlgorithm, type ImprintAlgorithm } from './imprint-algorithms.ts';
import type { MessageImprint } from './message-imprint.ts';

/** The result of checking an imprint. */
export type ImprintCheck =
  | { readonly status: 'good'; readonly algorithm: ImprintAlgorithm }
  /** to be answered with badAlg (RFC 3161 §2.4.1) */
  | { readonly status: 'unknown-algorithm' }
  /** a digest of another length than its algorithm gives: to be answered with badDataFormat (RFC 3161 §2.4.2) */
  | { readonly status: 'bad-length'; readonly algorithm: ImprintAlgorithm };

/** Looks up the algorithm of `imprint`, which has no parameters or NULL, and holds the digest against its length. */
export function checkImprint({ hashAlgorithm, digest }: MessageImprint): ImprintCheck {
  const { oid, parameters } = hashAlgorithm;
  const algorithm = imprintAlgorithm(oid);
  if (algorithm === undefined || !(parameters === undefined || isNull(parameters)))
    return { status: 'unknown-algorithm' };
  return { status: digest.length === algorithm.length ? 'good' : 'bad-length', algorithm };
}
