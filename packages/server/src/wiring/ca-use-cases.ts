/** The use cases on CAs themselves, as opposed to what CAs issue. */
import {
  IssueCaCertificate,
  CaKeys,
  CaKeyUsers,
  CaActivation,
  type CertificateStore,
  ImportCaWithKeys,
  ImportExternalCa,
  IssueCvcCaCertificate,
  CvcCa,
  type CvcIssuance,
  InitializeCa,
  LinkCertificates,
  ReadCa,
  ReceiveCaCertificate,
  RenewCa,
  RequestCaCertificate,
  RevokeCa,
  SshCa,
  X509Ca,
} from '../modules/ca/index.ts';
import type { Deps } from './deps.ts';

/** What they are made of, beside one another. */
type CaUseCaseDeps = Omit<
  Deps<typeof IssueCaCertificate> &
    Deps<typeof CaKeys> &
    Deps<typeof CaActivation> &
    Deps<typeof ImportCaWithKeys> &
    Deps<typeof ImportExternalCa> &
    Deps<typeof InitializeCa> &
    Deps<typeof SshCa> &
    Deps<typeof X509Ca> &
    Deps<typeof LinkCertificates> &
    Deps<typeof ReadCa> &
    Deps<typeof ReceiveCaCertificate> &
    Deps<typeof RenewCa> &
    Deps<typeof RequestCaCertificate> &
    Deps<typeof RevokeCa>,
  'certificates' | 'keys' | 'keyUsers' | 'links' | 'kinds'
> & { readonly cvcIssuance: CvcIssuance; readonly certificateStore: CertificateStore };

/** Constructs them. A kind of CA is registered here with its operations. */
export function caUseCases(deps: CaUseCaseDeps) {
  const certificates = new IssueCaCertificate(deps);
  const keys = new CaKeys({ ...deps, keyUsers: new CaKeyUsers(deps) });
  const links = new LinkCertificates(deps);
  const cvcCertificates = new IssueCvcCaCertificate({
    ...deps,
    certificates: deps.certificateStore,
    issuance: deps.cvcIssuance,
  });
  const kinds = {
    X509: new X509Ca({ ...deps, certificates, links }),
    CVC: new CvcCa({ ...deps, cvcCertificates }),
    SSH: new SshCa(deps),
  };
  return {
    initializeCa: new InitializeCa({ ...deps, keys, kinds }),
    importCaWithKeys: new ImportCaWithKeys({ ...deps, keys }),
    importExternalCa: new ImportExternalCa(deps),
    requestCaCertificate: new RequestCaCertificate({ ...deps, keys, kinds }),
    receiveCaCertificate: new ReceiveCaCertificate({ ...deps, kinds }),
    renewCa: new RenewCa({ ...deps, keys, kinds }),
    revokeCa: new RevokeCa(deps),
    caActivation: new CaActivation(deps),
    readCa: new ReadCa(deps),
  };
}
