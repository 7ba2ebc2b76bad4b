import { Resource } from '../../access/index.ts';
import type { DocumentAdministration } from '../../configuration/index.ts';
import { cryptoTokenRule } from '../../crypto-tokens/index.ts';
import type { CaSettings } from './certificate-authority.ts';

const { addCa, editCa, removeCa, viewCa } = Resource.caFunctionality;

/** Administration of CA documents. Giving a CA or its OCSP responder a crypto token requires the right to use that token. */
export const caAdministration: DocumentAdministration<unknown, CaSettings> = {
  rights: {
    view: (ca) => [viewCa, editCa].map((right) => (ca === undefined ? [right] : [right, Resource.ca(ca.id)])),
    create: (ca) => [addCa, ...(ca === undefined ? [] : useOfTokens(tokensOf(ca.value)))],
    change: (before, { id, value }) => [
      editCa,
      Resource.ca(id),
      ...useOfTokens(tokensOf(value).filter((token) => !tokensOf(before.value).includes(token))),
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

/** Returns the rights to let the CA and its OCSP responder sign with keys of these crypto tokens. */
function useOfTokens(tokens: readonly number[]): readonly string[] {
  return tokens.map((token) => cryptoTokenRule('use', token));
}

function tokensOf(settings: CaSettings): readonly number[] {
  const { cryptoTokenId } = settings;
  const ocspTokenId = settings.kind === 'X509' ? settings.ocsp.cryptoTokenId : undefined;
  return [cryptoTokenId, ocspTokenId].filter((token) => token !== undefined);
}
