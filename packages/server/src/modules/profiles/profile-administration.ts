/** Administration of profiles: changing one needs access to every CA that it is for, before and after. */
import { Resource } from '../access/index.ts';
import { administeredType } from '../administration/index.ts';
import type { Document } from '../configuration/index.ts';
import { certificateProfileType } from './certificate-profile-type.ts';
import { endEntityProfileType } from './end-entity-profile-type.ts';

const { viewCertificateProfiles, editCertificateProfiles } = Resource.caFunctionality;
const { viewEndEntityProfiles, editEndEntityProfiles } = Resource.ra;

export const certificateProfileAdministration = administeredType(certificateProfileType, {
  rights: profileRights(viewCertificateProfiles, editCertificateProfiles),
  events: {
    created: 'CERTPROFILE_CREATION',
    changed: 'CERTPROFILE_EDITING',
    renamed: 'CERTPROFILE_RENAMING',
    removed: 'CERTPROFILE_DELETION',
  },
});

export const endEntityProfileAdministration = administeredType(endEntityProfileType, {
  rights: profileRights(viewEndEntityProfiles, editEndEntityProfiles),
  events: {
    created: 'RA_ADDEEPROFILE',
    changed: 'RA_EDITEEPROFILE',
    renamed: 'RA_RENAMEEEPROFILE',
    removed: 'RA_REMOVEEEPROFILE',
  },
});

type ProfileDocument = Document<unknown, { readonly availableCas: ReadonlySet<number> | 'any' }>;

function profileRights(view: string, edit: string) {
  return {
    view: () => [[view], [edit]],
    create: (profile: ProfileDocument | undefined) => [edit, ...(profile === undefined ? [] : casOf(profile))],
    change: (before: ProfileDocument, profile: ProfileDocument) => [edit, ...casOf(before), ...casOf(profile)],
    remove: (profile: ProfileDocument) => [edit, ...casOf(profile)],
  };
}

function casOf({ value: { availableCas } }: ProfileDocument): readonly string[] {
  return availableCas === 'any' ? [Resource.anyCa] : [...availableCas].map(Resource.ca);
}
