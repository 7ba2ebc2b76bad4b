import { Resource } from '../../access/index.ts';
import { administeredType, type AdministeredType } from '../../administration/index.ts';
import { cryptoTokenRule } from '../../crypto-tokens/index.ts';
import { caType } from './ca-type.ts';
import type { CaSettings } from './certificate-authority.ts';
import type { TrustByName } from './trust-by-name.ts';

const { addCa, editCa, removeCa, viewCa } = Resource.caFunctionality;

/** How the documents of CAs are administered. Who gives a CA a crypto token has to have the use of that token. */
export function caAdministration(trust: TrustByName): AdministeredType {
  return administeredType(caType, {
    rights: {
      view: (ca) => [viewCa, editCa].map((right) => (ca === undefined ? [right] : [right, Resource.ca(ca.id)])),
      create: (ca) => [addCa, ...(ca === undefined ? [] : useOfToken(ca.value))],
      change: (before, { id, value }) => [
        editCa,
        Resource.ca(id),
        ...(value.cryptoTokenId === before.value.cryptoTokenId ? [] : useOfToken(value)),
      ],
      remove: ({ id }) => [removeCa, Resource.ca(id)],
      // The subject is fixed from then on.
      outcome: async ({ value }, before) => (before === undefined ? trust.neededFor(value.subject) : []),
    },
    opensRoles: (before, { value }) => reservesNames(before.value) && !reservesNames(value),
    auditSubject: ({ id }) => ({ caId: id }),
    events: {
      created: 'CA_CREATION',
      changed: 'CA_EDITING',
      renamed: 'CA_RENAMING',
      removed: 'CA_DELETION',
    },
  });
}

function reservesNames(settings: CaSettings): boolean {
  return settings.kind === 'X509' && settings.reservesNamesOfRoles;
}

/** The right to let the CA sign with the keys of its token. */
function useOfToken({ cryptoTokenId }: CaSettings): readonly string[] {
  return cryptoTokenId === undefined ? [] : [cryptoTokenRule('use', cryptoTokenId)];
}
