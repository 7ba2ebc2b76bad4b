/** Takes the certificate that another CA made of a CA's request. */
import { type Certificate, compareBytes, type PublicKey } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import { type CaRequest, type CaStatus, keepFormerCertificate, updateOf } from '../records/index.ts';
import { CaCertificateError, issuerOf } from '../authorities/index.ts';
import { CaSignerError } from './errors.ts';
import { type ManagedCa, type ManagedCaDeps, getRenewable, requireRenewable, withKeys } from '../keys/index.ts';
import type { ReceiveCvCertificate } from './receive-cv-certificate.ts';
import { caChainOf, readCaCertificates } from '../x509/index.ts';
import type { UpdateCrls } from '../crls/index.ts';

export interface ReceiveCaCertificateDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly tokens: CryptoTokens;
  /** For CVC CAs. */
  readonly receiveCvCertificate: ReceiveCvCertificate;
  readonly updateCrls: Pick<UpdateCrls, 'updateCa'>;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
}

export class ReceiveCaCertificate {
  readonly #deps: ReceiveCaCertificateDeps;

  constructor(deps: ReceiveCaCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the CA sign under its new certificate from now on, with the key of its request. One that waited for it becomes active; the
   * certificate before is kept.
   *
   * @param certificates - PEM or base64 of the certificate and of those above it, in any order; what is missing is looked for among
   *   those that the request came with, those above its present certificate, and the CAs of this installation
   * @throws {@link CaCertificateError} when it is not for the requested key and name, or its chain is not one of CAs
   * @throws {@link CaSignerError} when the CA has made no request, or is not signed elsewhere
   */
  async receive(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const entry = { event: 'CA_RENEWED', actor: actorOf(administrator), details: { name } } as const;
    await this.#deps.audit.recordingRefusal(entry, () => this.#receive(administrator, name, certificates));
  }

  async #receive(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const { kind } = await getRenewable(administrator, { name }, this.#deps);
    if (kind === 'CVC') return this.#deps.receiveCvCertificate.receive(administrator, name, certificates);
    const read = readCaCertificates(certificates);
    const caId = await planAndCommit(() => this.#plan(administrator, name, read), this.#deps.store);
    // One that waited for its first certificate has none yet.
    await this.#deps.updateCrls.updateCa(caId);
  }

  async #plan(administrator: Administrator, name: string, certificates: readonly Certificate[]): Promise<Plan<number>> {
    const { audit } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await requireRenewable(administrator, { name }, STATUSES, this.#deps);
    const request = requireRequest(ca);
    const chain = await this.#chainFor(ca, request, certificates);
    const [certificate] = chain;
    const { state } = ca;
    const { keyAlias, alternativeKeyAlias, keySequence } = request;
    const update = updateOf(state, {
      status: state.status === 'WAITING_CERTIFICATE_RESPONSE' ? 'ACTIVE' : state.status,
      keyAlias,
      alternativeKeyAlias,
      keySequence,
      previousKeyAlias: keyAlias === state.keyAlias ? state.previousKeyAlias : state.keyAlias,
      request: undefined,
      chain: chain.map(({ der }) => der),
      notAfter: certificate!.notAfter,
    });
    const entry = {
      event: state.chain.length === 0 ? 'CA_KEYACTIVATE' : 'CA_RENEWED',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: state.caId,
      details: { name, keyAlias, issuer: certificate!.issuer.toString(), notAfter: certificate!.notAfter },
    } as const;
    const writes = [...keepFormerCertificate(state, this.#deps), update, { op: 'epoch.move' }];
    return { unit: audit.unit(writes, [entry], epoch), result: state.caId };
  }

  async #chainFor(
    ca: ManagedCa,
    request: CaRequest,
    certificates: readonly Certificate[],
  ): Promise<readonly Certificate[]> {
    const { authorities, tokens, clock } = this.#deps;
    const { publicKey, alternativePublicKey } = await withKeys(ca, request, tokens);
    const certificate = certificates.find((one) => compareBytes(one.publicKey.der, publicKey.der) === 0);
    if (certificate === undefined) {
      throw new CaCertificateError(`None of the certificates is for the key '${request.keyAlias}' that was requested.`);
    }
    const { subject } = ca.settings;
    if (!certificate.subject.equals(subject)) {
      throw new CaCertificateError(
        `The certificate is for '${certificate.subject.toString()}', and the CA is '${subject.toString()}'.`,
      );
    }
    requireAlternativeKey(certificate, alternativePublicKey);
    const given = certificates.filter((one) => one !== certificate);
    const others = [...given, ...expected(request), ...ca.authority.chain.slice(1)];
    return caChainOf(certificate, others, { authorities, now: nowSeconds(clock) });
  }
}

function requireRequest({ authority: { name }, settings, state }: ManagedCa): CaRequest {
  if (settings.certificate.signedBy !== 'External CA') {
    throw new CaSignerError(`CA '${name}' is signed here and takes no certificate from elsewhere. Renew it instead.`);
  }
  if (state.request !== undefined) return state.request;
  throw new CaSignerError(`CA '${name}' waits for no certificate. Make a certification request first.`);
}

/** Whoever certifies may leave the second key out; nobody could verify what is signed with another one than the certificate has. */
function requireAlternativeKey(certificate: Certificate, requested: PublicKey | undefined): void {
  const certified = issuerOf([certificate])?.alternativePublicKey;
  if (certified === undefined || certified.sha256Fingerprint === requested?.sha256Fingerprint) return;
  throw new CaCertificateError('The certificate has an alternative key, and it is not the one that was requested.');
}

function expected({ chain }: CaRequest): readonly Certificate[] {
  return readCaCertificates(chain.map((der) => der.toBase64()));
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
