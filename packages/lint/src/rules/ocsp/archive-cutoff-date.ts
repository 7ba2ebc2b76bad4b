import { archiveCutoff } from '../../ocsp/ocsp-forms.ts';
import { quoted } from '../../certificate/text.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const archiveCutoffDate = ocspDataRule({
  name: 'ocsp/archive-cutoff-date',
  clause: 'RFC 6960 §4.4.4',
  check: ({ producedAt, responses }) =>
    responses.flatMap(({ extensions }) => {
      const date = extensions.value(archiveCutoff);
      if (date === undefined) return [];
      if (date.seconds === undefined) return [`the archive cutoff ${quoted(date.text)} is not YYYYMMDDHHMMSSZ`];
      return date.seconds > (producedAt.seconds ?? Infinity)
        ? [`the archive cutoff ${date.text} comes after producedAt ${producedAt.text}`]
        : [];
    }),
});
