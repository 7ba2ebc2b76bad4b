/** Rules on the form of subject and issuer. */
import { isAscending } from '../../ber/values.ts';
import { repeated } from '../../certificate/repeated.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/ca-subject-not-empty',
    clause: 'RFC 5280 §4.1.2.6',
    appliesTo: ({ isCa }) => isCa,
    check: ({ subject }) => (subject.isEmpty ? 'the subject of a CA is an empty name' : undefined),
  }),
  certificateRule({
    name: 'rfc5280/rdn-not-empty',
    clause: 'RFC 5280 Appendix A.1',
    check: ({ issuer, subject }) =>
      [
        { name: issuer, what: 'issuer' },
        { name: subject, what: 'subject' },
      ]
        .filter(({ name }) => name.rdns.some((rdn) => rdn.length === 0))
        .map(({ what }) => `the ${what} has a part without attributes; one attribute is the least`),
  }),
  certificateRule({
    name: 'rfc5280/rdn-types-distinct',
    clause: 'X.501 §9.3',
    check: ({ issuer, subject }) =>
      [...issuer.rdns, ...subject.rdns].flatMap((rdn) => {
        const types = rdn.map(({ type }) => type);
        return repeated(types).map((type) => `a relative distinguished name has the attribute ${type} twice`);
      }),
  }),
  certificateRule({
    name: 'rfc5280/set-order',
    clause: 'X.690 §11.6',
    check: ({ issuer, subject }) =>
      [issuer, subject].some(({ rdns }) =>
        rdns.some((rdn) => rdn.length > 1 && !isAscending(rdn.map(({ element }) => element))),
      )
        ? 'the attributes of a relative distinguished name are not in the order of DER'
        : undefined,
  }),
];
