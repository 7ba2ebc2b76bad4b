import { Resource } from '../../access/index.ts';
import type { DocumentAdministration } from '../../configuration/index.ts';
import { cryptoTokenRule } from '../../crypto-tokens/index.ts';
import type { CaSettings } from './certificate-authority.ts';

const { addCa, editCa, removeCa, viewCa } = Resource.caFunctionality;

/** Administration of the documents of CAs. Who gives a CA a crypto token has to have the use of that token. */
export const caAdministration: DocumentAdministration<unknown, CaSettings> = {
  rights: {
    view: (ca) => [viewCa, editCa].map((right) => (ca === undefined ? [right] : [right, Resource.ca(ca.id)])),
    create: (ca) => [addCa, ...(ca === undefined ? [] : useOfToken(ca.value))],
    change: (before, { id, value }) => [
      editCa,
      Resource.ca(id),
      ...(value.cryptoTokenId === before.value.cryptoTokenId ? [] : useOfToken(value)),
    ],
    remove: ({ id }) => [removeCa, Resource.ca(id)],
  },
  opensRoles: (before, { value }) => reservesNames(before.value) && !reservesNames(value),
  auditSubject: ({ id }) => ({ caId: id }),
  events: {
    created: 'CA_CREATION',
    changed: 'CA_EDITING',
    renamed: 'CA_RENAMING',
    removed: 'CA_DELETION',
  },
};

function reservesNames(settings: CaSettings): boolean {
  return settings.kind === 'X509' && settings.reservesNamesOfRoles;
}

/** Returns the right to let the CA sign with the keys of its token. */
function useOfToken({ cryptoTokenId }: CaSettings): readonly string[] {
  return cryptoTokenId === undefined ? [] : [cryptoTokenRule('use', cryptoTokenId)];
}
