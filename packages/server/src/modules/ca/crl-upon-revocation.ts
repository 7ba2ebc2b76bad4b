import type { CertificateAuthority } from './certificate-authority.ts';
import type { CreateCrl } from './create-crl.ts';

/** Makes the CRL of CAs that issue one upon every revocation. */
export class CrlUponRevocation {
  readonly #createCrl: CreateCrl;
  readonly #onFailed: (error: unknown) => void;

  /** @param onFailed - told of a CRL that could not be made, which nobody waits for */
  constructor(createCrl: CreateCrl, onFailed: (error: unknown) => void) {
    this.#createCrl = createCrl;
    this.#onFailed = onFailed;
  }

  /**
   * Call it once the revocations are durable.
   *
   * They stand whether or not a CRL can be made now, and whoever revoked has to hear so; the CRL that is due next carries them in any
   * case. So this does not throw.
   */
  async issue(authorities: Iterable<CertificateAuthority>): Promise<void> {
    for (const { settings } of authorities) {
      if (!settings.crlUponRevocation) continue;
      try {
        await this.#createCrl.create({ kind: 'system' }, settings.subject.toString(), 'base');
      } catch (error) {
        this.#onFailed(error);
      }
    }
  }
}
