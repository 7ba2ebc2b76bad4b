import { type Authenticator, CredentialsRefusedError } from '../modules/access/index.ts';
import type { ClientCertificates } from '../modules/signing/index.ts';

/** The certificates of the signing service's clients, checked as those of administrators are. */
export function clientCertificates(authenticator: Authenticator): ClientCertificates {
  return {
    async verify(shown) {
      try {
        const found = await authenticator.authenticate({ kind: 'certificate', ...shown, remoteAddress: '' });
        return found.certificate;
      } catch (error) {
        if (error instanceof CredentialsRefusedError) return undefined;
        throw error;
      }
    },
  };
}
