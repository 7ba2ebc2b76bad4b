import { DistinguishedName, PkiError } from '@sealwright/pki';
import { Resource } from '../access/index.ts';
import { administeredType } from '../administration/index.ts';
import { cryptoTokenRule } from '../crypto-tokens/index.ts';
import { caType } from './ca-type.ts';
import { javaHashCode } from './java-hash-code.ts';

const { addCa, editCa, removeCa, viewCa } = Resource.caFunctionality;

/** How the documents of CAs are administered. Who gives a CA a crypto token has to have the use of that token. */
export const caAdministration = administeredType(caType, {
  rights: {
    view: (ca) => [viewCa, editCa].map((right) => (ca === undefined ? [right] : [right, Resource.ca(ca.id)])),
    create: (ca) => [addCa, ...(ca === undefined ? [] : [cryptoTokenRule('use', ca.value.cryptoTokenId)])],
    change: (before, { id, value: { cryptoTokenId } }) => [
      editCa,
      Resource.ca(id),
      ...(cryptoTokenId === before.value.cryptoTokenId ? [] : [cryptoTokenRule('use', cryptoTokenId)]),
    ],
    remove: ({ id }) => [removeCa, Resource.ca(id)],
  },
  publicIdOf: (settings) => javaHashCode(subjectOf(settings)),
  auditSubject: ({ id }) => ({ caId: id }),
  events: {
    created: 'CA_CREATION',
    changed: 'CA_EDITING',
    renamed: 'CA_RENAMING',
    removed: 'CA_DELETION',
  },
});

/** The subject in the form that its hash is made of; whatever was given when it is none. */
function subjectOf(settings: unknown): string {
  const { subjectDn } = (settings ?? {}) as { readonly subjectDn?: unknown };
  try {
    return typeof subjectDn === 'string' ? DistinguishedName.parse(subjectDn).toString() : '';
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return '';
  }
}
