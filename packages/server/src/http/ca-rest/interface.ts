/** The CA REST interface as one part of the URL space. */
import type { HttpInterface } from '../interface/index.ts';
import { describedInterface } from '../openapi/index.ts';
import { activateCryptoToken } from './operations/crypto-tokens/activate-crypto-token.ts';
import { changeCaActivation } from './operations/authorities/change-ca-activation.ts';
import { countCertificates } from './operations/certificates/count-certificates.ts';
import { createCrl } from './operations/authorities/create-crl.ts';
import { deactivateCryptoToken } from './operations/crypto-tokens/deactivate-crypto-token.ts';
import { downloadCaChain } from './operations/authorities/download-ca-chain.ts';
import { enrollKeystore } from './operations/enrollment/enroll-keystore.ts';
import { enrollEndEntity } from './operations/enrollment/enroll-end-entity.ts';
import { enrollPkcs10 } from './operations/enrollment/enroll-pkcs10.ts';
import { renderError } from './errors.ts';
import { certificateProfile } from './operations/certificates/certificate-profile.ts';
import { endEntityProfiles } from './operations/end-entities/end-entity-profiles.ts';
import { expiringCertificates } from './operations/certificates/expiring-certificates.ts';
import { searchCertificates } from './operations/certificates/search-certificates.ts';
import { searchCertificatesV2 } from './operations/certificates/search-certificates-v2.ts';
import { searchEndEntities, searchEndEntitiesV2 } from './operations/end-entities/search-end-entities.ts';
import { exportConfiguration } from './operations/configdump/export-configuration.ts';
import { exportItems } from './operations/configdump/export-items.ts';
import { finalizeEnrollment } from './operations/enrollment/finalize-enrollment.ts';
import { generateKeys } from './operations/crypto-tokens/generate-keys.ts';
import { generateCsr } from './operations/authorities/generate-csr.ts';
import { importCrl } from './operations/authorities/import-crl.ts';
import { importKeystores } from './operations/enrollment/import-keystores.ts';
import { importJsonDump } from './operations/configdump/import-json-dump.ts';
import { importZipDump } from './operations/configdump/import-zip-dump.ts';
import { latestCrl } from './operations/authorities/latest-crl.ts';
import { listCas } from './operations/authorities/list-cas.ts';
import { type CaRestDeps, operationScope } from './operation-scope.ts';
import { CA_REST_PREFIX } from './prefix.ts';
import { processApproval } from './operations/approvals/process-approval.ts';
import { readApprovals } from './operations/approvals/read-approvals.ts';
import { recoverKey } from './operations/enrollment/recover-key.ts';
import { addEndEntity, editEndEntity } from './operations/end-entities/register-end-entity.ts';
import { removeEndEntity } from './operations/end-entities/remove-end-entity.ts';
import { removeKeys } from './operations/crypto-tokens/remove-keys.ts';
import { requestCertificate } from './operations/enrollment/request-certificate.ts';
import { requestSshCertificate } from './operations/ssh/request-ssh-certificate.ts';
import { revocationStatus } from './operations/certificates/revocation-status.ts';
import { revokeCertificate } from './operations/certificates/revoke-certificate.ts';
import { revokeEndEntity } from './operations/end-entities/revoke-end-entity.ts';
import { runService } from './operations/system/run-service.ts';
import { ErrorBody } from './schemas.ts';
import { searchApprovals } from './operations/approvals/search-approvals.ts';
import { setEndEntityStatus } from './operations/end-entities/set-end-entity-status.ts';
import { sshPublicKey } from './operations/ssh/ssh-public-key.ts';
import { statusOperations } from './operations/system/status.ts';

/** Makes the interface. Its operations are listed here and nowhere else. */
export function caRestInterface(deps: CaRestDeps): HttpInterface {
  const description = {
    title: 'Sealwright CA REST interface',
    version: deps.version,
    prefix: CA_REST_PREFIX,
    errorBody: ErrorBody,
    errorStatuses: [403],
    plainTextForBadJson: true,
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
    importJsonDump(scope);
    importZipDump(scope);
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
    exportConfiguration(scope);
    exportItems(scope);
  });
}
