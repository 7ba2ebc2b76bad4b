/** The shapes of the process operation. */
import { Type } from 'typebox';

export const WorkerPath = Type.Object({
  idOrName: Type.String({ description: 'The id of a worker when it is a whole number of 32 bits, else its name.' }),
});

const Metadata = Type.Union([
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Number(), Type.Null()])),
  Type.Null(),
]);

export const ProcessRequest = Type.Object(
  {
    data: Type.Optional(
      Type.Union([Type.String({ description: 'The document, as `encoding` says. It may be empty.' }), Type.Null()]),
    ),
    encoding: Type.Optional(
      Type.Union([
        Type.Enum(['NONE', 'BASE64'], { default: 'NONE', description: 'NONE: the UTF-8 octets of the text.' }),
        Type.Null(),
      ]),
    ),
    metaData: Type.Optional(Metadata),
    metadata: Type.Optional(Metadata),
  },
  { title: 'ProcessRequest' },
);

export const ProcessResponse = Type.Object(
  {
    data: Type.String({ description: 'The output, in base64.' }),
    requestId: Type.String(),
    archiveId: Type.Union([Type.String(), Type.Null()]),
    signerCertificate: Type.Union([Type.String({ description: 'DER in base64.' }), Type.Null()]),
    metaData: Type.Record(Type.String(), Type.String()),
  },
  { title: 'ProcessResponse' },
);

/** The body of every error. */
export const ErrorBody = Type.Object(
  {
    error: Type.String(),
    errorMessage: Type.String({ description: 'The same text.' }),
    errorCode: Type.Integer({ description: 'The HTTP status.' }),
  },
  { title: 'ErrorResponse' },
);

/**
 * Statuses of errors that every operation may answer: callers who are not let in, workers that are not there or take no requests of this kind, answers
 * that are not wanted, too many passwords.
 */
export const ERROR_STATUSES: readonly number[] = [401, 403, 404, 405, 406, 429];
