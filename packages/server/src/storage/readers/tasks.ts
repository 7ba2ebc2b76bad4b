import { revokedCertificates } from './revoked-certificates.ts';

/** Every kind of work that a reader thread of the program does. Loaded in the thread; elsewhere only its type is needed. */
export const readerTasks = {
  'revoked-certificates': revokedCertificates,
};
