/** The use cases on CAs in the form in which the administration interface asks for them. */
import type { CaServices, CaView, ListedCa } from '../http/index.ts';
import { partlyDone } from '../kernel/errors.ts';
import { SYSTEM } from '../modules/access/index.ts';
import { type CaReport, caType, issuerOfRoot, type ListedCa as ListedAuthority } from '../modules/ca/index.ts';
import type { Installation } from './installation.ts';

/** Connects the administration interface to the use cases on CAs. */
export function caServices(installation: Installation): CaServices {
  const {
    ca: { authorities, initializeCa, renewCa, receiveCaCertificate },
    administration: { changeDocuments },
  } = installation;
  const {
    importCaWithKeys,
    importExternalCa,
    requestCaCertificate,
    revokeCa,
    caActivation,
    readCa,
    listCas,
    listCrls,
  } = installation.ca;
  const view = async (name: string) => viewOf(await readCa.describe(name));
  /**
   * Removes a CA that could not be initialised, so that its name is free for another attempt. Does not throw: the caller is to hear why it could
   * not. A CA that was initialised after all, or by somebody else, stays.
   *
   * @returns whether nothing is left of it
   */
  const withdraw = async (name: string): Promise<boolean> => {
    try {
      const found = await authorities.findByName(name);
      if (found === undefined) return true;
      if (found.status !== 'UNINITIALIZED') return false;
      await changeDocuments.apply(SYSTEM, { kind: 'remove', type: caType.token, name });
      return true;
    } catch (error) {
      installation.reportError(error);
      return false;
    }
  };
  return {
    list: async (administrator) => (await listCas.list(administrator)).map(listed),
    async crls(administrator, name) {
      const crls = await listCrls.list(administrator, name);
      return crls.map(({ kind, partition, number, thisUpdate, nextUpdate, octets, imported }) => ({
        kind,
        partition,
        number,
        thisUpdateSeconds: thisUpdate,
        nextUpdateSeconds: nextUpdate,
        octets,
        imported,
      }));
    },
    get: async (administrator, name) => viewOf(await readCa.report(administrator, name)),
    async create(administrator, name, settings) {
      await changeDocuments.apply(administrator, { kind: 'create', type: caType.token, name, settings });
      try {
        await initializeCa.initialize(administrator, name);
      } catch (error) {
        throw (await withdraw(name)) ? error : partlyDone(error);
      }
      return view(name);
    },
    async initialize(administrator, name) {
      await initializeCa.initialize(administrator, name);
      return view(name);
    },
    async renew(administrator, name, options) {
      await renewCa.renew(administrator, name, options);
      return view(name);
    },
    async receive(administrator, name, certificates) {
      await receiveCaCertificate.receive(administrator, name, certificates);
      return view(name);
    },
    async importExternal(administrator, name, certificates) {
      await importExternalCa.import(administrator, name, certificates);
      return view(name);
    },
    async importWithKeys(administrator, name, settings, source) {
      await importCaWithKeys.import(administrator, name, settings, source);
      return view(name);
    },
    request: (administrator, name, { keyAlias, certificateChain }) =>
      requestCaCertificate.request(
        administrator,
        { name },
        {
          key: keyAlias === undefined ? { kind: 'new' } : { kind: 'alias', alias: keyAlias },
          chain: certificateChain,
        },
      ),
    async activate(administrator, name) {
      return (await caActivation.activate(administrator, name)) ?? view(name);
    },
    async deactivate(administrator, name) {
      await caActivation.deactivate(administrator, name);
      return view(name);
    },
    async revoke(administrator, name, reason) {
      await revokeCa.revoke(administrator, name, reason);
      return view(name);
    },
  };
}

function listed({ authority, status, tokenState }: ListedAuthority): ListedCa {
  const [certificate] = authority.kind === 'X509' ? authority.chain : [];
  return {
    publicId: authority.publicId,
    name: authority.name,
    kind: authority.kind,
    status,
    subjectDn: authority.settings.subject.toString(),
    issuerDn: (issuerOfRoot(authority) ?? authority.settings.subject).toString(),
    serialNumber: certificate?.serialNumberText,
    notAfterSeconds: authority.notAfter,
    tokenState,
  };
}

function viewOf({ authority, status, state, further, revocation }: CaReport): CaView {
  return {
    publicId: authority.publicId,
    name: authority.name,
    kind: authority.kind,
    status,
    subjectDn: authority.settings.subject.toString(),
    keyAlias: authority.keyAlias,
    keySequence: state.keySequence,
    notAfterSeconds: authority.notAfter,
    chain: state.chain,
    further: further.map(({ role, keyAlias, notAfter, chain }) => ({
      role,
      keyAlias,
      notAfterSeconds: notAfter,
      certificate: chain[0]!,
    })),
    request: state.request?.der,
    revocation: revocation && {
      reason: revocation.reason,
      atSeconds: revocation.revokedAt,
      certificates: revocation.certificates,
      complete: revocation.complete,
    },
  };
}
