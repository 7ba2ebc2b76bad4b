import { AttributeType } from '../../certificate/name-under-lint.ts';
import { characterCount } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributeLength = certificateRule({
  name: 'tls/attribute-length',
  clause: 'Baseline Requirements 7.1.4.2',
  from: '2023-09-15',
  // Bounds that RFC 5280 does not set, or sets much higher.
  check: ({ subject }) =>
    BOUNDS.flatMap(({ type, name, length }) =>
      subject
        .of(type)
        .map(({ text = '' }) => characterCount(text))
        .filter((written) => written > length)
        .map((written) => `the ${name} of the subject has ${written} characters; ${length} are allowed`),
    ),
});

const BOUNDS = [
  { type: AttributeType.domainComponent, name: 'domainComponent', length: 63 },
  { type: AttributeType.surname, name: 'surname', length: 64 },
  { type: AttributeType.givenName, name: 'givenName', length: 64 },
];
