/** Makes the certification request of a CA, for another CA to sign: of its present key, another one of its token, or a new one. */
import type { Certificate, Der } from '@sealwright/pki';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { CaReference } from '../authorities/index.ts';
import {
  type CaKeys,
  type ManagedCaDeps,
  type NextKeys,
  type RequestedKey,
  getRenewable,
  requireRenewable,
  withKeys,
  withNewKeys,
} from '../keys/index.ts';
import { makeCaRequest, readCaCertificates } from '../x509/index.ts';
import type { CaSigner } from '../issuance/index.ts';
import { type CaRequest, type CaStatus, updateOf } from '../records/index.ts';
import type { RequestCvCertificate } from './request-cv-certificate.ts';

/** What a request is asked for with. */
interface AskedRequest {
  readonly key: RequestedKey;
  /** PEM or base64. */
  readonly chain: readonly string[];
}

export interface RequestCaCertificateDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly signer: CaSigner;
  /** For CVC CAs. */
  readonly requestCvCertificate: RequestCvCertificate;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
}

export class RequestCaCertificate {
  readonly #deps: RequestCaCertificateDeps;

  constructor(deps: RequestCaCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * The request as it is encoded, PKCS#10 or, of a CVC CA, card verifiable. It is kept until its certificate is received, in the place of an earlier one; the CA goes on with the key it has.
   *
   * @throws {@link CaNotFoundError} also without access to the CA
   * @throws {@link CaStatusError}, {@link CaWithoutKeysError}, {UnknownKeyAliasError}, {CryptoTokenOfflineError}
   */
  async request(administrator: Administrator, reference: CaReference, asked: AskedRequest): Promise<Uint8Array> {
    const entry = { event: 'CA_SIGNREQUEST', actor: actorOf(administrator), details: { ...reference } } as const;
    return this.#deps.audit.recordingRefusal(entry, () => this.#request(administrator, reference, asked));
  }

  async #request(
    administrator: Administrator,
    reference: CaReference,
    { key, chain }: AskedRequest,
  ): Promise<Uint8Array> {
    const { kind, name } = await getRenewable(administrator, reference, this.#deps);
    if (kind === 'CVC') return this.#deps.requestCvCertificate.request(administrator, name, { key, chain });
    const certificates = readCaCertificates(chain);
    const ca = await requireRenewable(administrator, reference, STATUSES, this.#deps);
    const commit = (next: NextKeys) =>
      planAndCommit(() => this.#plan(administrator, reference, next, certificates), this.#deps.store);
    if (key.kind === 'new') return withNewKeys(administrator, ca, this.#deps, commit);
    const { alternativeKeyAlias, keySequence } = ca.state;
    return commit({ keyAlias: key.alias, alternativeKeyAlias, keySequence });
  }

  async #plan(
    administrator: Administrator,
    reference: CaReference,
    next: NextKeys,
    chain: readonly Certificate[],
  ): Promise<Plan<Der<'CertificationRequest'>>> {
    const { audit, keys, signer, tokens } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await requireRenewable(administrator, reference, STATUSES, this.#deps);
    await keys.requireUnshared(ca.authority.id, ca.settings.cryptoTokenId, [next.keyAlias, next.alternativeKeyAlias]);
    const der = await makeCaRequest(await withKeys(ca, next, tokens), signer);
    const request: CaRequest = { ...next, der, chain: chain.map((certificate) => certificate.der) };
    const entry = {
      event: 'CA_SIGNREQUEST',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: ca.authority.id,
      details: { name: ca.authority.name, keyAlias: next.keyAlias, keySequence: next.keySequence },
    } as const;
    return { unit: audit.unit([updateOf(ca.state, { request }), { op: 'epoch.move' }], [entry], epoch), result: der };
  }
}

/** Of a CA that has keys and may get another certificate. */
const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
