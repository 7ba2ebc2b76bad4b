import { administeredType } from '../administration/index.ts';
import { cryptoTokenRule } from './crypto-token-rules.ts';
import { cryptoTokenType } from './crypto-token-type.ts';

/** Administration of the documents of crypto tokens. */
export const cryptoTokenAdministration = administeredType(cryptoTokenType, {
  rights: {
    // There is no right to tokens in general: who has none to any sees none.
    view: (token) =>
      token === undefined ? [[]] : [[cryptoTokenRule('view', token.id)], [cryptoTokenRule('modify', token.id)]],
    create: () => ['/cryptotoken/modify/'],
    change: ({ id }) => [cryptoTokenRule('modify', id)],
    remove: ({ id }) => [cryptoTokenRule('delete', id)],
  },
  events: {
    created: 'CRYPTOTOKEN_CREATE',
    changed: 'CRYPTOTOKEN_EDIT',
    renamed: 'CRYPTOTOKEN_EDIT',
    removed: 'CRYPTOTOKEN_DELETION',
  },
  recordsPlans: true,
});
