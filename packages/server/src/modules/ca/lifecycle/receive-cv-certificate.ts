/** Takes the certificate that a country verifying CA elsewhere made of a document verifier's request. */
import { compareBytes, type CvCertificate, dayOf } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import { type CaRequest, type CaStatus, keepFormerCertificate, updateOf } from '../records/index.ts';
import { type ManagedCaDeps, type ManagedCvcCa, cvcKey, requireRenewableCvc } from '../keys/index.ts';
import { cvChainOf, readCvCertificates } from '../cvc/index.ts';
import { CaCertificateError, cvValidity } from '../authorities/index.ts';
import { CaSignerError } from './errors.ts';

export interface ReceiveCvCertificateDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly tokens: CryptoTokens;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
}

export class ReceiveCvCertificate {
  readonly #deps: ReceiveCvCertificateDeps;

  constructor(deps: ReceiveCvCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the CA sign under its new certificate from now on, with the key of its request. One that waited for it becomes active; the
   * certificate before is kept.
   *
   * @param certificates - PEM or base64 of the certificate and of the country verifying CA's, in any order; the latter may have come with
   *   the request, or stand above the present certificate
   * @throws {@link CaCertificateError} when it is not for the requested key and reference, or does not hold
   * @throws {@link CaSignerError} when the CA has made no request, or is not signed elsewhere
   */
  async receive(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const read = readCvCertificates(certificates);
    await planAndCommit(() => this.#plan(administrator, name, read), this.#deps.store);
  }

  async #plan(
    administrator: Administrator,
    name: string,
    certificates: readonly CvCertificate[],
  ): Promise<Plan<undefined>> {
    const { audit } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await requireRenewableCvc(administrator, { name }, STATUSES, this.#deps);
    const request = requireRequest(ca);
    const chain = await this.#chainFor(ca, request, certificates);
    const [certificate] = chain;
    const { state } = ca;
    const { keyAlias, alternativeKeyAlias, keySequence } = request;
    const { notAfter } = cvValidity(certificate);
    const update = updateOf(state, {
      status: state.status === 'WAITING_CERTIFICATE_RESPONSE' ? 'ACTIVE' : state.status,
      keyAlias,
      alternativeKeyAlias,
      keySequence,
      previousKeyAlias: keyAlias === state.keyAlias ? state.previousKeyAlias : state.keyAlias,
      request: undefined,
      chain: chain.map(({ der }) => der),
      notAfter,
    });
    const entry = {
      event: state.chain.length === 0 ? 'CA_KEYACTIVATE' : 'CA_RENEWED',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: state.caId,
      details: { name, keyAlias, holder: certificate.holder.text, authority: certificate.authority.text, notAfter },
    } as const;
    const writes = [...keepFormerCertificate(state, this.#deps), update, { op: 'epoch.move' }];
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }

  async #chainFor(ca: ManagedCvcCa, request: CaRequest, certificates: readonly CvCertificate[]) {
    const { tokens, clock } = this.#deps;
    const { holder, publicKey } = await cvcKey(ca, request, tokens);
    const certificate = certificates.find((one) => one.holder.equals(holder));
    if (certificate === undefined) throw new CaCertificateError(`None of the certificates is for ${holder.text}.`);
    const expected = readCvCertificates(request.chain.map((der) => der.toBase64()));
    const others = [...certificates, ...expected, ...ca.authority.chain];
    const chain = cvChainOf(certificate, others, dayOf(nowSeconds(clock)));
    const certified = certificate.publicKey.inheriting(chain[1].publicKey);
    if (compareBytes(certified.key.der, publicKey.key.der) !== 0)
      throw new CaCertificateError(`The certificate of ${holder.text} is not for the key that was requested.`);
    if (certified.algorithm !== publicKey.algorithm) {
      const algorithms = `${certified.algorithm.name}, and the CA signs with ${publicKey.algorithm.name}`;
      throw new CaCertificateError(`The certificate of ${holder.text} says that its key signs with ${algorithms}.`);
    }
    return chain;
  }
}

function requireRequest({ authority: { name }, settings, state }: ManagedCvcCa): CaRequest {
  if (settings.certificate.signedBy !== 'External CA') {
    throw new CaSignerError(`CA '${name}' is signed here and takes no certificate from elsewhere. Renew it instead.`);
  }
  if (state.request !== undefined) return state.request;
  throw new CaSignerError(`CA '${name}' waits for no certificate. Make a request first.`);
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
