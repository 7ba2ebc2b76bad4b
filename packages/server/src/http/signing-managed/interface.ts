/**
 * The managed interface as one part of the URL space: the keys and certificates of a worker, and processing with one of them. What clients
 * see is documented by its paths alone; the bodies are those of the signing interface, and ids are digests.
 */
import { type Static, type TSchema, Type } from 'typebox';
import type { ManagedKey, ManagedKeys } from '../../modules/signing/index.ts';
import { NotAcceptableError } from '../errors/index.ts';
import {
  administratorOf,
  authenticationHook,
  type Authenticator,
  type EdgeInstance,
  type HttpInterface,
} from '../interface/index.ts';
import { accepts } from '../reading/index.ts';
import {
  type OperationScope,
  type ProcessDeps,
  processRoute,
  requireRequestedWith,
  signingInterface,
  WorkerPath,
} from '../signing-rest/index.ts';
import { MANAGED_PREFIX } from './prefix.ts';

/** Dependencies of the managed interface. */
export interface ManagedDeps extends ProcessDeps {
  readonly signing: ProcessDeps['signing'] & { readonly managedKeys: Pick<ManagedKeys, 'choose' | 'list'> };
  readonly authenticator: Authenticator;
}

/** Makes the interface. Callers have to be members of a role. */
export function managedInterface(deps: ManagedDeps): HttpInterface {
  return signingInterface({ ...deps, prefix: MANAGED_PREFIX, title: 'Sealwright managed signing interface' }, (app) => {
    const scope = operationScope(app, deps);
    listKeys(scope, deps, {
      segment: 'publickeys',
      summary: 'The public keys that a worker signs with',
      body: PublicKeys,
      bodyOf: (keys) => keys.map(publicKeyBody),
    });
    listKeys(scope, deps, {
      segment: 'certificates',
      summary: 'The certificates that a worker signs with',
      body: Certificates,
      bodyOf: (keys) => keys.flatMap(certificateBodies),
    });
    processWithKey(scope, deps, 'public key');
    processWithKey(scope, deps, 'certificate');
  });
}

function listKeys(
  { app, operation }: OperationScope,
  { signing }: ManagedDeps,
  list: {
    readonly segment: 'publickeys' | 'certificates';
    readonly summary: string;
    readonly body: TSchema;
    readonly bodyOf: (keys: readonly ManagedKey[]) => readonly object[];
  },
): void {
  app.get(
    `/workers/:idOrName/${list.segment}`,
    {
      ...operation(`managed.${list.segment}`),
      schema: { summary: list.summary, tags: ['Workers'], params: WorkerPath, response: { 200: list.body } },
    },
    async (request, reply) => {
      const { headers, params } = request;
      if (!accepts(headers.accept, JSON_TYPE)) throw new NotAcceptableError(JSON_TYPE);
      const keys = await signing.managedKeys.list(administratorOf(request), params.idOrName);
      return reply.send(list.bodyOf(keys));
    },
  );
}

/** Adds the route by which a key is chosen. The authorizer of the worker is asked as for any other request. */
function processWithKey(scope: OperationScope, { signing }: ManagedDeps, by: 'public key' | 'certificate'): void {
  const isCertificate = by === 'certificate';
  processRoute(scope, {
    path: `/workers/:idOrName/${isCertificate ? 'certificates/:certId' : 'publickeys/:publicKeyId'}/process`,
    id: isCertificate ? 'managed.process_by_certificate' : 'managed.process_by_public_key',
    summary: `Have a worker process a document with the key of a ${by}`,
    params: isCertificate ? CertificatePath : PublicKeyPath,
    process: async ({ params, administrator }, given) => {
      const id = 'certId' in params ? params.certId : params.publicKeyId;
      const key = await signing.managedKeys.choose(administratorOf({ administrator }), params.idOrName, by, id);
      return signing.processContent.process(params.idOrName, { ...given, key });
    },
  });
}

function publicKeyBody({ publicKeyId, publicKey, alias }: ManagedKey): Static<typeof PublicKeys>[number] {
  return {
    publicKeyId,
    base64PublicKey: publicKey.der.toBase64(),
    keyAlias: alias,
    keyAlgorithm: publicKey.algorithm.name,
    keySpecification: publicKey.specification,
  };
}

function certificateBodies({ certificateId: certId, publicKeyId, chain }: ManagedKey): Static<typeof Certificates> {
  if (certId === undefined) return [];
  return [{ certId, publicKeyId, base64CertChain: chain.map(({ der }) => der.toBase64()) }];
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
