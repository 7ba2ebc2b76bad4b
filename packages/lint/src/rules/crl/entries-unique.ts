import { crlRule } from '../crl-rule.ts';

export const entriesUnique = crlRule({
  name: 'crl/entries-unique',
  clause: 'RFC 5280 §5.1.2.6',
  check: ({ entries }) =>
    entries.repeated.map((serial) => `the serial number ${serial} is there twice; it identifies one certificate`),
});
