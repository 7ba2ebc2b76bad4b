/** The last steps to a certificate of any kind, in their order. */
import type { SignatureAlgorithm } from '@sealwright/pki';
import type { CommonCaSettings, WithKeys } from '../authorities/index.ts';
import type { CaKey, CaSigner } from './ca-signer.ts';
import type { IssuanceJournal, JournalEntry } from './issuance-journal.ts';
import type { Linter, ToBeSigned } from './lint.ts';
import type { LintWarnings } from './lint-warnings.ts';

export interface SignCertificateDeps {
  readonly linter: Linter;
  readonly journal: IssuanceJournal;
  readonly signer: CaSigner;
}

/** A certificate that is ready to be signed. */
export interface UnsignedCertificate {
  readonly toBeSigned: Exclude<ToBeSigned, { readonly kind: 'CRL' | 'OCSP response' }>;
  readonly key: CaKey & { readonly settings: Pick<CommonCaSettings, 'recordBeforeSigning'> & WithKeys };
  readonly algorithm: SignatureAlgorithm;
  readonly entry: Omit<JournalEntry, 'id' | 'createdMs' | 'tbs'>;
  /** As of {@link IssuanceJournal.record}. */
  readonly mayBeRecorded?: boolean;
}

/** The signature of a certificate. */
export interface CertificateSignature {
  readonly signature: Uint8Array;
  /** For the audit record of the issuance. */
  readonly lintWarnings: LintWarnings;
}

/**
 * Lints the certificate, records it where the CA wants that, and returns the signature of the CA's key over it and what lints warn of.
 *
 * @throws {@link LintRefusedError} before anything is recorded or signed
 * @throws {CryptoTokenOfflineError}, {@link CaSignatureError}; the record stays then, for nobody knows how far a device came
 */
export async function signCertificate(
  { toBeSigned, key, algorithm, entry, mayBeRecorded = false }: UnsignedCertificate,
  { linter, journal, signer }: SignCertificateDeps,
): Promise<CertificateSignature> {
  const { bytes: tbs, warnings } = await linter.lint(toBeSigned);
  await journal.record(key.settings, { ...entry, tbs }, { mayBeRecorded });
  return { signature: await signer.sign(key, algorithm, tbs), lintWarnings: warnings };
}
