import type { Certificate } from '@sealwright/pki';
import { type Authenticator, CredentialsRefusedError } from '../../access/index.ts';
import type { ClientCertificate } from '../worker-contract/index.ts';

/** Certificates of clients. TLS proves possession of their keys and no more. */
export class ClientCertificates {
  readonly #authenticator: Authenticator;

  /** @param authenticator - of clients, which need not be members of a role */
  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
  }

  /**
   * Checks a certificate as that of an administrator is: issued by a CA that this installation knows, for clients, valid now, and not revoked as
   * far as is known here. Undefined when it is not.
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
