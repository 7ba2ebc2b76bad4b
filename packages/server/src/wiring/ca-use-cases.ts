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
  type CvcIssuance,
  InitializeCa,
  InitializeCvcCa,
  InitializeSshCa,
  InitializeX509Ca,
  LinkCertificates,
  ReadCa,
  ReceiveCaCertificate,
  ReceiveCvCertificate,
  RenewCa,
  RenewCvcCa,
  RenewSshCa,
  RequestCaCertificate,
  RequestCvCertificate,
  RevokeCa,
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
    Deps<typeof InitializeX509Ca> &
    Deps<typeof LinkCertificates> &
    Deps<typeof ReadCa> &
    Deps<typeof ReceiveCaCertificate> &
    Deps<typeof RenewCa> &
    Deps<typeof RequestCaCertificate> &
    Deps<typeof RevokeCa>,
  | 'certificates'
  | 'keys'
  | 'keyUsers'
  | 'links'
  | 'initializers'
  | 'renewCvcCa'
  | 'renewSshCa'
  | 'receiveCvCertificate'
  | 'requestCvCertificate'
> & { readonly cvcIssuance: CvcIssuance; readonly certificateStore: CertificateStore };

/** Constructs them. A kind of CA is registered here with what initialises it. */
export function caUseCases(deps: CaUseCaseDeps) {
  const certificates = new IssueCaCertificate(deps);
  const keys = new CaKeys({ ...deps, keyUsers: new CaKeyUsers(deps) });
  const links = new LinkCertificates(deps);
  const cvcCertificates = new IssueCvcCaCertificate({
    ...deps,
    certificates: deps.certificateStore,
    issuance: deps.cvcIssuance,
  });
  return {
    initializeCa: new InitializeCa({
      ...deps,
      keys,
      initializers: {
        X509: new InitializeX509Ca({ ...deps, certificates }),
        CVC: new InitializeCvcCa({ ...deps, cvcCertificates }),
        SSH: new InitializeSshCa(deps.clock),
      },
    }),
    importCaWithKeys: new ImportCaWithKeys({ ...deps, keys }),
    importExternalCa: new ImportExternalCa(deps),
    requestCaCertificate: new RequestCaCertificate({
      ...deps,
      keys,
      requestCvCertificate: new RequestCvCertificate({ ...deps, keys }),
    }),
    receiveCaCertificate: new ReceiveCaCertificate({ ...deps, receiveCvCertificate: new ReceiveCvCertificate(deps) }),
    renewCa: new RenewCa({
      ...deps,
      keys,
      certificates,
      links,
      renewCvcCa: new RenewCvcCa({ ...deps, keys, cvcCertificates }),
      renewSshCa: new RenewSshCa({ ...deps, keys }),
    }),
    revokeCa: new RevokeCa(deps),
    caActivation: new CaActivation(deps),
    readCa: new ReadCa(deps),
  };
}
