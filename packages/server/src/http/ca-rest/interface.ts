/** The CA REST interface as one part of the URL space. */
import type { HttpInterface } from '../http-interface.ts';
import { documentOperations } from '../openapi/document.ts';
import { activateCryptoToken } from './activate-crypto-token.ts';
import { changeCaService } from './ca-service.ts';
import { createCrl } from './create-crl.ts';
import { deactivateCryptoToken } from './deactivate-crypto-token.ts';
import { downloadCaChain } from './download-ca-chain.ts';
import { enrollPkcs10 } from './enroll-pkcs10.ts';
import { renderError } from './errors.ts';
import { finalizeEnrollment } from './finalize-enrollment.ts';
import { generateKeys } from './generate-keys.ts';
import { generateCsr } from './generate-csr.ts';
import { importCrl } from './import-crl.ts';
import { latestCrl } from './latest-crl.ts';
import { listCas } from './list-cas.ts';
import { type CaRestDeps, operationScope } from './operation-scope.ts';
import { CA_REST_PREFIX } from './prefix.ts';
import { processApproval } from './process-approval.ts';
import { readApprovals } from './read-approvals.ts';
import { removeKeys } from './remove-keys.ts';
import { requestSshCertificate } from './request-ssh-certificate.ts';
import { revocationStatus } from './revocation-status.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { runService } from './run-service.ts';
import { ErrorBody } from './schemas.ts';
import { searchApprovals } from './search-approvals.ts';
import { sshPublicKey } from './ssh-public-key.ts';
import { statusOperations } from './status.ts';

/** Makes the interface. Its operations are listed here and nowhere else. */
export function caRestInterface<A>(deps: CaRestDeps<A>): HttpInterface {
  return {
    prefix: CA_REST_PREFIX,
    renderError,
    async register(app) {
      await documentOperations(app, {
        title: 'Sealwright CA REST interface',
        version: deps.version,
        path: '/openapi.json',
        prefix: CA_REST_PREFIX,
        errorBody: ErrorBody,
        errorStatuses: [403],
      });
      app.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
      const scope = operationScope(app, deps);
      statusOperations(scope);
      changeCaService(scope);
      listCas(scope);
      generateCsr(scope);
      downloadCaChain(scope);
      createCrl(scope);
      latestCrl(scope);
      importCrl(scope);
      enrollPkcs10(scope);
      finalizeEnrollment(scope);
      revokeCertificate(scope);
      revocationStatus(scope);
      runService(scope);
      activateCryptoToken(scope);
      deactivateCryptoToken(scope);
      generateKeys(scope);
      removeKeys(scope);
      sshPublicKey(scope);
      requestSshCertificate(scope);
      searchApprovals(scope);
      readApprovals(scope);
      processApproval(scope);
    },
  };
}
