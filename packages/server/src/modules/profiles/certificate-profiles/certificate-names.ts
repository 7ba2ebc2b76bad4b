/** The names of a certificate, where its profile makes others of those of the end entity. */
import { attributeOfType, ATTRIBUTES, DistinguishedName, type GeneralName, type NameAttribute } from '@sealwright/pki';
import type { ReportProblem } from '../../configuration/index.ts';
import {
  ALTERNATIVE_NAME_FIELDS,
  alternativeNameField,
  alternativeNameValues,
  CommonNameTooLongError,
  SUBJECT_FIELDS,
} from '../common/index.ts';

/** Rules by which the names of a certificate follow from those of its end entity. */
export interface CertificateNameRules {
  /** Attributes of the subject, by name or object identifier; empty: all. */
  readonly subjectSubset: ReadonlySet<string>;
  /** Types of alternative names; empty: all. */
  readonly alternativeNameSubset: ReadonlySet<string>;
  /** Text after the first common name. */
  readonly commonNamePostfix: string;
  /** Attributes that stand first in the text of the subject, in this order. */
  readonly subjectOrder: readonly string[];
}

interface ProfileWithNames {
  readonly name: string;
  readonly value: { readonly names: CertificateNameRules | undefined };
}

interface Names {
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** The settings that {@link certificateNameRules} reads. */
export interface CertificateNameSettings {
  readonly subjectDnSubset: readonly string[];
  readonly subjectAlternativeNameSubset: readonly string[];
  readonly cnPostfix: string;
  readonly customDnOrder: readonly string[];
}

/** Reads the settings. */
export function certificateNameRules(
  settings: CertificateNameSettings,
  report: ReportProblem,
): CertificateNameRules | undefined {
  const { subjectDnSubset, subjectAlternativeNameSubset, cnPostfix, customDnOrder } = settings;
  const subjectSubset = attributesOf('subjectDnSubset', subjectDnSubset, report);
  const subjectOrder = attributesOf('customDnOrder', customDnOrder, report);
  const alternativeNameSubset = subjectAlternativeNameSubset.map(alternativeNameField);
  for (const [index, field] of alternativeNameSubset.entries())
    if (!ALTERNATIVE_NAME_FIELDS.includes(field))
      report(`subjectAlternativeNameSubset[${index}]`, `is '${field}', which is not known; DNSNAME is right`);
  if (cnPostfix !== '' && subjectSubset.length > 0 && !subjectSubset.includes('CN'))
    report(
      'cnPostfix',
      'is for the common name, which subjectDnSubset leaves out; add CN there, or leave out cnPostfix',
    );
  if (subjectSubset.length + subjectOrder.length + alternativeNameSubset.length === 0 && cnPostfix === '')
    return undefined;
  return {
    subjectSubset: new Set(subjectSubset),
    alternativeNameSubset: new Set(alternativeNameSubset),
    commonNamePostfix: cnPostfix,
    subjectOrder,
  };
}

/**
 * Returns the names that the certificate of an end entity of these names has.
 *
 * @throws {@link CommonNameTooLongError}
 */
export function certificateNames({ name, value: { names: rules } }: ProfileWithNames, names: Names): Names {
  if (rules === undefined) return names;
  return {
    subject: subjectOf(name, names.subject, rules),
    alternativeNames: names.alternativeNames.filter(
      (each) =>
        rules.alternativeNameSubset.size === 0 ||
        alternativeNameValues([each]).every(({ field }) => rules.alternativeNameSubset.has(field)),
    ),
  };
}

function subjectOf(profileName: string, subject: DistinguishedName, rules: CertificateNameRules): DistinguishedName {
  // In the order of the text.
  const kept = subject.rdns
    .toReversed()
    .map((rdn) => rdn.filter(({ type }) => rules.subjectSubset.size === 0 || rules.subjectSubset.has(fieldOf(type))))
    .filter((rdn) => rdn.length > 0);
  const place = (rdn: readonly NameAttribute[]) => {
    const places = rdn.map(({ type }) => rules.subjectOrder.indexOf(fieldOf(type))).filter((at) => at >= 0);
    return places.length === 0 ? rules.subjectOrder.length : Math.min(...places);
  };
  const inOrder = kept.toSorted((a, b) => place(a) - place(b));
  const written = DistinguishedName.ofAttributes(
    withPostfix(profileName, inOrder, rules.commonNamePostfix).toReversed(),
  );
  // A name that is as it was keeps its octets.
  return written.toString() === subject.toString() ? subject : written;
}

function withPostfix(
  profileName: string,
  rdns: readonly (readonly NameAttribute[])[],
  postfix: string,
): readonly (readonly NameAttribute[])[] {
  const first = rdns.flat().find(({ type }) => type === COMMON_NAME);
  // A certificate that is renewed has it already.
  if (postfix === '' || first === undefined || !first.isText || first.value.endsWith(postfix)) return rdns;
  const { length } = first.value + postfix;
  if (length > MOST) throw new CommonNameTooLongError(profileName, length, MOST);
  const [[longer] = []] = DistinguishedName.of([[{ type: COMMON_NAME, value: first.value + postfix }]]).rdns;
  return rdns.map((rdn) => rdn.map((attribute) => (attribute === first ? longer! : attribute)));
}

function attributesOf(setting: string, names: readonly string[], report: ReportProblem): readonly string[] {
  const upper = names.map((name) => name.toUpperCase());
  for (const [index, name] of upper.entries())
    if (!SUBJECT_FIELDS.includes(name))
      report(
        `${setting}[${index}]`,
        `is '${names[index]}', which is not an attribute of subjects; CN, O or C is right`,
      );
  return upper;
}

function fieldOf(type: NameAttribute['type']): string {
  return attributeOfType(type)?.name ?? type;
}

const COMMON_NAME = ATTRIBUTES.find(({ name }) => name === 'CN')!.oid;
/** ub-common-name of RFC 5280 appendix A. */
const MOST = 64;
