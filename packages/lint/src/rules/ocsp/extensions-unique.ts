import { repeated } from '../../certificate/repeated.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const extensionsUnique = ocspDataRule({
  name: 'ocsp/extensions-unique',
  clause: 'RFC 6960 §4.4',
  check: ({ allExtensions }) =>
    allExtensions.flatMap(({ all }) =>
      repeated(all.map(({ oid }) => oid)).map((oid) => `the extension ${oid} is there twice`),
    ),
});
