import { PkiError } from '../errors.ts';
import type { Leniency } from './leniencies.ts';

/** Problems with a certificate or a CRL whose DER is in order. */
export type X509ErrorCode =
  /** the AlgorithmIdentifier inside what was signed differs from the one outside (RFC 5280 §4.1.1.2, §5.1.1.2) */
  | 'x509.algorithm_mismatch'
  /** an extension that stands twice (RFC 5280 §4.2) */
  | 'x509.duplicate_extension'
  /** a version that is not defined, or that forbids what follows */
  | 'x509.bad_version'
  /** something that is only overlooked in what others issued; `leniency` names it */
  | 'x509.nonconforming';

/** A certificate or a CRL that is refused. */
export class X509Error extends PkiError<X509ErrorCode> {
  /** Departure that `x509.nonconforming` reports. */
  readonly leniency: Leniency | undefined;

  constructor(code: X509ErrorCode, message: string, leniency?: Leniency) {
    super(code, message);
    this.leniency = leniency;
  }
}
