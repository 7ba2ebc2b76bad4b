import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, names } from '../../schemas.ts';

/** `GET /v2/certificate/profile/{profile_name}`: which keys a certificate profile allows, and at which CAs. */
export function certificateProfile({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/v2/certificate/profile/:profile_name',
    operation(
      'v2.certificate.profile',
      'Choices of a certificate profile',
      {
        params: Type.Object({ profile_name: Type.String({ description: 'Percent-encoded.' }) }),
        response: { 200: Choices, ...errorResponses(400, 403) },
      },
      { level: 'any', service: 'REST Certificate Management V2' },
    ),
    async (request) => {
      const profile = await deps.ra.readCertificateProfile.get(administrator(request), request.params.profile_name);
      return {
        certificate_profile_id: profile.publicId,
        available_key_algs: [...profile.keyAlgorithms],
        available_alt_key_algs: [],
        available_bit_lenghts: [...profile.keyBits],
        available_ecdsa_curves: [...profile.curves],
        available_cas: [...profile.certificateAuthorities],
      };
    },
  );
}

const Choices = Type.Object(
  {
    certificate_profile_id: Type.Integer(),
    available_key_algs: names('Such as RSA and ECDSA.'),
    available_alt_key_algs: names('Always empty: end entities get no certificates with a second key.'),
    // The interface has always spelled it so.
    available_bit_lenghts: Type.Array(Type.Integer(), { description: 'Sizes of RSA and DSA keys.' }),
    available_ecdsa_curves: names('Such as P-256; all that are known where the profile allows any.'),
    available_cas: names('Those that the caller has access to.'),
  },
  { title: 'CertificateProfileInfoRestResponseV2' },
);
