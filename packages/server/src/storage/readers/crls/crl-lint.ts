/** Lints a CRL that is to be signed, a step at a time. It is here for the thread: no database is read. */
import { CrlLint, type CrlLintOptions, type Finding } from '@sealwright/lint';
import type { Reads } from '../../sql/index.ts';

export interface CrlLintInput {
  /** They fill their buffer. */
  readonly octets: Uint8Array;
  /** Where the CRL begins and ends in them. */
  readonly start: number;
  readonly end: number;
  readonly options: CrlLintOptions;
}

export interface CrlLintResult {
  /** The octets that were given, to be handed back without a copy. */
  readonly octets: Uint8Array;
  readonly findings: readonly Finding[];
}

export const lintCrl = {
  async *run(
    _reads: Reads,
    { octets, start, end, options }: CrlLintInput,
  ): AsyncGenerator<undefined, CrlLintResult, void> {
    const lint = new CrlLint('TBSCertList', options);
    for (let at = start; at < end; at += OCTETS_PER_STEP) {
      lint.update(octets.subarray(at, Math.min(at + OCTETS_PER_STEP, end)));
      yield undefined;
    }
    return { octets, findings: lint.finish() };
  },
};

/** A few milliseconds. */
const OCTETS_PER_STEP = 1024 * 1024;
