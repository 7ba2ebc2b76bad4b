import type { Document } from '../../../configuration/index.ts';
import type { CertificateProfile } from '../../../profiles/index.ts';
import { CertificateStorageError } from '../../errors/index.ts';

/**
 * Refuses a profile under which certificates would not be stored whole: they could neither be revoked nor found. Such a profile may be
 * kept, and nothing is issued under it.
 *
 * @throws {@link CertificateStorageError}
 */
export function requireStorage({ name, value: { storage } }: Document<unknown, CertificateProfile>): void {
  if (!storage.certificates) throw new CertificateStorageError(name, 'useCertificateStorage');
  if (!storage.certificateData) throw new CertificateStorageError(name, 'storeCertificateData');
}
