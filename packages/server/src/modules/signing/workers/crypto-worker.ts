import type { CryptoWorkerKind } from '../worker-contract/index.ts';

/** Signs nothing itself: its properties say which crypto token other workers use, and by default which key. */
export const cryptoWorkerKind: CryptoWorkerKind = {
  type: 'CRYPTO_WORKER',
  className: 'org.signserver.server.signers.CryptoWorker',
};
