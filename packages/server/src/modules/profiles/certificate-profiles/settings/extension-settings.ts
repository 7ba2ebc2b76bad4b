/** Extensions of a profile, except addresses and QC statements. */
import { Type } from 'typebox';
import { approvalsMember } from '../../../approvals/index.ts';
import { choice } from '../../../configuration/index.ts';
import { KEY_USAGE_LABELS } from './certificate-words.ts';
import { nameRulesMember } from './name-rules.ts';
import { certificatePolicySchema } from './policy-settings.ts';
import { flag, strict, text, words } from '../../common/index.ts';

export const constraintAndIdSettings = {
  basicConstraintsUsed: flag(true, 'Writes basic constraints (RFC 5280 §4.2.1.9). Certificates of CAs need them.'),
  basicConstraintsCritical: flag(true, 'Marks basic constraints critical.'),
  pathLengthConstraintUsed: flag(false, 'Limits the path below a CA to `pathLengthConstraint`.'),
  pathLengthConstraint: Type.Integer({
    description: 'How many CAs may stand between the CA and an end entity.',
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  subjectKeyIdentifierUsed: flag(true, 'Writes the subject key identifier (RFC 5280 §4.2.1.2).'),
  authorityKeyIdentifierUsed: flag(true, 'Writes the authority key identifier (RFC 5280 §4.2.1.1).'),
};

export const usageSettings = {
  keyUsageUsed: flag(true, 'Writes the key usage (RFC 5280 §4.2.1.3).'),
  keyUsageCritical: flag(true, 'Marks the key usage critical.'),
  keyUsage: Type.Array(choice(KEY_USAGE_LABELS), {
    description: 'What the key may be used for. `keyCertSign` is for CAs, which need it.',
    uniqueItems: true,
    default: [],
  }),
  extendedKeyUsageUsed: flag(false, 'Writes the extended key usage (RFC 5280 §4.2.1.12).'),
  extendedKeyUsageCritical: flag(false, 'Marks the extended key usage critical.'),
  extendedKeyUsage: words(
    100,
    'Purposes of the key: object identifiers, names such as `serverAuth`, or labels such as `Server Authentication`.',
  ),
};

export const nameSettings = {
  subjectAlternativeNameUsed: flag(true, 'Writes the alternative names of the end entity (RFC 5280 §4.2.1.6).'),
  subjectAlternativeNameCritical: flag(false, 'Marks alternative names critical.'),
  issuerAlternativeNameUsed: flag(
    false,
    'Writes the alternative names of the CA, which are those of its own certificate (RFC 5280 §4.2.1.7). A CA without any writes none.',
  ),
  nameRules: nameRulesMember,
  caaCheck: choice(
    { NONE: 'None', WARN: 'Warn', REFUSE: 'Refuse' },
    {
      title: 'CAA Check',
      description:
        'What becomes of names whose CAA records (RFC 8659) do not permit the CA, or cannot be looked up with `--dns-resolver`. `NONE`: nothing is looked up. `WARN`: the certificate is issued, and what was found recorded.',
      default: 'NONE',
    },
  ),
  nameConstraintsUsed: flag(
    false,
    'Writes the name constraints of an end entity (RFC 5280 §4.2.1.10). For profiles of CAs. With `false` an end entity that has some is refused.',
  ),
  subjectDnSubset: words(
    50,
    'The attributes of the subject of the end entity that its certificate has, such as `CN` and `O`. Empty: all of them. Checks of names look at those of the certificate.',
    [],
    'Subject DN Subset',
  ),
  subjectAlternativeNameSubset: words(
    50,
    'The types of alternative names of the end entity that its certificate has, such as `DNSNAME`. Empty: all of them.',
  ),
  cnPostfix: text(
    64,
    'A text that the certificate has after the common name of its end entity, where that does not end with it. Empty: none.',
    'CN Postfix',
  ),
  customDnOrder: words(
    50,
    'The attributes that come first in the text of the subject of a certificate, in this order, such as `CN`, `OU`, `O` and `C`; the others follow as they were given. Empty: all as they were given.',
    [],
    'Custom DN Order',
  ),
  ldapDnOrder: flag(
    true,
    'Would write subjects in the order of LDAP. Kept, and without effect: a subject keeps its order.',
    'LDAP DN Order',
  ),
};

export const policySettings = {
  certificatePoliciesUsed: flag(false, 'Writes certificate policies (RFC 5280 §4.2.1.4).'),
  certificatePoliciesCritical: flag(false, 'Marks certificate policies critical.'),
  certificatePolicies: Type.Array(certificatePolicySchema, {
    description: 'The policies. One with two qualifiers stands twice.',
    maxItems: 100,
    default: [],
  }),
};

export const furtherSettings = {
  microsoftTemplate: text(
    255,
    'The name of a template of Active Directory Certificate Services (1.3.6.1.4.1.311.20.2), such as `DomainController`. Empty: not written.',
  ),
  customExtensions: Type.Array(
    Type.Object(
      {
        oid: Type.String({ title: 'OID', description: 'Its object identifier.', maxLength: 128 }),
        critical: flag(false, 'Marks it critical.'),
        value: Type.String({
          description: 'Its value: one element of DER, in hexadecimal.',
          minLength: 4,
          maxLength: 8192,
        }),
      },
      strict,
    ),
    {
      description:
        'Further extensions that are the same in every certificate, such as TLS features (1.3.6.1.5.5.7.1.24) or document types. None of those that other settings write.',
      maxItems: 20,
      default: [],
    },
  ),
  ocspNoCheck: flag(false, 'Writes id-pkix-ocsp-nocheck (RFC 6960 §4.2.2.2.1), for OCSP responders.', 'OCSP No Check'),
  singleActiveCertificateConstraint: flag(
    false,
    'Revokes the former certificates of an end entity as superseded when it gets a new one.',
  ),
  approvals: approvalsMember,
};
