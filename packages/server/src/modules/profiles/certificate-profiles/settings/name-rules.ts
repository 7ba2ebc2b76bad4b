/** Name rules of a certificate profile. */
import { Type } from 'typebox';
import { choice } from '../../../configuration/index.ts';

/** Treatment of names that break a rule. */
export type NameTreatment = 'ALLOW' | 'WARN' | 'REFUSE';

/** Rules in the order in which they are checked, with the names that break each. */
const RULES = {
  unusualHostName:
    'Host names that are not made of labels of letters, digits and inner hyphens, 63 characters each and 253 in all, or that end in a number, or have a label with `xn--` that says no international one (RFC 1123 §2.1, RFC 5890 §2.3.2.1).',
  unrepeatedCommonName: 'Common names that no alternative name repeats.',
  publicSuffix:
    'Host names below which others register theirs, such as `co.uk`, and wildcards right below one. The list is the ICANN section of the Public Suffix List.',
  internalName:
    'Host names that nobody has on the internet: of one label, under no top-level domain such as `server.corp` or `server.local`, or set aside (RFC 6761), and IP addresses that are private or reserved (RFC 6890).',
  misplacedWildcard:
    'Host names with an asterisk that is not the whole first label. In alternative names these are refused in any case.',
} as const;

/** Name of a rule: a member of `nameRules`. */
export type NameRule = keyof typeof RULES;

/** Treatment by rule. */
export type NameRules = Readonly<Record<NameRule, NameTreatment>>;

const treatment = (rule: NameRule) =>
  choice({ ALLOW: 'Allow', WARN: 'Warn', REFUSE: 'Refuse' }, { description: RULES[rule], default: 'ALLOW' });

/** The member `nameRules` of the document. */
export const nameRulesMember = Type.Object(
  {
    unusualHostName: treatment('unusualHostName'),
    unrepeatedCommonName: treatment('unrepeatedCommonName'),
    publicSuffix: treatment('publicSuffix'),
    internalName: treatment('internalName'),
    misplacedWildcard: treatment('misplacedWildcard'),
  },
  {
    title: 'Name Rules',
    description:
      'What becomes of names of certificates that are unusual. `WARN`: the certificate is issued, and the warning recorded. `docs/design/names.md` says which names are looked at.',
    additionalProperties: false,
    default: {},
  },
);

/** Defaults for documents stored before name rules existed. */
export const NAME_RULES_OF_BEFORE: NameRules = {
  unusualHostName: 'ALLOW',
  unrepeatedCommonName: 'ALLOW',
  publicSuffix: 'ALLOW',
  internalName: 'ALLOW',
  misplacedWildcard: 'ALLOW',
};
