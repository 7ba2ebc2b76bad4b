/**
 * The managed interface as one part of the URL space: the keys and certificates of a worker, and processing with one of them. What clients
 * see is documented by its paths alone; the bodies are those of the signing interface, and ids are digests.
 */
import { Type } from 'typebox';
import { accepts } from '../reading/index.ts';
import {
  authenticationHook,
  administratorOf,
  type Authenticator,
  type EdgeInstance,
  type HttpInterface,
} from '../interface/index.ts';
import { NotAcceptableError } from '../errors/index.ts';
import type { BodyRoom } from '../bodies/index.ts';
import { documentOperations } from '../openapi/index.ts';
import {
  ERROR_STATUSES,
  ErrorBody,
  errorRenderer,
  type OperationScope,
  processRoute,
  type RequestedWith,
  requireRequestedWith,
  signingAnswers,
  type SigningCompatibility,
  type SigningServices,
  WorkerPath,
} from '../signing-rest/index.ts';
import { MANAGED_PREFIX } from './prefix.ts';
import type { ManagedKeyView, ManagedServices } from './services.ts';

export interface ManagedDeps {
  readonly services: SigningServices;
  readonly managed: ManagedServices;
  readonly authenticator: Authenticator;
  readonly bodies: BodyRoom;
  readonly compatibility: SigningCompatibility;
  readonly requestedWith: RequestedWith;
  /** Of this program. */
  readonly version: string;
}

/** Makes the interface. Callers have to be members of a role. */
export function managedInterface(deps: ManagedDeps): HttpInterface {
  return {
    prefix: MANAGED_PREFIX,
    renderError: errorRenderer(deps.compatibility),
    async register(app) {
      await documentOperations(app, {
        title: 'Sealwright managed signing interface',
        version: deps.version,
        path: '/openapi.json',
        prefix: MANAGED_PREFIX,
        errorBody: ErrorBody,
        errorStatuses: ERROR_STATUSES,
      });
      signingAnswers(app);
      const scope = operationScope(app, deps);
      listPublicKeys(scope, deps);
      listCertificates(scope, deps);
      for (const [segment, by] of [
        ['publickeys/:publicKeyId', 'public key'],
        ['certificates/:certId', 'certificate'],
      ] as const) {
        processRoute(scope, {
          path: `/workers/:idOrName/${segment}/process`,
          id: by === 'certificate' ? 'managed.process_by_certificate' : 'managed.process_by_public_key',
          summary: `Have a worker process a document with the key of a ${by}`,
          params: by === 'certificate' ? CertificatePath : PublicKeyPath,
          process: ({ params, ...request }, given) => {
            const id = 'certId' in params ? params.certId : params.publicKeyId;
            return deps.managed.process(administratorOf(request), params.idOrName, { by, id }, given);
          },
        });
      }
    },
  };
}

function listPublicKeys({ app, operation }: OperationScope, { managed }: ManagedDeps): void {
  app.get(
    '/workers/:idOrName/publickeys',
    {
      ...operation('managed.publickeys'),
      schema: {
        summary: 'The public keys that a worker signs with',
        tags: ['Workers'],
        params: WorkerPath,
        response: { 200: PublicKeys },
      },
    },
    async (request, reply) => {
      requireJson(request.headers.accept);
      const keys = await managed.keys(administratorOf(request), request.params.idOrName);
      return reply.send(keys.map(shownKey));
    },
  );
}

function listCertificates({ app, operation }: OperationScope, { managed }: ManagedDeps): void {
  app.get(
    '/workers/:idOrName/certificates',
    {
      ...operation('managed.certificates'),
      schema: {
        summary: 'The certificates that a worker signs with',
        tags: ['Workers'],
        params: WorkerPath,
        response: { 200: Certificates },
      },
    },
    async (request, reply) => {
      requireJson(request.headers.accept);
      const keys = await managed.keys(administratorOf(request), request.params.idOrName);
      return reply.send(
        keys.flatMap(({ certificateId: certId, publicKeyId, chain }) =>
          certId === undefined
            ? []
            : [{ certId, publicKeyId, base64CertChain: chain.map((certificate) => certificate.toBase64()) }],
        ),
      );
    },
  );
}

function shownKey({ publicKeyId, publicKey, alias, algorithm, specification }: ManagedKeyView) {
  return {
    publicKeyId,
    base64PublicKey: publicKey.toBase64(),
    keyAlias: alias,
    keyAlgorithm: algorithm,
    keySpecification: specification,
  };
}

function requireJson(accept: string | undefined): void {
  if (!accepts(accept, JSON_TYPE)) throw new NotAcceptableError(JSON_TYPE);
}

function operationScope(app: EdgeInstance, deps: ManagedDeps): OperationScope {
  const authentication = authenticationHook(deps.authenticator, 'admin');
  return {
    app,
    deps,
    operation: (id) => ({
      config: { operation: id },
      onRequest: [async (request) => requireRequestedWith(request, deps.requestedWith, true), authentication],
    }),
  };
}

const JSON_TYPE = 'application/json';
const Id = (of: string) => Type.String({ maxLength: 128, description: `SHA-256 of the ${of}, in hexadecimal.` });
const PublicKeyPath = Type.Object({ ...WorkerPath.properties, publicKeyId: Id('SubjectPublicKeyInfo') });
const CertificatePath = Type.Object({ ...WorkerPath.properties, certId: Id('certificate') });

const PublicKeys = Type.Array(
  Type.Object(
    {
      publicKeyId: Id('SubjectPublicKeyInfo'),
      base64PublicKey: Type.String({ description: 'DER SubjectPublicKeyInfo in base64.' }),
      keyAlias: Type.String(),
      keyAlgorithm: Type.String(),
      keySpecification: Type.String(),
    },
    { title: 'ManagedPublicKey' },
  ),
);

const Certificates = Type.Array(
  Type.Object(
    {
      certId: Id('certificate'),
      publicKeyId: Id('SubjectPublicKeyInfo'),
      base64CertChain: Type.Array(Type.String(), { description: "DER in base64, the signer's certificate first." }),
    },
    { title: 'ManagedCertificate' },
  ),
);
