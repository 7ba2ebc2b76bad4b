/** Dry run of the last steps to a certificate, without using a key and without storing anything. */
import { AppError } from '../../../kernel/errors.ts';
import type { CaSigner } from './ca-signer.ts';
import type { FindingOfLint, Linter } from './lint.ts';
import type { UnsignedCertificate } from './sign-certificate.ts';

/** Findings and refusals of the last steps to a certificate. */
export interface SignatureRehearsal {
  readonly findings: readonly FindingOfLint[];
  /** Errors that `signCertificate` would throw, in the order of its steps; it would throw only the first. */
  readonly refusals: readonly AppError[];
}

export interface RehearseSignatureDeps {
  readonly linter: Pick<Linter, 'findings'>;
  readonly signer: Pick<CaSigner, 'generation'>;
}

/** Lints a certificate that will not be signed, and checks whether the crypto token could sign it now. */
export async function rehearseSignature(
  { toBeSigned, key }: Pick<UnsignedCertificate, 'key' | 'toBeSigned'>,
  { linter, signer }: RehearseSignatureDeps,
): Promise<SignatureRehearsal> {
  const { findings, refusal } = await linter.findings(toBeSigned);
  const offline = await refusalOf(() => signer.generation(key));
  return { findings, refusals: [refusal, offline].filter((error) => error !== undefined) };
}

async function refusalOf(act: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
