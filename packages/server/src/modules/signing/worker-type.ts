/** The type of document that a worker is. */
import { Type } from 'typebox';
import { defineDocumentType, type Document, type Secret, secret } from '../configuration/index.ts';
import { makeWorker, type Worker } from './worker.ts';
import { WorkerProperties } from './worker-properties.ts';

/** A worker as it was read. */
export type WorkerDocument = Document<WorkerSettings, Worker>;

/** What is stored of a worker beside its id and name. */
export interface WorkerSettings {
  /** What it says of itself, such as `PROCESSABLE`; the implementation decides. */
  readonly type: string;
  readonly properties: Readonly<Record<string, string | Secret>>;
}

/**
 * The properties that are secrets: those that clients know as masked, also where an underscore comments them out, and what else is a
 * password.
 */
const SECRET_PROPERTIES =
  '^(?:_?(?:PIN|KEYSTOREPASSWORD|KEYDATA|TSA_PASSWORD|SET_OWNERPASSWORD|TRUSTSTOREPASSWORD|AUTHCODE)_?|USER\\..+)$';

/**
 * A worker: free-form properties under the names that clients know, kept as they are given, whether they make sense or not. One whose
 * properties do not is stored, and refuses to work.
 */
export const workerType = defineDocumentType({
  token: 'WORKER',
  title: 'worker',
  names: { kind: 'named', ignoreCase: true },
  publicIds: { kind: 'successive' },
  schemaVersion: 1,
  mayBeUnusable: true,
  schema: Type.Object(
    {
      type: Type.String({ maxLength: 64, default: 'UNKNOWN' }),
      properties: Type.Unsafe<Readonly<Record<string, string | Secret>>>({
        type: 'object',
        patternProperties: { [SECRET_PROPERTIES]: secret({ maxLength: 700_000 }) },
        additionalProperties: Type.String({ maxLength: 700_000 }),
        maxProperties: 1000,
        default: {},
      }),
    },
    { additionalProperties: false },
  ),
  parse({ properties }, report): Worker {
    const read = new WorkerProperties(properties, (property, problem) => report(`properties.${property}`, problem));
    // Without an implementation something was reported, and nobody gets to see what is made here.
    return makeWorker(read) as Worker;
  },
});
