import { Type } from 'typebox';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, names } from '../../schemas.ts';

/** `GET /v2/endentity/profiles/authorized` and `GET /v2/endentity/profile/{endentity_profile_name}`. */
export function endEntityProfiles({ app, deps, operation, administrator }: OperationScope): void {
  const service = 'REST End Entity Management V2';
  app.get(
    '/v2/endentity/profiles/authorized',
    operation(
      'v2.endentity.profilesAuthorized',
      'List the end entity profiles that the caller may use',
      {
        description: 'Those under which the caller may make, edit or view end entities.',
        response: { 200: AuthorizedProfiles, ...errorResponses(403) },
      },
      { level: 'any', service },
    ),
    async (request) => {
      const profiles = await deps.ra.readEndEntityProfiles.list(administrator(request));
      return {
        end_entitie_profiles: profiles.map(({ publicId, name, description }) => ({
          name,
          id: publicId,
          description: description === '' ? null : description,
        })),
      };
    },
  );
  app.get(
    '/v2/endentity/profile/:endentity_profile_name',
    operation(
      'v2.endentity.profile',
      'Choices of an end entity profile',
      {
        params: Type.Object({ endentity_profile_name: Type.String({ description: 'Percent-encoded.' }) }),
        response: { 200: Profile, ...errorResponses(403, 404) },
      },
      { level: 'any', service },
    ),
    async (request) => {
      const { endentity_profile_name: name } = request.params;
      const profile = await deps.ra.readEndEntityProfiles.get(administrator(request), name);
      return {
        end_entity_profile_name: profile.name,
        available_cas: [...profile.certificateAuthorities],
        available_certificate_profiles: [...profile.certificateProfiles],
        subject_distinguished_name_fields: [...profile.subjectFields],
        subject_alternative_name_fields: [...profile.alternativeNameFields],
      };
    },
  );
}

const AuthorizedProfiles = Type.Object(
  {
    // The interface has always spelled it so.
    end_entitie_profiles: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          id: Type.Integer(),
          description: Type.Union([Type.String(), Type.Null()]),
        },
        { title: 'AuthorizedEEPRestResponse' },
      ),
    ),
  },
  { title: 'AuthorizedEEPsRestResponse' },
);

const Profile = Type.Object(
  {
    end_entity_profile_name: Type.String(),
    available_cas: names('Those that the caller has access to.'),
    available_certificate_profiles: names('Their names.'),
    subject_distinguished_name_fields: names('Such as CN.'),
    subject_alternative_name_fields: names('Such as DNSNAME.'),
  },
  { title: 'EndEntityProfileResponse' },
);
