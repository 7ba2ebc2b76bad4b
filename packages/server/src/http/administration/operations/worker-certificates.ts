/** `/workers/{name}`: the key and the certificate of a worker. Its properties are a document. */
import { parsePem, PkiError } from '@sealwright/pki';
import { Type } from 'typebox';
import { BadWorkerCertificateError, type TimedServiceStatus } from '../../../modules/signing/index.ts';
import { problemBodies } from '../document-bodies.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses, Problem, WorkerPath } from '../schemas.ts';
import { formatMilliseconds, formatSeconds } from '../times.ts';

/** `GET /workers/{name}/status`: whether a worker works, and how often its key was used. */
export function readWorkerStatus({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/workers/:name/status',
    operation('workers.status', 'How a worker stands', {
      params: WorkerPath,
      response: { 200: WorkerStatus, ...errorResponses(404) },
    }),
    async ({ params, ...request }) => {
      const status = await deps.signing.workerStatuses.get(administrator(request), params.name);
      const { id, name, state, problems, warnings, certificate, signings, signLimit, renewalDue, service } = status;
      return {
        id,
        name,
        state,
        problems: problemBodies(problems),
        warnings: problemBodies(warnings),
        ...(certificate === undefined ? {} : { certificate: certificate.der.toBase64() }),
        ...(signings === undefined ? {} : { signings }),
        ...(signLimit === undefined ? {} : { sign_limit: signLimit }),
        ...(renewalDue === undefined ? {} : { renewal_due: formatSeconds(renewalDue) }),
        ...(service === undefined ? {} : { service: shownService(service) }),
      };
    },
  );
}

/** `POST /workers/{name}/certificaterequest`: a request for a key of the worker, for a CA anywhere. */
export function requestWorkerCertificate({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/workers/:name/certificaterequest',
    operation('workers.certificateRequest', 'Request a certificate for a worker', {
      params: WorkerPath,
      body: WorkerCertificateRequest,
      response: { 200: CertificateRequest, ...errorResponses(400, 404, 409, 503) },
    }),
    async ({ body, params, ...request }) => {
      const asked = { alias: body.key_alias, subjectDn: body.subject_dn };
      const der = await deps.signing.workerCertificates.request(administrator(request), params.name, asked);
      return { certificate_request: der.toBase64() };
    },
  );
}

/** `PUT /workers/{name}/certificates`: gives the worker the certificate that a CA has issued, and those above it. */
export function installWorkerCertificates({ app, deps, operation, administrator }: OperationScope): void {
  app.put(
    '/workers/:name/certificates',
    operation(
      'workers.certificates',
      'Install the certificates of a worker',
      {
        params: WorkerPath,
        body: WorkerCertificates,
        response: { 204: Type.Null({ description: 'Installed.' }), ...errorResponses(400, 404, 409) },
      },
      { multilineMembers: ['certificates'] },
    ),
    async ({ body, params, ...request }, reply) => {
      const certificates = readCertificates(body.certificates);
      await deps.signing.workerCertificates.install(administrator(request), params.name, certificates);
      return reply.code(204).send(null);
    },
  );
}

/** `POST /workers/{name}/certificate`: a key and a certificate from a CA of this installation, in one step. */
export function certifyWorker({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/workers/:name/certificate',
    operation('workers.certify', 'Issue the certificate of a worker', {
      params: WorkerPath,
      body: WorkerCertification,
      response: {
        204: Type.Null({ description: 'Issued and installed.' }),
        ...errorResponses(400, 404, 409, 422, 503),
      },
    }),
    async ({ body, params, ...request }, reply) => {
      const issuer = {
        ca: body.ca,
        certificateProfile: body.certificate_profile,
        endEntityProfile: body.end_entity_profile,
        subjectDn: body.subject_dn,
      };
      await deps.signing.certifyWorker.certify(administrator(request), params.name, issuer, body.key);
      return reply.code(204).send(null);
    },
  );
}

/** Reads the certificates of a PEM text. @throws {@link BadWorkerCertificateError} */
function readCertificates(pem: string): readonly Uint8Array[] {
  try {
    return parsePem(pem).flatMap(({ label, der }) => (label === 'CERTIFICATE' ? [der] : []));
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new BadWorkerCertificateError(cause.message, { cause });
  }
}

function shownService({ active, schedule, runs }: TimedServiceStatus) {
  return {
    active,
    schedule,
    runs: runs.map(({ node, nextMs, startedMs, endedMs, problem }) => ({
      ...(node === '' ? {} : { node }),
      ...(nextMs === undefined ? {} : { next: formatMilliseconds(nextMs) }),
      ...(startedMs === undefined ? {} : { started: formatMilliseconds(startedMs) }),
      ...(endedMs === undefined ? {} : { ended: formatMilliseconds(endedMs) }),
      ...(problem === '' ? {} : { problem }),
    })),
  };
}

const Name = Type.String({ minLength: 1, maxLength: 255 });
const SubjectDn = Type.Optional(
  Type.String({ maxLength: 4096, description: "RFC 4514. Not given: the worker's REQUESTDN, or its name as CN." }),
);

const Time = Type.String({ format: 'date-time' });
const TimedService = Type.Object(
  {
    active: Type.Boolean(),
    schedule: Type.String({ description: 'INTERVAL, INTERVALMS or CRON in words.' }),
    runs: Type.Array(
      Type.Object({
        node: Type.Optional(
          Type.String({ description: 'The process. Not given: one of all processes makes each run.' }),
        ),
        next: Type.Optional(Type.String({ ...Time, description: 'Not given: there is no further one.' })),
        started: Type.Optional(Type.String({ ...Time, description: 'When the last run began.' })),
        ended: Type.Optional(
          Type.String({ ...Time, description: 'Not given while it goes on, or when its process ended before it did.' }),
        ),
        problem: Type.Optional(Type.String({ description: 'What the last run could not do.' })),
      }),
    ),
  },
  { title: 'TimedServiceStatus' },
);

const WorkerStatus = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    state: Type.Enum(['active', 'offline', 'disabled', 'misconfigured'], {
      type: 'string',
      description: '`offline`: its key cannot be used now, or its certificate is not valid.',
    }),
    problems: Type.Array(Problem, { description: 'Why it is misconfigured or offline on this server.' }),
    warnings: Type.Array(Problem, { description: 'What is left out or means nothing, though the worker works.' }),
    certificate: Type.Optional(Type.String({ format: 'byte', description: 'Base64 of the DER.' })),
    signings: Type.Optional(
      Type.Integer({ description: 'How often its key was used by all workers; what processes have claimed counts.' }),
    ),
    sign_limit: Type.Optional(
      Type.Integer({ description: 'How often the key may be used. Not given: any number of times.' }),
    ),
    renewal_due: Type.Optional(
      Type.String({ ...Time, description: 'From when on its certificate is to be renewed. Not given: it is not.' }),
    ),
    service: Type.Optional(TimedService),
  },
  { title: 'WorkerStatus' },
);

const WorkerCertificateRequest = Type.Object(
  {
    key_alias: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "Not given: the worker's DEFAULTKEY." }),
    ),
    subject_dn: SubjectDn,
  },
  { additionalProperties: false, title: 'WorkerCertificateRequest' },
);

const CertificateRequest = Type.Object(
  { certificate_request: Type.String({ format: 'byte', description: 'Base64 of the DER (PKCS#10).' }) },
  { title: 'CertificateRequest' },
);

const WorkerCertificates = Type.Object(
  { certificates: Type.String({ minLength: 1, maxLength: 500_000, description: 'PEM, in any order.' }) },
  { additionalProperties: false, title: 'WorkerCertificates' },
);

const WorkerCertification = Type.Object(
  {
    ca: Name,
    certificate_profile: Name,
    end_entity_profile: Name,
    subject_dn: SubjectDn,
    key: Type.Optional(
      Type.Object(
        { algorithm: Name, specification: Type.String({ maxLength: 64, description: 'Bits, or a curve.' }) },
        { additionalProperties: false, description: 'A key to be made. Not given: the one that the worker has.' },
      ),
    ),
  },
  { additionalProperties: false, title: 'WorkerCertification' },
);
