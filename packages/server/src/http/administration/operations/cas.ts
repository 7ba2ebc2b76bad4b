/** `/cas`: CAs without their settings, which are documents: their state, their keys and their certificates. */
import type { Administrator } from '../../../modules/access/index.ts';
import { formatPem } from '@sealwright/pki';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { DOCUMENT_LIMIT_OCTETS } from './create-document.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, NamePath, Settings } from '../schemas.ts';
import { Ca, caBody, Pem } from '../ca-body.ts';

/** `GET /cas/{name}`: how a CA stands, with its certificates. */
export function readCa({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/cas/:name',
    operation('cas.get', 'How a CA stands', { params: NamePath, response: { 200: Ca, ...errorResponses(404) } }),
    async (request) => caBody(await deps.ca.readCa.report(administrator(request), request.params.name)),
  );
}

/** `POST /cas/{name}`: makes the document of a CA and initialises it. */
export function createCa({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cas/:name',
    {
      ...operation(
        'cas.create',
        'Make a CA: its document, its keys, and its certificate or the request for one',
        {
          params: NamePath,
          body: Type.Object({ settings: Settings }, { additionalProperties: false, title: 'NewCa' }),
          response: { 201: Ca, ...errorResponses(400, 404, 409, 413, 422, 503) },
        },
        { multilineMembers: ['settings'] },
      ),
      bodyLimit: DOCUMENT_LIMIT_OCTETS,
    },
    async (request, reply) => {
      const { name } = request.params;
      await deps.ca.createCa.create(administrator(request), name, request.body.settings);
      return reply.code(201).send(caBody(await deps.ca.readCa.describe(name)));
    },
  );
}

/** The acts on a CA that have no body, or one of few members; each answers how the CA stands afterwards. */
export function changeCa(scope: OperationScope): void {
  act(
    scope,
    'initialize',
    'Make the keys and the certificate of a CA',
    Nothing,
    ({ initializeCa }, administrator, name) => initializeCa.initialize(administrator, name),
  );
  act(scope, 'renew', 'Give a CA another certificate', Renewal, ({ renewCa }, administrator, name, body) =>
    renewCa.renew(administrator, name, { newKey: body.new_key ?? false, keySpec: body.key_spec }),
  );
  act(
    scope,
    'receive',
    'Take the certificate that was made of the request',
    Certificates,
    ({ receiveCaCertificate }, administrator, name, { certificates }) =>
      receiveCaCertificate.receive(administrator, name, certificates),
  );
  act(
    scope,
    'import',
    'Keep the certificate of a CA that is elsewhere',
    Certificates,
    ({ importExternalCa }, administrator, name, { certificates }) =>
      importExternalCa.import(administrator, name, certificates),
  );
  act(
    scope,
    'ocsp-receive',
    'Take the certificate of the OCSP responder of an external CA',
    Certificates,
    ({ externalOcspResponder }, administrator, name, { certificates }) =>
      externalOcspResponder.install(administrator, name, certificates),
  );
  act(scope, 'deactivate', 'Take a CA off line', Nothing, ({ caActivation }, administrator, name) =>
    caActivation.deactivate(administrator, name),
  );
  act(
    scope,
    'revoke',
    'Revoke a CA, and all that it has issued',
    Revocation,
    ({ revokeCa }, administrator, name, { reason }) => revokeCa.revoke(administrator, name, reason),
  );
}

/** `POST /cas/{name}/csr`: the certification request of a CA. */
export function requestCaCertificate({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cas/:name/csr',
    operation(
      'cas.csr',
      'A certification request of a CA, for another CA to sign',
      { params: NamePath, body: CsrRequest, response: { 200: Csr, ...errorResponses(400, 404, 409, 422, 503) } },
      { multilineMembers: ['certificate_chain'] },
    ),
    async (request) => {
      const { key_alias: alias, certificate_chain: chain = [] } = request.body;
      const key = alias === undefined ? ({ kind: 'new' } as const) : ({ kind: 'alias', alias } as const);
      const { requestCaCertificate: useCase } = deps.ca;
      const der = await useCase.request(administrator(request), { name: request.params.name }, { key, chain });
      return { certification_request: formatPem('CERTIFICATE REQUEST', der) };
    },
  );
}

/** `POST /cas/{name}/ocsp-csr`: a request for the certificate of the OCSP responder of an external CA. */
export function requestResponderCertificate({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/cas/:name/ocsp-csr',
    operation(
      'cas.ocsp-csr',
      'A request for the certificate of the OCSP responder of an external CA, for that CA to sign',
      { params: NamePath, body: Nothing, response: { 200: Csr, ...errorResponses(400, 404, 409, 422, 503) } },
    ),
    async (request) => {
      const der = await deps.ca.externalOcspResponder.request(administrator(request), request.params.name);
      return { certification_request: formatPem('CERTIFICATE REQUEST', der) };
    },
  );
}

function act<const B extends ReturnType<typeof Type.Object>>(
  { app, deps, operation, administrator }: OperationScope,
  name: 'initialize' | 'renew' | 'receive' | 'import' | 'ocsp-receive' | 'deactivate' | 'revoke',
  summary: string,
  body: B,
  perform: (
    useCases: OperationScope['deps']['ca'],
    administrator: Administrator,
    name: string,
    body: Type.Static<B>,
  ) => Promise<unknown>,
): void {
  app.post(
    `/cas/:name/${name}`,
    {
      ...operation(
        `cas.${name}`,
        summary,
        { params: NamePath, body, response: { 200: Ca, ...errorResponses(400, 404, 409, 422, 503) } },
        { multilineMembers: ['certificates'] },
      ),
      bodyLimit: DOCUMENT_LIMIT_OCTETS,
    },
    async (request) => {
      const { params, body: given } = request as unknown as Asked<Type.Static<B>>;
      await perform(deps.ca, administrator(request), params.name, given);
      return caBody(await deps.ca.readCa.describe(params.name));
    },
  );
}

/** The schema of a body that is generic types no request. */
type Asked<B> = FastifyRequest & { readonly params: { readonly name: string }; readonly body: B };

const Nothing = Type.Object({}, { additionalProperties: false, title: 'NoMembers' });
const Renewal = Type.Object(
  {
    new_key: Type.Optional(
      Type.Boolean({ default: false, description: 'A new key like the present one, of the next sequence.' }),
    ),
    key_spec: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'What the new key of an SSH CA is to be, in place of one like the present: Ed25519, P-256, 3072.',
      }),
    ),
  },
  { additionalProperties: false, title: 'CaRenewal' },
);

const Revocation = Type.Object(
  {
    reason: Type.Enum(
      [
        'UNSPECIFIED',
        'KEY_COMPROMISE',
        'CA_COMPROMISE',
        'AFFILIATION_CHANGED',
        'SUPERSEDED',
        'CESSATION_OF_OPERATION',
        'PRIVILEGES_WITHDRAWN',
        'AA_COMPROMISE',
      ],
      { description: 'Of the CA, and of each certificate that it has issued.' },
    ),
  },
  { additionalProperties: false, title: 'CaRevocationRequest' },
);

const Certificates = Type.Object(
  { certificates: Type.Array(Pem, { minItems: 1, maxItems: 10, description: 'Those of the chain, in any order.' }) },
  { additionalProperties: false, title: 'CaCertificates' },
);

const CsrRequest = Type.Object(
  {
    key_alias: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'A key of the crypto token of the CA; a new one of the next sequence unless given.',
      }),
    ),
    certificate_chain: Type.Optional(
      Type.Array(Pem, { maxItems: 10, description: 'Certificates above the one to come.' }),
    ),
  },
  { additionalProperties: false, title: 'CaCertificationRequest' },
);

const Csr = Type.Object(
  { certification_request: Type.String({ description: 'PEM.' }) },
  { title: 'CertificationRequest' },
);
