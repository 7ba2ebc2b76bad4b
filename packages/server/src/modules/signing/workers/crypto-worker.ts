import type { CryptoWorkerKind } from '../worker-contract/index.ts';

/** The crypto worker, which signs nothing itself: its properties give other workers their crypto token and default key. */
export const cryptoWorkerKind: CryptoWorkerKind = {
  type: 'CRYPTO_WORKER',
  className: 'org.signserver.server.signers.CryptoWorker',
};
