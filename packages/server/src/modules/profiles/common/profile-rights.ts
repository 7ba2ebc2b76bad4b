/** Rights to view and change profiles. */
import { Resource } from '../../access/index.ts';
import type { Document, DocumentAdministration } from '../../configuration/index.ts';

type Profile = { readonly availableCas: ReadonlySet<number> | 'any' };
type ProfileDocument = Document<unknown, Profile>;

/** Returns the rights to profiles. Changing one requires access to all of its CAs, before and after the change. */
export function profileRights(view: string, edit: string): DocumentAdministration<unknown, Profile>['rights'] {
  return {
    view: () => [[view], [edit]],
    create: (profile) => [edit, ...(profile === undefined ? [] : casOf(profile))],
    change: (before, profile) => [edit, ...casOf(before), ...casOf(profile)],
    remove: (profile) => [edit, ...casOf(profile)],
  };
}

function casOf({ value: { availableCas } }: ProfileDocument): readonly string[] {
  return availableCas === 'any' ? [Resource.anyCa] : [...availableCas].map(Resource.ca);
}
