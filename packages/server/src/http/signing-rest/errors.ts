/** Answers of the signing interface to failures: status and body. */
import type { FastifyRequest } from 'fastify';
import { AppError, appError, type ErrorKind } from '../../kernel/errors.ts';
import { type ByCode, EDGE_STATUSES, type RenderedError, ruleFor } from '../errors/index.ts';
import { BadBase64Error, isForm } from '../uploads/index.ts';

/** Behaviour where this project's specification and the implementation that clients know differ. */
export type SigningCompatibility = 'documented' | 'signserver';

/** Makes the errors of the interface: `error` is what clients of all releases read, the other two are what the documentation names. */
export function errorRenderer(
  compatibility: SigningCompatibility,
): (error: unknown, request: FastifyRequest) => RenderedError {
  const rules: Rules = { ...EDGE_STATUSES, ...BY_CODE, ...BY_COMPATIBILITY[compatibility] };
  return (error, request) => {
    if (!(error instanceof AppError)) return rendered(500, GENERAL_FAILURE);
    // SignServer tells the two forms apart.
    if (compatibility === 'signserver' && error instanceof BadBase64Error && !isForm(request))
      return rendered(500, error.message);
    const ofOperation = BY_OPERATION[request.routeOptions?.config.operation ?? ''];
    const rule =
      (ofOperation && ruleFor<number | Rule>(ofOperation, error.code)) ??
      ruleFor<number | Rule>(rules, error.code) ??
      BY_KIND[error.kind];
    if (typeof rule === 'number') return rendered(rule, error.message);
    return rendered(rule.status, rule.message);
  };
}

/** The header that keeps browsers from being made to call is missing or empty. */
export class RequestedWithHeaderError extends appError('forbidden', 'signing_rest.requested_with_missing') {
  constructor() {
    super('Access is forbidden!');
  }
}

/** A process request without content. */
export class MissingDataError extends appError('malformed', 'signing_rest.missing_data') {
  constructor() {
    super('Missing data in request');
  }
}

/** A form without content. */
export class MissingFileError extends appError('malformed', 'signing_rest.missing_file') {
  constructor() {
    super('Missing file content in upload');
  }
}

/** An unknown process type. */
export class BadProcessTypeError extends appError('malformed', 'signing_rest.bad_process_type') {
  constructor() {
    super('Illegal process type.');
  }
}

/** An id in the path that is not a whole number of 32 bits. */
export class BadWorkerIdError extends appError('malformed', 'signing_rest.bad_worker_id') {
  constructor() {
    super('The id of a worker is a whole number of 32 bits.');
  }
}

function rendered(status: number, message: string): RenderedError {
  return { status, body: { error: message, errorMessage: message, errorCode: status } };
}

interface Rule {
  readonly status: number;
  readonly message: string;
}

/** By codes, those of this interface included. */
type Rules = ByCode<number | Rule> & Partial<Record<OwnCode, number | Rule>>;

type OwnCode = (RequestedWithHeaderError | BadWorkerIdError)['code'];

const GENERAL_FAILURE = 'The server were unable to process the request. See server-side logs for more details.';

const BY_KIND: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 401,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'refused-by-policy': 400,
  'rate-limited': 429,
  unavailable: 503,
};

/** Statuses and messages that replace those of the kind, by code. */
const BY_CODE: Rules = {
  'access.no_credentials': {
    status: 401,
    message: 'Admin not authorized to resource. Client certificate authentication required.',
  },
  'access.credentials_refused': { status: 401, message: 'Administrator not authorized to resource.' },
  'access.denied': { status: 401, message: 'Administrator not authorized to resource.' },
  'signing_rest.requested_with_missing': 403,
  // Clients know it so.
  'signing.client_not_authorized': 400,
  'signing.worker_misconfigured': 500,
  'signing.ambiguous_document': 500,
  'signing.worker_file': 500,
  'signing.worker_read_only': 405,
};

/** Keys are listed without content, so that nothing has failed where a worker has none that are known. */
const KEYS_UNKNOWN: Rules = {
  'signing.worker_misconfigured': {
    status: 409,
    message: 'The worker is misconfigured, so that its keys are not known. Its status says what is wrong.',
  },
};

/** Statuses and messages that replace those for all operations. */
const BY_OPERATION: Readonly<Record<string, Rules>> = {
  'managed.publickeys': KEYS_UNKNOWN,
  'managed.certificates': KEYS_UNKNOWN,
};

const BY_COMPATIBILITY: Readonly<Record<SigningCompatibility, Rules>> = {
  documented: {
    'http.body_not_json': { status: 400, message: 'Bad request from the client' },
    'http.not_acceptable': { status: 406, message: 'Not Acceptable' },
    'signing_rest.requested_with_missing': { status: 403, message: 'Access is forbidden' },
    'signing.token_unavailable': { status: 503, message: 'Crypto Token not available' },
    'signing.worker_disabled': {
      status: 500,
      message: 'The server was unable to process the request (see server logs)',
    },
  },
  signserver: {
    'http.body_not_json': { status: 500, message: GENERAL_FAILURE },
    'http.not_acceptable': { status: 406, message: 'Specify application/json in Accept header' },
    'http.schema_violation': { status: 500, message: GENERAL_FAILURE },
    'signing.property_names_collide': { status: 500, message: GENERAL_FAILURE },
    'signing.property_not_text': { status: 500, message: GENERAL_FAILURE },
    'signing_rest.bad_worker_id': { status: 500, message: GENERAL_FAILURE },
  },
};
