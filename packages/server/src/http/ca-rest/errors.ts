/** Answers of the CA REST interface to failures: status and body. */
import type { FastifyRequest } from 'fastify';
import { AppError, appError, type ErrorKind } from '../../kernel/errors.ts';
import { ItemPatternError } from '../../modules/configdump/index.ts';
import { DocumentNotFoundError } from '../../modules/configuration/index.ts';
import { certificateProfileType } from '../../modules/profiles/index.ts';
import { CertificateOfNobodyError } from '../../modules/ra/index.ts';
import { BodyNotJsonError, EDGE_STATUSES, type ErrorCode, type RenderedError, renderedError } from '../errors/index.ts';

/**
 * Makes `{error_code, error_message}` of a failure.
 *
 * Anything but an `AppError` is a failure of ours, of which a client learns nothing but `General failure.`
 */
export function renderError(error: unknown, request: FastifyRequest): RenderedError {
  if (!(error instanceof AppError)) return renderedError(500, 'General failure.');
  if (error instanceof ServiceDisabledError) return { status: 403, body: error.message };
  if (PLAIN_TEXT.some((refusal) => error instanceof refusal)) return { status: 400, body: error.message };
  const { operation, unauthenticatedStatus } = request.routeOptions?.config ?? {};
  if (error.kind === 'unauthenticated' && unauthenticatedStatus !== undefined)
    return renderedError(unauthenticatedStatus, error.message);
  const rules = [...((operation === undefined ? undefined : BY_OPERATION.get(operation)) ?? []), ...BY_CODE];
  const rule = rules.find(({ on }) => on === error.code || on === error.kind);
  const { status = BY_KIND[error.kind], message, empty = false } = rule ?? {};
  if (empty) return { status, body: '' };
  return renderedError(
    status,
    message?.(request.params as Record<string, string>, { error, body: request.body }) ?? error.message,
  );
}

/** A group of operations is switched off. Its answer is not JSON: clients know it from the container's page. */
export class ServiceDisabledError extends appError('forbidden', 'http.service_disabled') {
  constructor() {
    super('This service has been disabled.');
  }
}

/** A value that has the right type and breaks a rule of the interface, in the interface's own words. */
export class InvalidInputError extends appError('malformed', 'ca_rest.invalid_input') {}

/** A dry run is asked for where there is none, or where nobody looks: the act would be done. */
export class DryRunMisplacedError extends appError('malformed', 'ca_rest.dry_run_misplaced') {
  /** @param problem - a clause without its full stop */
  constructor(problem: string) {
    super(`Nothing was done: ${problem}.`);
  }
}

/** A member that this program does not support, and that would say something about the certificate or its end entity. */
export class UnsupportedMemberError extends appError('refused-by-policy', 'ca_rest.unsupported_member') {
  /** @param reason - completes "is not supported: ..." */
  constructor(member: string, reason: string) {
    super(`${member} is not supported: ${reason}. Leave it out.`);
  }
}

/** Refusals that clients know as plain text. */
const PLAIN_TEXT = [BodyNotJsonError, ItemPatternError] as const;

const BY_KIND: Record<ErrorKind, number> = {
  malformed: 400,
  // Without credentials the interface has always answered 403, and clients tell the two apart by the text only.
  unauthenticated: 403,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'refused-by-policy': 422,
  'rate-limited': 429,
  unavailable: 503,
};

/** Rule that replaces the status of the kind, or the message, for one code or kind. */
interface Rule {
  readonly on: ErrorCode | ErrorKind;
  readonly status: number;
  /** True when the answer has no body. */
  readonly empty?: boolean;
  readonly message?: (
    parameters: Readonly<Record<string, string>>,
    failure: { readonly error: AppError; readonly body: unknown },
  ) => string;
}

const BY_CODE: readonly Rule[] = [
  ...Object.entries(EDGE_STATUSES).map(([on, status]) => ({ on: on as ErrorCode, status })),
  { on: 'crypto_token.offline', status: 503, message: () => 'Device was unavailable.' },
  { on: 'ra.search_timeout', status: 500, empty: true },
  { on: 'ra.end_entity_version', status: 412 },
  { on: 'approval.already_requested', status: 400 },
  { on: 'approval.expired', status: 400 },
  { on: 'approval.execution_failed', status: 500 },
];

/** Other acts came first: the client may repeat the request. */
const OVERTAKEN = statusFor(409, 'storage.conflict', 'storage.epoch_moved');
/** Something in the request is wrong, and the words of the cause tell what. */
const REFUSED = statusFor(400, 'not-found', 'refused-by-policy', 'conflict');

/** The first rule that fits wins. */
const BY_OPERATION: ReadonlyMap<string, readonly Rule[]> = new Map<string, readonly Rule[]>([
  [
    'v1.ca.createcrl',
    [
      { on: 'ca.not_found', status: 400, message: ({ issuer_dn }) => `CA with DN: ${issuer_dn} does not exist.` },
      ...statusFor(400, 'ca.offline', 'crypto_token.offline', 'ca.delta_crl_not_issued'),
    ],
  ],
  ['v1.ca_management.activate', [{ on: 'ca.not_found', status: 422, message: () => 'Unknown CA name' }]],
  ['v1.ca_management.deactivate', [{ on: 'ca.not_found', status: 422, message: () => 'Unknown CA name' }]],
  [
    'v1.ca.generatecsr',
    [
      { on: 'ca.not_found', status: 400, message: ({ issuer_dn }) => `CA with DN: ${issuer_dn} does not exist.` },
      ...(['crypto_token.offline', 'crypto_token.unknown_alias'] as const).map((on) => ({
        on,
        status: 400,
        message: () => 'CA cryptotoken is offline or the key pair not found.',
      })),
      ...statusFor(400, 'refused-by-policy', 'ca.wrong_status', 'ca.key_taken', 'ca.key_signs_documents'),
    ],
  ],
  [
    'v1.ca.importcrl',
    [
      { on: 'ca.not_found', status: 400, message: ({ issuer_dn }) => `CA with DN: ${issuer_dn} does not exist.` },
      { on: 'crl.empty', status: 500, message: () => 'General failure.' },
      { on: 'crl.not_newer', status: 400 },
    ],
  ],
  ['v1.certificate.pkcs10enroll', [...OVERTAKEN, ...REFUSED]],
  [
    'v1.certificate.enroll',
    [
      badContent('EnrollCertificateWithEntityRestRequest'),
      { on: 'ca.not_found', status: 404, message: (_, { body }) => `No CA found by name of ${recordOf(body).ca_name}` },
      {
        on: 'document.not_found',
        status: 404,
        message: (_, { error, body }) =>
          error instanceof DocumentNotFoundError && error.title === certificateProfileType.title
            ? `Error Certificate profile ${recordOf(body).certificate_profile_name} does not exist.`
            : error.message,
      },
    ],
  ],
  [
    'v1.certificate.certificaterequest',
    [
      {
        on: 'ca.not_found',
        status: 400,
        message: (_, { body }) =>
          `CA with name ${(body as Record<'certificate_authority_name', string>).certificate_authority_name} doesn't exist.`,
      },
      { on: 'ra.not_authenticated', status: 400 },
      ...(['ra.public_key_in_use', 'ra.subject_in_use', 'ca.serial_number_in_use'] as const).map((on) => ({
        on,
        status: 409,
        message: () => 'Failed to generate certificate due to the new certificate conflicting with an existing one.',
      })),
      ...OVERTAKEN,
      ...REFUSED,
    ],
  ],
  [
    'v1.certificate.finalize',
    [...OVERTAKEN, { on: 'ra.end_entity_not_found', status: 404 }, ...statusFor(400, 'not-found', 'conflict')],
  ],
  ['v1.endentity.add', [{ on: 'ra.end_entity_exists', status: 400 }]],
  [
    // Of unknown names, only that of a CA is 404.
    'v2.certificate.keyimport',
    [badContent('KeyImportRestRequest'), { on: 'ca.not_found', status: 404 }, ...REFUSED],
  ],
  [
    'v2.certificate.profile',
    [
      {
        on: 'document.not_found',
        status: 400,
        message: () => 'Invalid search criteria, unknown certificate profile.',
      },
    ],
  ],
  [
    'v2.certificate.keyrecover',
    [
      ...statusFor(400, 'ra.certificate_of_nobody', 'key_recovery.not_available'),
      // No certificate has such a number, so nobody has one.
      { on: 'certificate.not_found', status: 400, message: () => new CertificateOfNobodyError().message },
    ],
  ],
  [
    'v1.certificate.enrollkeystore',
    [
      ...OVERTAKEN,
      { on: 'ra.end_entity_not_found', status: 404 },
      { on: 'ca.not_found', status: 404, message: () => 'CA does not exist' },
      { on: 'ra.not_authenticated', status: 400 },
      ...statusFor(422, 'ra.unsupported_key_algorithm', 'ra.unsupported_key_specification'),
      ...REFUSED,
    ],
  ],
  // Whatever is wrong with a token, a code or a key is 422 here.
  [
    'v1.cryptotoken.activate',
    statusFor(
      422,
      'crypto_token.not_found',
      'crypto_token.wrong_activation_code',
      'crypto_token.unusable_activation_code',
    ),
  ],
  ['v1.cryptotoken.deactivate', statusFor(422, 'crypto_token.not_found')],
  [
    'v1.cryptotoken.generatekeys',
    statusFor(
      422,
      'crypto_token.not_found',
      'crypto_token.bad_alias',
      'crypto_token.alias_in_use',
      'crypto_token.unsupported_algorithm',
      'crypto_token.unsupported_specification',
    ),
  ],
  [
    'v1.cryptotoken.removekeys',
    statusFor(
      422,
      'crypto_token.not_found',
      'crypto_token.unknown_alias',
      'crypto_token.offline',
      'crypto_token.key_in_use',
    ),
  ],
  [
    'v1.certificate.revoke',
    (['ca.not_found', 'certificate.not_found'] as const).map((on) => ({
      on,
      status: 404,
      message: ({ issuer_dn, certificate_serial_number }: Readonly<Record<string, string>>) =>
        `Could not find end entity certificate. Issuer ${issuer_dn}, serialNo ${certificate_serial_number}.`,
    })),
  ],
  [
    'v1.certificate.revocationstatus',
    [
      { on: 'ca.not_found', status: 404, message: ({ issuer_dn }) => `CA '${issuer_dn}' does not exist.` },
      {
        on: 'certificate.not_found',
        status: 404,
        message: ({ issuer_dn, certificate_serial_number }) =>
          `Certificate with serial number '${certificate_serial_number}' and issuer DN '${issuer_dn}' was not found`,
      },
    ],
  ],
  ['v1.ssh.pubkey', [{ on: 'ca.wrong_kind', status: 400 }]],
]);

/** Returns the end entity of a body that its schema has passed. */
function recordOf(body: unknown) {
  type Named = Readonly<Record<'ca_name' | 'certificate_profile_name', string>>;
  return (body as { readonly end_entity: Named }).end_entity;
}

/** The words of an operation for a body that is not of its shape. */
function badContent(name: string): Rule {
  return {
    on: 'http.schema_violation',
    status: 400,
    message: (_, { error }) => `Invalid ${name} content, ${error.message.replace('Invalid request body: ', '')}`,
  };
}

function statusFor(status: number, ...causes: readonly Rule['on'][]): readonly Rule[] {
  return causes.map((on) => ({ on, status }));
}
