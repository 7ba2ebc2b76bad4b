import type { ClockBelief } from '../../kernel/clock-belief.ts';
import type { Clock } from '../../kernel/clock.ts';
import type {
  Authorities,
  CaSigner,
  CaStateStore,
  CertificateStore,
  CrlStore,
  Linter,
  OcspResponderStore,
} from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { CryptoTokens } from '../crypto-tokens/index.ts';
import { AnswerOcsp } from './answer-ocsp.ts';
import { OcspIssuers } from './ocsp-issuers.ts';
import { OcspSigners } from './ocsp-signers.ts';
import { SignOcsp } from './sign-ocsp.ts';

export interface OcspModuleDeps {
  readonly authorities: Authorities;
  readonly certificates: CertificateStore;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly configuration: Configuration;
  readonly crls: CrlStore;
  readonly linter: Linter;
  /** Receives why a request could not be answered. */
  readonly onFailed: (error: unknown) => void;
  readonly responders: OcspResponderStore;
  readonly signer: CaSigner;
  readonly states: CaStateStore;
  readonly tokens: CryptoTokens;
  /** Has the responders of CAs made that lack them. */
  readonly wakeRenewal: () => void;
}

/** Constructs the use case behind OCSP. */
export function ocspModule(deps: OcspModuleDeps) {
  return {
    answerOcsp: new AnswerOcsp({
      ...deps,
      issuers: new OcspIssuers(deps),
      signers: new OcspSigners(deps),
      sign: new SignOcsp(deps),
    }),
  };
}
