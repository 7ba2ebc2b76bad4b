/** The last steps to a certificate of any kind, in order. */
import type { SignatureAlgorithm } from '@sealwright/pki';
import type { CommonCaSettings, WithKeys } from '../kinds/index.ts';
import type { CaKey, CaSigner } from './ca-signer.ts';
import type { IssuanceJournal, JournalEntry } from './issuance-journal.ts';
import type { Linter, ToBeSigned } from './lint.ts';
import type { LintWarnings } from './lint-warnings.ts';

export interface SignCertificateDeps {
  readonly linter: Linter;
  readonly journal: IssuanceJournal;
  readonly signer: CaSigner;
}

/** A certificate ready to be signed. */
export interface UnsignedCertificate {
  readonly toBeSigned: Exclude<ToBeSigned, { readonly kind: 'CRL' | 'OCSP response' }>;
  readonly key: CaKey & { readonly settings: Pick<CommonCaSettings, 'recordBeforeSigning'> & WithKeys };
  readonly algorithm: SignatureAlgorithm;
  readonly entry: Omit<JournalEntry, 'id' | 'createdMs' | 'tbs'>;
  /** As in {@link IssuanceJournal.record}. */
  readonly mayBeRecorded?: boolean;
}

/** The signature of a certificate. */
export interface CertificateSignature {
  readonly signature: Uint8Array;
  /** Lint warnings for the audit record of the issuance. */
  readonly lintWarnings: LintWarnings;
}

/**
 * Lints the certificate, records it if the CA's settings require that, and returns the signature of the CA's key with the lint warnings.
 *
 * @throws {@link LintRefusedError} before anything is recorded or signed
 * @throws {CryptoTokenOfflineError}, {@link CaSignatureError}; the record stays, since a device may have made the signature before it failed
 */
export async function signCertificate(
  { toBeSigned, key, algorithm, entry, mayBeRecorded = false }: UnsignedCertificate,
  { linter, journal, signer }: SignCertificateDeps,
): Promise<CertificateSignature> {
  const { bytes: tbs, warnings } = await linter.lint(toBeSigned);
  await journal.record(key.settings, { ...entry, tbs }, { mayBeRecorded });
  return { signature: await signer.sign(key, algorithm, tbs), lintWarnings: warnings };
}
