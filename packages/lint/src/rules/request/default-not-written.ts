import { requestRule } from '../request-rule.ts';

export const defaultNotWritten = requestRule({
  name: 'request/default-not-written',
  clause: 'X.690 §11.5',
  level: 'error',
  check: ({ extensions: { all } }) =>
    all
      .filter(({ critical, criticalElement }) => criticalElement !== undefined && !critical)
      .map(({ oid }) => `critical FALSE of the extension ${oid} is written, which is the default`),
});
