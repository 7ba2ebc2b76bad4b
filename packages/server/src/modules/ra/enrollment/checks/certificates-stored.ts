import type { Document } from '../../../configuration/index.ts';
import type { CertificateProfile } from '../../../profiles/index.ts';
import { CertificateStorageError } from '../../errors/index.ts';

/**
 * Refuses a profile under which certificates would not be stored completely, since they could be neither revoked nor found. Such profiles may exist,
 * but nothing is issued under them.
 *
 * @throws {@link CertificateStorageError}
 */
export function requireStorage({ name, value: { storage } }: Document<unknown, CertificateProfile>): void {
  if (!storage.certificates) throw new CertificateStorageError(name, 'useCertificateStorage');
  if (!storage.certificateData) throw new CertificateStorageError(name, 'storeCertificateData');
}
