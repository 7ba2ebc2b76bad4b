/** The members that requests for certificates and keystores have in common, and what their operations do alike. */
import { type Static, Type } from 'typebox';
import type { EnrollmentWithRequest } from '../../modules/ra/index.ts';
import type { Compatibility } from './operation-scope.ts';
import { Absentable } from './schemas.ts';

/** The name of a document or an end entity. */
export const Name = Type.String({ maxLength: 255 });

/** Values under names of the caller's own. */
export const NamedValues = Absentable(
  Type.Array(Type.Object({ name: Name, value: Type.String({ maxLength: 4096 }) }), { maxItems: 1000 }),
);

export const IncludeChain = Absentable(Type.Boolean({ default: false }));

/** Describes `certificate_request_type`. */
export const REQUEST_TYPES = 'PKCS10, CRMF, SPKAC, PUBLICKEY or CVC, in any letter case.';

/** Makes the schema of a password. */
export function Password(description: string) {
  return Type.String({ maxLength: 1024, format: 'password', description });
}

/** Makes the schema of `response_format`. `readResponseFormat` reads it. */
export function ResponseFormatText(description = 'DER or PKCS7, in any letter case.') {
  return Absentable(Type.String({ maxLength: 64, default: 'DER', description }));
}

/** Returns the values as the use cases have them. */
export function readNamedValues(values: Static<typeof NamedValues> | undefined): EnrollmentWithRequest['customData'] {
  return (values ?? []).map(({ name, value }) => ({ name, value }));
}

/**
 * Returns the status of an answer with a certificate or a keystore. EJBCA's own code answers 201, and the clients generated from it in 2022
 * read the body only then. The type says 200 for both, so that the schema of the answer is checked.
 */
export function issuedStatus(compatibility: Compatibility): 200 {
  return (compatibility === 'ejbca' ? 201 : 200) as 200;
}

/** Requests of all types are far smaller; those of ML-DSA and with many names come to some 10,000 octets. */
export const REQUEST_LIMIT_OCTETS = 10 * 1024 * 1024;
