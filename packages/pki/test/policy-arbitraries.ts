/** Generated certificate policies for property tests. */
import * as fc from 'fast-check';

import type { CertificatePolicy } from '../src/extension/certificate-policies.ts';
import type { DisplayText, DisplayTextType, PolicyQualifier } from '../src/extension/policy-qualifier.ts';
import { asciiText, oids } from './general-name-arbitraries.ts';

/** One to three policies, each once, with the two qualifiers of RFC 5280. */
export function certificatePolicyLists(): fc.Arbitrary<readonly CertificatePolicy[]> {
  const policy = fc.record(
    { policy: oids(), qualifiers: fc.array(qualifiers(), { maxLength: 3 }) },
    { noNullPrototype: true },
  );
  return fc.uniqueArray(policy, { minLength: 1, maxLength: 3, selector: (one) => one.policy });
}

function qualifiers(): fc.Arbitrary<PolicyQualifier> {
  const noticeRef = fc.record(
    {
      organization: displayTexts('utf8String', 'ia5String', 'visibleString', 'bmpString'),
      noticeNumbers: fc.array(fc.bigInt({ min: 0n, max: 1_000_000n }), { maxLength: 4 }),
    },
    { noNullPrototype: true },
  );
  const explicitText = displayTexts('utf8String', 'visibleString', 'bmpString');
  return fc.oneof(
    asciiText().map((uri): PolicyQualifier => ({ type: 'cps', uri })),
    fc
      .record({ noticeRef, explicitText }, { requiredKeys: [], noNullPrototype: true })
      .map((notice): PolicyQualifier => ({ type: 'userNotice', ...notice })),
  );
}

function displayTexts(...types: DisplayTextType[]): fc.Arbitrary<DisplayText> {
  return fc.constantFrom(...types).chain((type) => {
    const unit = type === 'utf8String' ? 'grapheme' : 'grapheme-ascii';
    const texts = fc.string({ unit, minLength: 1, maxLength: 20 }).filter((text) => Array.from(text).length <= 200);
    return texts.map((text) => ({ type, text }));
  });
}
