/** Which rules answer the validations of pkilint: a witness that others wrote. */
import { readFileSync } from 'node:fs';

/** The rules that find what a validation finds, any of which will do; or why there is none. */
export type PkilintRow = readonly string[] | string;

/** Rows of `pkilint.json`: validations of the levels ERROR and FATAL, by the first linter of this order that has them. */
interface PkilintRows {
  /** The release whose validations they are. */
  readonly version: string;
  /** Certificates by RFC 5280. */
  readonly pkix: Readonly<Record<string, PkilintRow>>;
  /** Certificates by the Baseline Requirements for TLS. */
  readonly serverauth: Readonly<Record<string, PkilintRow>>;
  /** Certificates by the Baseline Requirements for S/MIME. */
  readonly smime: Readonly<Record<string, PkilintRow>>;
  /** CRLs by RFC 5280 and the Baseline Requirements for TLS. */
  readonly crl: Readonly<Record<string, PkilintRow>>;
  /** OCSP responses. */
  readonly ocsp: Readonly<Record<string, PkilintRow>>;
}

export const PKILINT_ROWS = JSON.parse(readFileSync(new URL('pkilint.json', import.meta.url), 'utf8')) as PkilintRows;

/** All rows, by the code of the validation. */
export const PKILINT_VALIDATIONS: Readonly<Record<string, PkilintRow>> = {
  ...PKILINT_ROWS.pkix,
  ...PKILINT_ROWS.serverauth,
  ...PKILINT_ROWS.smime,
  ...PKILINT_ROWS.crl,
  ...PKILINT_ROWS.ocsp,
};
