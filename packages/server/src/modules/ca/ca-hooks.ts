import { Certificate } from '@sealwright/pki';
import type { DocumentHooks } from '../configuration/index.ts';
import type { CaStateStore, DeleteCaState } from './ca-state.ts';
import type { CaSettings } from './certificate-authority.ts';
import type { CertificateStore } from './certificate-record.ts';

/**
 * What else happens when a CA is removed. Registered with the type: `{ ...caType, hooks: caHooks(stores) }`.
 *
 * A CA that has issued a certificate to anybody but itself is not removed: whoever relies on one asks this installation how it stands,
 * and its serial numbers and claims must not be given out again. Revoke its certificate, or take it off line, instead.
 */
export function caHooks(stores: {
  readonly states: CaStateStore;
  readonly certificates: CertificateStore;
}): DocumentHooks<unknown, CaSettings> {
  const { states, certificates } = stores;
  return {
    async usedBy({ document: { id } }) {
      const state = await states.findState(id);
      const [own] = state?.chain ?? [];
      const serial = own && Certificate.parse(own).serialNumber;
      return (await certificates.hasIssued(id, serial)) ? ['certificates that it has issued'] : [];
    },
    async removed({ document: { id } }) {
      const state = await states.findState(id);
      if (state === undefined) return [];
      const removal: DeleteCaState = { op: 'ca-state.delete', caId: id, expectedVersion: state.version };
      return [removal];
    },
  };
}
