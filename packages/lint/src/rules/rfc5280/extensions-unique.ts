import { repeated } from '../../certificate/repeated.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const extensionsUnique = commonRule<Extended>({
  name: 'rfc5280/extensions-unique',
  clause: 'RFC 5280 §4.2',
  check: ({ extensions: { all } }) =>
    repeated(all.map(({ oid }) => oid)).map((oid) => `the extension ${oid} is there twice`),
});
