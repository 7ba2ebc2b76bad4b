/** The CA REST interface as one part of the URL space. */
import type { HttpInterface } from '../interface/index.ts';
import { describedInterface } from '../openapi/index.ts';
import { activateCryptoToken } from './operations/activate-crypto-token.ts';
import { changeCaActivation } from './operations/change-ca-activation.ts';
import { countCertificates } from './operations/count-certificates.ts';
import { createCrl } from './operations/create-crl.ts';
import { deactivateCryptoToken } from './operations/deactivate-crypto-token.ts';
import { downloadCaChain } from './operations/download-ca-chain.ts';
import { enrollKeystore } from './operations/enroll-keystore.ts';
import { enrollEndEntity } from './operations/enroll-end-entity.ts';
import { enrollPkcs10 } from './operations/enroll-pkcs10.ts';
import { renderError } from './errors.ts';
import { certificateProfile } from './operations/certificate-profile.ts';
import { endEntityProfiles } from './operations/end-entity-profiles.ts';
import { expiringCertificates } from './operations/expiring-certificates.ts';
import { searchCertificates } from './operations/search-certificates.ts';
import { searchCertificatesV2 } from './operations/search-certificates-v2.ts';
import { searchEndEntities, searchEndEntitiesV2 } from './operations/search-end-entities.ts';
import { finalizeEnrollment } from './operations/finalize-enrollment.ts';
import { generateKeys } from './operations/generate-keys.ts';
import { generateCsr } from './operations/generate-csr.ts';
import { importCrl } from './operations/import-crl.ts';
import { importKeystores } from './operations/import-keystores.ts';
import { latestCrl } from './operations/latest-crl.ts';
import { listCas } from './operations/list-cas.ts';
import { type CaRestDeps, operationScope } from './operation-scope.ts';
import { CA_REST_PREFIX } from './prefix.ts';
import { processApproval } from './operations/process-approval.ts';
import { readApprovals } from './operations/read-approvals.ts';
import { recoverKey } from './operations/recover-key.ts';
import { addEndEntity, editEndEntity } from './operations/register-end-entity.ts';
import { removeEndEntity } from './operations/remove-end-entity.ts';
import { removeKeys } from './operations/remove-keys.ts';
import { requestCertificate } from './operations/request-certificate.ts';
import { requestSshCertificate } from './operations/request-ssh-certificate.ts';
import { revocationStatus } from './operations/revocation-status.ts';
import { revokeCertificate } from './operations/revoke-certificate.ts';
import { revokeEndEntity } from './operations/revoke-end-entity.ts';
import { runService } from './operations/run-service.ts';
import { ErrorBody } from './schemas.ts';
import { searchApprovals } from './operations/search-approvals.ts';
import { setEndEntityStatus } from './operations/set-end-entity-status.ts';
import { sshPublicKey } from './operations/ssh-public-key.ts';
import { statusOperations } from './operations/status.ts';

/** Makes the interface. Its operations are listed here and nowhere else. */
export function caRestInterface(deps: CaRestDeps): HttpInterface {
  const description = {
    title: 'Sealwright CA REST interface',
    version: deps.version,
    prefix: CA_REST_PREFIX,
    errorBody: ErrorBody,
    errorStatuses: [403],
    renderError,
  };
  return describedInterface(description, (app) => {
    const scope = operationScope(app, deps);
    statusOperations(scope);
    changeCaActivation(scope);
    listCas(scope);
    generateCsr(scope);
    downloadCaChain(scope);
    createCrl(scope);
    latestCrl(scope);
    importCrl(scope);
    enrollPkcs10(scope);
    enrollEndEntity(scope);
    requestCertificate(scope);
    enrollKeystore(scope);
    finalizeEnrollment(scope);
    revokeCertificate(scope);
    revocationStatus(scope);
    expiringCertificates(scope);
    searchCertificates(scope);
    searchCertificatesV2(scope);
    countCertificates(scope);
    recoverKey(scope);
    importKeystores(scope);
    addEndEntity(scope);
    editEndEntity(scope);
    removeEndEntity(scope);
    setEndEntityStatus(scope);
    revokeEndEntity(scope);
    runService(scope);
    activateCryptoToken(scope);
    deactivateCryptoToken(scope);
    generateKeys(scope);
    removeKeys(scope);
    sshPublicKey(scope);
    requestSshCertificate(scope);
    searchEndEntities(scope);
    searchEndEntitiesV2(scope);
    endEntityProfiles(scope);
    certificateProfile(scope);
    searchApprovals(scope);
    readApprovals(scope);
    processApproval(scope);
  });
}
