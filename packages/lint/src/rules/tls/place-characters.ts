import { AttributeType } from '../../certificate/name-under-lint.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

/** Characters that stand in no name of a place, and in what was pasted from a markup language or a program. */
export const placeCharacters = certificateRule({
  name: 'tls/place-characters',
  clause: 'Baseline Requirements 3.2.2.1',
  from: '2012-07-01',
  check: ({ subject }) =>
    [...subject.of(AttributeType.stateOrProvinceName), ...subject.of(AttributeType.localityName)]
      .filter(({ text }) => /[=:{};"|\\[\]]/.test(text ?? ''))
      .map(({ text }) => `the place ${quoted(text ?? '')} of the subject has characters that no place has`),
});
