/** The CA REST interface as one part of the URL space. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { type AuthenticationLevel, type Authenticator, authenticationHook } from '../authentication.ts';
import type { EdgeInstance, HttpInterface } from '../http-interface.ts';
import { documentOperations } from '../openapi/document.ts';
import { activateCryptoToken } from './activate-crypto-token.ts';
import { changeCaService } from './ca-service.ts';
import { createCrl } from './create-crl.ts';
import { deactivateCryptoToken } from './deactivate-crypto-token.ts';
import { downloadCaChain } from './download-ca-chain.ts';
import { enrollPkcs10 } from './enroll-pkcs10.ts';
import { renderError, ServiceDisabledError } from './errors.ts';
import { finalizeEnrollment } from './finalize-enrollment.ts';
import { generateKeys } from './generate-keys.ts';
import { generateCsr } from './generate-csr.ts';
import { importCrl } from './import-crl.ts';
import { latestCrl } from './latest-crl.ts';
import { listCas } from './list-cas.ts';
import { CA_REST_PREFIX } from './prefix.ts';
import { processApproval } from './process-approval.ts';
import { readApprovals } from './read-approvals.ts';
import { removeKeys } from './remove-keys.ts';
import { requestSshCertificate } from './request-ssh-certificate.ts';
import { revocationStatus } from './revocation-status.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { runService } from './run-service.ts';
import { searchApprovals } from './search-approvals.ts';
import type { CaRestServices } from './services.ts';
import { sshPublicKey } from './ssh-public-key.ts';
import { statusOperations } from './status.ts';

export interface CaRestDeps<A> {
  readonly services: CaRestServices<A>;
  readonly authenticator: Authenticator<A>;
  readonly clock: Clock;
  /** Of this program, such as `0.1.0`. */
  readonly version: string;
  /** What a client was written for: this project's specification, or EJBCA where the two differ. */
  readonly compatibility: Compatibility;
  /** Whether a service that can be switched off, such as `REST Certificate Management`, is on. */
  isServiceEnabled(service: ServiceName): boolean;
}

export type Compatibility = 'documented' | 'ejbca';

/** The switches that clients and administrators know. */
export type ServiceName =
  | 'REST Certificate Management'
  | 'REST CA Management'
  | 'REST Crypto Token Management'
  | 'REST Approval Management'
  | 'REST System Management'
  | 'REST SSH V1';

/** What an operation gets to add its route. */
export interface OperationScope<A> {
  readonly app: EdgeInstance;
  readonly deps: CaRestDeps<A>;
  /**
   * The hooks and configuration that an operation has besides its schema.
   *
   * @param id - as in the error table, the log and the metrics
   */
  readonly operation: (id: string, options: OperationOptions) => OperationRoute;
  /** Who is calling; never before authentication. */
  readonly administrator: (request: Pick<FastifyRequest, 'administrator'>) => A;
}

interface OperationOptions {
  readonly level: AuthenticationLevel;
  readonly service: ServiceName;
  /** Whether the answer is JSON; otherwise any `Accept` is taken. */
  readonly json?: boolean;
  readonly multilineMembers?: readonly string[];
  readonly optionalBody?: boolean;
  /** What is answered to callers whom nobody knows, where it is not 403. */
  readonly unauthenticatedStatus?: number;
}

interface OperationRoute {
  config: {
    operation: string;
    produces?: string;
    multilineMembers?: readonly string[];
    optionalBody?: boolean;
    unauthenticatedStatus?: number;
  };
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[];
}

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

function operationScope<A>(app: EdgeInstance, deps: CaRestDeps<A>): OperationScope<A> {
  return {
    app,
    deps,
    operation(id, { level, service, json = true, multilineMembers, optionalBody, unauthenticatedStatus }) {
      const serviceHook = async (): Promise<void> => {
        if (!deps.isServiceEnabled(service)) throw new ServiceDisabledError();
      };
      return {
        config: {
          operation: id,
          ...(json ? { produces: 'application/json' } : {}),
          ...(multilineMembers === undefined ? {} : { multilineMembers }),
          ...(optionalBody === undefined ? {} : { optionalBody }),
          ...(unauthenticatedStatus === undefined ? {} : { unauthenticatedStatus }),
        },
        // A service that is off answers so before anybody is asked who they are.
        onRequest: level === 'none' ? [serviceHook] : [serviceHook, authenticationHook(deps.authenticator, level)],
      };
    },
    administrator: (request) => request.administrator as A,
  };
}
