/** Use case that receives the certificate that another CA issued for a CA's request. */
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import { getAccessible, caEvent } from '../authorities/index.ts';
import type { FirstCrls, UpdateCrls } from '../crls/index.ts';
import { getRenewable, type ManagedCa, type ManagedCaDeps, renewalRight } from '../keys/index.ts';
import type { RenewOcspResponders } from '../responders/index.ts';
import { type CaRequest, type CaStatus, keepFormerCertificate, updateOf } from '../records/index.ts';
import { type CaKinds, requireSignedElsewhere } from './ca-kind.ts';
import { CaSignerError } from './errors.ts';

export interface ReceiveCaCertificateDeps extends Pick<UseCaseDeps, 'clock' | 'ids'>, ManagedCaDeps {
  readonly kinds: CaKinds;
  readonly firstCrls: Pick<FirstCrls, 'begin' | 'make'>;
  readonly updateCrls: Pick<UpdateCrls, 'updateCa'>;
  readonly ocspResponders: Pick<RenewOcspResponders, 'updateCa'>;
}

export class ReceiveCaCertificate extends WithDeps<ReceiveCaCertificateDeps> {
  /**
   * Makes the CA sign under its new certificate from now on, with the key of its request. A CA that waited for it becomes active; the previous
   * certificate is kept.
   *
   * @param certificates - PEM or base64 of the certificate and its chain in any order. Missing chain certificates are looked for among those given
   *   with the request, those of the present chain, and the CAs of this installation
   * @throws {@link CaCertificateError} if it is not for the requested key and name, or its chain is not one of CAs
   * @throws {@link CaSignerError} if the CA has made no request, or is not signed elsewhere
   */
  async receive(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const { audit, firstCrls, kinds, ocspResponders, store, updateCrls } = this.deps;
    const entry = { event: 'CA_RENEWED', actor: actorOf(administrator), details: { name } } as const;
    await audit.recordingRefusal(entry, async () => {
      const found = await getAccessible(administrator, renewalRight, { name }, this.deps);
      const read = requireSignedElsewhere(kinds, found).read(certificates);
      const caId = await planAndCommit(() => this.#plan(administrator, name, read), store);
      // A CA that waited for its first certificate has no CRLs yet.
      await firstCrls.make(caId);
      await updateCrls.updateCa(caId);
      await ocspResponders.updateCa(caId);
    });
  }

  async #plan(administrator: Administrator, name: string, certificates: readonly unknown[]): Promise<Plan<number>> {
    const { audit, firstCrls, kinds } = this.deps;
    const epoch = this.deps.epoch();
    const ca = await getRenewable(administrator, { name }, STATUSES, this.deps);
    const { authority, state } = ca;
    const request = requireRequest(ca);
    const received = await requireSignedElsewhere(kinds, authority).chain(ca, request, certificates);
    const { chain, notAfter } = received;
    const { keyAlias, alternativeKeyAlias, keySequence } = request;
    const update = updateOf(state, {
      status: state.status === 'WAITING_CERTIFICATE_RESPONSE' ? 'ACTIVE' : state.status,
      keyAlias,
      alternativeKeyAlias,
      keySequence,
      previousKeyAlias: keyAlias === state.keyAlias ? state.previousKeyAlias : state.keyAlias,
      request: undefined,
      chain,
      notAfter,
    });
    const entry = caEvent(administrator, state.chain.length === 0 ? 'CA_KEYACTIVATE' : 'CA_RENEWED', state.caId, {
      name,
      keyAlias,
      ...received.details,
      notAfter,
    });
    const begins = state.status === 'WAITING_CERTIFICATE_RESPONSE' && authority.kind === 'X509';
    const job = begins ? [firstCrls.begin(state.caId)] : [];
    const writes = [...keepFormerCertificate(state, this.deps), update, ...job, { op: 'epoch.move' }];
    return { unit: audit.unit(writes, [entry], epoch), result: state.caId };
  }
}

function requireRequest({ authority: { name }, settings, state }: ManagedCa): CaRequest {
  if (settings.certificate.signedBy !== 'External CA') {
    throw new CaSignerError(`CA '${name}' is signed here and takes no certificate from elsewhere. Renew it instead.`);
  }
  if (state.request !== undefined) return state.request;
  throw new CaSignerError(`CA '${name}' waits for no certificate. Make a certification request first.`);
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
