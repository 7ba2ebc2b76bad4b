import { AttributeType } from '../../certificate/name-under-lint.ts';
import { repeated } from '../../certificate/repeated.ts';
import { certificateRule } from '../certificate-rule.ts';

export const attributesSingle = certificateRule({
  name: 'tls/attributes-single',
  clause: 'Baseline Requirements 7.1.4.1',
  from: '2023-09-15',
  check({ subject }) {
    const types = subject.attributes.map(({ type }) => type);
    const twice = repeated(types).filter((type) => !REPEATABLE.has(type));
    return twice.map((type) => `the subject has the attribute ${type} twice`);
  },
});

const REPEATABLE: ReadonlySet<string> = new Set([AttributeType.domainComponent, AttributeType.streetAddress]);
