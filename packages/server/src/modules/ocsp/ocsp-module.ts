import type {
  Authorities,
  CaSigner,
  CaStateStore,
  CertificateStore,
  CrlStore,
  Linter,
  OcspResponderStore,
} from '../ca/index.ts';
import type { CryptoTokens } from '../crypto-tokens/index.ts';
import type { UseCaseDeps } from '../access/index.ts';
import { AnswerOcsp } from './answer-ocsp.ts';
import { OcspIssuers } from './ocsp-issuers.ts';
import { OcspSigners } from './ocsp-signers.ts';
import { PrepareOcsp } from './prepare-ocsp.ts';
import type { PreparedAnswerStore } from './prepared-answer.ts';
import { SignOcsp } from './sign-ocsp.ts';

export interface OcspModuleDeps extends Pick<
  UseCaseDeps,
  'configuration' | 'store' | 'clock' | 'clockBelief' | 'random' | 'ids'
> {
  readonly authorities: Authorities;
  readonly certificates: CertificateStore;
  readonly crls: CrlStore;
  readonly linter: Linter;
  /** Receives why a request could not be answered. */
  readonly onFailed: (error: unknown) => void;
  readonly prepared: PreparedAnswerStore;
  readonly responders: OcspResponderStore;
  readonly signer: CaSigner;
  readonly states: CaStateStore;
  readonly tokens: CryptoTokens;
  /** Has the responders of CAs made that lack them. */
  readonly wakeRenewal: () => void;
}

/** Constructs the use case behind OCSP, and the task that signs ahead of it. */
export function ocspModule(deps: OcspModuleDeps) {
  const parts = {
    ...deps,
    issuers: new OcspIssuers(deps),
    signers: new OcspSigners(deps),
    sign: new SignOcsp(deps),
  };
  return { answerOcsp: new AnswerOcsp(parts), prepareOcsp: new PrepareOcsp(parts) };
}
