/** The document type of workers. */
import { Type } from 'typebox';
import { defineDocumentType, type Secret, secret } from '../../configuration/index.ts';
import { CLIENT_FIELDS } from '../authorizers/index.ts';
import { makeWorker } from './make-worker.ts';
import { workerAdministration } from './worker-administration.ts';
import { checkAdmission } from './admission.ts';
import type { Worker } from './worker-document.ts';
import { type ReportProperty, WorkerProperties } from '../worker-contract/index.ts';

/**
 * The properties that are secrets: those that SignServer masks, also where an underscore comments them out, and all other passwords, but not
 * the ALLOW_... switches about passwords. Letter case does not matter: a misspelled name must not cause a secret to be stored in clear.
 */
const SECRET_PROPERTIES = String.raw`^(?i:_?(?:PIN|KEYDATA|AUTHCODE|(?!_?ALLOW_)[^.]*PASSWORD)_?|USER\..+)$`;

/**
 * The document type of workers: free-form properties under the names of SignServer, stored as given even when they are invalid. A worker with
 * invalid properties is stored, but refuses to work.
 */
export const workerType = defineDocumentType({
  token: 'WORKER',
  title: 'worker',
  dump: { directory: 'workers', objectType: 'Worker', version: 1, named: true, numbered: true, extension: true },
  names: { kind: 'named', ignoreCase: true },
  publicIds: { kind: 'successive' },
  schemaVersion: 2,
  upgrade: (settings) => ({ ...settings, rules: [] }),
  mayBeUnusable: true,
  schema: Type.Object(
    {
      type: Type.String({
        description:
          'The type that clients are shown, such as `PROCESSABLE`. The property `IMPLEMENTATION_CLASS` decides what the worker does.',
        maxLength: 64,
        default: 'UNKNOWN',
      }),
      properties: Type.Unsafe<Readonly<Record<string, string | Secret>>>({
        type: 'object',
        patternProperties: { [SECRET_PROPERTIES]: secret({ maxLength: 700_000 }) },
        additionalProperties: Type.String({ maxLength: 700_000 }),
        maxProperties: 1000,
        description:
          'The properties, in upper case, under the names of SignServer. Any text is stored, whether the worker can use it or not.',
        default: {},
      }),
      rules: Type.Array(
        Type.Object(
          {
            subjectField: Type.Enum([...CLIENT_FIELDS], {
              description: 'The field of the client certificate that is compared.',
              default: 'SUBJECT_RDN_CN',
            }),
            subjectValue: Type.String({
              description: 'Its value. Case counts, except in a serial number.',
              minLength: 1,
              maxLength: 4096,
            }),
            issuer: Type.String({
              minLength: 1,
              maxLength: 4096,
              description: 'The subject of the CA that issued the certificate.',
            }),
            description: Type.String({ description: 'Free text for administrators.', maxLength: 1000, default: '' }),
          },
          { additionalProperties: false },
        ),
        {
          description: 'The clients that the authorizer `CLIENTCERT` lets in. A client has to match one rule.',
          maxItems: 1000,
          default: [],
        },
      ),
    },
    { additionalProperties: false },
  ),
  parse(settings, report): Worker {
    const { properties } = settings;
    for (const name of Object.keys(properties)) {
      if (name !== name.toUpperCase()) report(`properties.${name}`, 'has to be written in upper case');
    }
    const reportProperty: ReportProperty = (property, problem) => report(`properties.${property}`, problem);
    checkAdmission(settings, reportProperty);
    const read = new WorkerProperties(properties, reportProperty);
    // Without an implementation a problem was reported, and the value made here is never used.
    return makeWorker(read) as Worker;
  },
  administration: workerAdministration,
});
