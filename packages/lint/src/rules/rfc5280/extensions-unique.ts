import { certificateRule } from '../certificate-rule.ts';

export const extensionsUnique = certificateRule({
  name: 'rfc5280/extensions-unique',
  clause: 'RFC 5280 §4.2',
  level: 'error',
  check({ extensions: { all } }) {
    const seen = new Set<string>();
    const twice: string[] = [];
    for (const { oid } of all) {
      if (seen.has(oid)) twice.push(`the extension ${oid} is there twice`);
      seen.add(oid);
    }
    return twice;
  },
});
