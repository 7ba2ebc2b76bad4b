/** The shapes of requests and responses that several operations share. Members a client sends and no schema names are ignored. */
import { type Static, Type, type TSchema } from 'typebox';
import { REVOCATION_REASONS, type RevocationReason } from '../../modules/ca/index.ts';

/** A member that may be left out; `null` counts as left out, and never as an empty text. */
export function Absentable<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

export const ErrorBody = Type.Object(
  { error_code: Type.Integer({ description: 'The HTTP status.' }), error_message: Type.String() },
  { title: 'ExceptionErrorRestResponse' },
);

const Generated = {
  username: { type: 'string', description: 'The username that was made.' },
  password: { type: 'string', description: 'The password that was made. Nothing tells it again.' },
};

/**
 * The answer of an operation that may give an end entity credentials that the program makes. Clients that were generated of the description read no body,
 * for there is none unless a profile asks for it.
 */
export const GeneratedCredentialsBody = Type.Unsafe<undefined>({
  type: 'null',
  description:
    'Done. Where the end entity profile has usernames or passwords made by the server, and the end entity got one, the body is a JSON object with `username`, `password` or both. Nothing tells the password again.',
});

/** The answer of an act that others have to approve. */
export const PendingApprovalBody = Type.Object(
  {
    status_code: Type.Literal(202),
    info_message: Type.String(),
    link: Type.Optional(
      Type.String({ format: 'uri', description: 'Where to finalize an enrollment once it is approved.' }),
    ),
    request_id: Type.Integer(),
    username: Type.Optional(Type.Unsafe<string>(Generated.username)),
    password: Type.Optional(Type.Unsafe<string>(Generated.password)),
  },
  { title: 'ExceptionInfoRestResponse' },
);

export const StatusBody = Type.Object(
  { status: Type.Literal('OK'), version: Type.String(), revision: Type.String() },
  { title: 'RestResourceStatusRestResponse' },
);

const RevocationReasonSchema = Type.Enum(Object.keys(REVOCATION_REASONS) as RevocationReason[], { type: 'string' });

export const RevocationBody = Type.Object(
  {
    issuer_dn: Type.String(),
    serial_number: Type.String({ description: 'As it stands in the path of the request.' }),
    revocation_reason: RevocationReasonSchema,
    revocation_date: Type.Optional(Type.String({ format: 'date-time' })),
    invalidity_date: Type.Optional(Type.String({ format: 'date-time' })),
    message: Type.Optional(Type.String()),
    revoked: Type.Boolean(),
  },
  { title: 'RevokeStatusRestResponse' },
);

export type RevocationBody = Static<typeof RevocationBody>;

/** The path of an operation on one certificate. */
export const CertificatePath = Type.Object({
  issuer_dn: Type.String({ description: 'Percent-encoded; the case of attribute names does not matter.' }),
  certificate_serial_number: Type.String({ description: 'Hex, with or without 0x.' }),
});

/** Returns the schema of a list of names. */
export const names = (description: string) => Type.Array(Type.String(), { description });

export const IssuerPath = Type.Object({
  issuer_dn: Type.String({ description: 'Percent-encoded; the case of attribute names does not matter.' }),
});

/** The number of a request for approval: an integer of 32 bits. */
export const RequestId = Type.Integer({
  minimum: -(2 ** 31),
  maximum: 2 ** 31 - 1,
  description: 'As the answer 202 has it.',
});

/** The path of an operation on an end entity. */
export const EndEntityPath = Type.Object({
  endentity_name: Type.String({ minLength: 1, maxLength: 255, description: 'Its username, percent-encoded.' }),
});

/** The path of an operation on a crypto token. */
export const CryptoTokenPath = Type.Object({
  cryptotoken_name: Type.String({ description: 'Percent-encoded.' }),
});

/** The answer of an operation that has nothing to say but its status. */
export const NoBody = Type.Unsafe<undefined>({ type: 'null', description: 'Done.' });

/** The error responses of an operation, by status. */
export function errorResponses<const S extends number>(...statuses: readonly S[]): Record<S, typeof ErrorBody> {
  return Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<S, typeof ErrorBody>;
}
