import type { Certificate } from '@sealwright/pki';
import { type Authenticator, CredentialsRefusedError } from '../../access/index.ts';
import type { ClientCertificate } from '../worker-contract/index.ts';

/** Verification of client certificates. TLS proves only possession of their keys. */
export class ClientCertificates {
  readonly #authenticator: Authenticator;

  /** @param authenticator - authenticator of clients, which need not be members of a role */
  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
  }

  /**
   * Checks a certificate like that of an administrator: it must be issued by a known CA, be for client authentication, be valid now, and not be
   * known as revoked. Returns undefined otherwise.
   */
  async verify(shown: ClientCertificate): Promise<Certificate | undefined> {
    try {
      const found = await this.#authenticator.authenticate({ kind: 'certificate', ...shown, remoteAddress: '' });
      return found.certificate;
    } catch (error) {
      if (error instanceof CredentialsRefusedError) return undefined;
      throw error;
    }
  }
}
