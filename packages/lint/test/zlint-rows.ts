/** Which rules answer the lints of zlint: a witness that others wrote. */
import { readFileSync } from 'node:fs';

/** The rules that find what a lint finds, any of which will do; or why there is none. */
export type ZlintRow = readonly string[] | string;

/** Rows of `zlint.json`: lints of certificates of the level error, by their source. */
interface ZlintRows {
  /** The release whose lints they are. */
  readonly version: string;
  /** Lints of RFC 5280, and of RFCs that it names. */
  readonly rfc: Readonly<Record<string, ZlintRow>>;
  /** Lints of the Baseline Requirements for TLS. */
  readonly cabf_br: Readonly<Record<string, ZlintRow>>;
  /** Lints of those for S/MIME. */
  readonly cabf_smime_br: Readonly<Record<string, ZlintRow>>;
  /** Lints of those for code signing. */
  readonly cabf_cs_br: Readonly<Record<string, ZlintRow>>;
  /** Lints that no document demands. */
  readonly community: Readonly<Record<string, ZlintRow>>;
  /** Reasons why the lints of other sources have no rows. */
  readonly sourcesWithoutRows: Readonly<Record<string, string>>;
}

export const ZLINT_ROWS = JSON.parse(readFileSync(new URL('zlint.json', import.meta.url), 'utf8')) as ZlintRows;

/** All rows, by the name of the lint. */
export const ZLINT_LINTS: Readonly<Record<string, ZlintRow>> = {
  ...ZLINT_ROWS.rfc,
  ...ZLINT_ROWS.cabf_br,
  ...ZLINT_ROWS.cabf_smime_br,
  ...ZLINT_ROWS.cabf_cs_br,
  ...ZLINT_ROWS.community,
};
