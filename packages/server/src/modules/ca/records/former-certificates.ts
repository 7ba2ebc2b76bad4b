import { type Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { CaCertificateRole, CaState, InsertCaCertificate } from './ca-state.ts';

/** Stores a further certificate of a CA in addition to its present one. */
export function keepCaCertificate(
  certificate: {
    readonly caId: number;
    readonly role: CaCertificateRole;
    readonly keyAlias: string;
    readonly chain: readonly Uint8Array[];
    readonly notAfter: number;
  },
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): InsertCaCertificate {
  return {
    op: 'ca-certificate.insert',
    certificate: { id: ids.next(), createdMs: clock.nowMs(), ...certificate },
  };
}

/** Keeps the CA's present certificate as a former one, for the certificates issued under it; returns no write if it has none. */
export function keepFormerCertificate(
  { caId, keyAlias, chain, notAfter }: CaState,
  deps: { readonly ids: Ids; readonly clock: Clock },
): readonly InsertCaCertificate[] {
  return chain.length === 0 ? [] : [keepCaCertificate({ caId, role: 'former', keyAlias, chain, notAfter }, deps)];
}
