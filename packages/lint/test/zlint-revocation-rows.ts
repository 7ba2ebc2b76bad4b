/** Which rules answer the lints of zlint on CRLs and OCSP responses. */
import { readFileSync } from 'node:fs';

/** Rows of `zlint-revocation.json`: of each lint of the level error, the rules that find what it finds, any of which will do. */
interface ZlintRevocationRows {
  /** The release whose lints they are. */
  readonly version: string;
  readonly crl: Readonly<Record<string, readonly string[]>>;
  readonly ocsp: Readonly<Record<string, readonly string[]>>;
}

export const ZLINT_REVOCATION_ROWS = JSON.parse(
  readFileSync(new URL('zlint-revocation.json', import.meta.url), 'utf8'),
) as ZlintRevocationRows;
