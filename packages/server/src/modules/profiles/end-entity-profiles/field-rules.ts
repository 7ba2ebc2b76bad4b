/** Rules for the fields of an end entity, from the settings of its profile. */
import { attributeNamed } from '@sealwright/pki';
import type { Static } from 'typebox';
import type { ReportProblem } from '../../configuration/index.ts';
import { BadPatternError } from '../common/index.ts';
import { ALTERNATIVE_NAME_FIELDS, alternativeNameField } from '../common/index.ts';
import type { FieldOccurrence, FieldRules } from './end-entity-profile.ts';
import { type endEntityProfileSchema, PRINCIPAL } from './end-entity-profile-schema.ts';
import { LinearPattern } from './linear-pattern.ts';

type Settings = Static<typeof endEntityProfileSchema>;

/** Returns the rules for subject attributes. */
export function subjectRules(settings: Settings, report: ReportProblem): FieldRules {
  return fieldRules('subjectDn', settings.subjectDn, subjectField, report);
}

/** Returns the rules for alternative names. */
export function alternativeNameRules(settings: Settings, report: ReportProblem): FieldRules {
  return fieldRules('subjectAlternativeName', settings.subjectAlternativeName, nameField, report);
}

/** Returns the rules for the fields that SSH certificates have instead of a subject. */
export function sshFieldRules(settings: Settings, report: ReportProblem): FieldRules {
  const principals = (name: string) => (name.toUpperCase() === PRINCIPAL ? PRINCIPAL : undefined);
  const option = (setting: 'sshForceCommand' | 'sshSourceAddress') =>
    settings[setting].map((each, index) => occurrenceOf(`${setting}[${index}]`, each, report));
  return new Map(
    [
      ...fieldRules('sshPrincipals', settings.sshPrincipals, principals, report),
      ...Object.entries({ 'force-command': option('sshForceCommand'), 'source-address': option('sshSourceAddress') }),
    ].filter(([, occurrences]) => occurrences.length > 0),
  );
}

function fieldRules(
  setting: 'subjectDn' | 'subjectAlternativeName' | 'sshPrincipals',
  given: Settings['subjectDn'],
  fieldOf: (name: string) => string | undefined,
  report: ReportProblem,
): FieldRules {
  const rules = new Map<string, readonly FieldOccurrence[]>();
  for (const [name, occurrences] of Object.entries(given)) {
    const at = `${setting}.${name}`;
    const field = fieldOf(name);
    if (field === undefined) report(at, 'is not a known field; CN, O, DNSNAME and RFC822NAME are some');
    else if (rules.has(field)) report(at, `stands for ${field}, which has rules already; keep one of the two`);
    else
      rules.set(
        field,
        occurrences.map((each, index) => occurrenceOf(`${at}[${index}]`, each, report)),
      );
  }
  return rules;
}

function occurrenceOf(
  at: string,
  given: Settings['subjectDn'][string][number],
  report: ReportProblem,
): FieldOccurrence {
  const { required, modifiable, use, copy, repeatable, values, defaultValue, validation } = given;
  if (!modifiable && values.length === 0 && use) {
    report(`${at}.values`, 'is empty, but the field is not modifiable: list the values that are allowed');
  }
  const [only] = modifiable ? [defaultValue] : values.length === 1 ? values : [];
  return {
    required,
    modifiable,
    use,
    copy,
    repeatable,
    values,
    defaultValue: only === '' ? undefined : only,
    pattern: patternOf(at, validation, report),
  };
}

function patternOf(at: string, source: string, report: ReportProblem): LinearPattern | undefined {
  if (source === '') return undefined;
  try {
    return new LinearPattern(source);
  } catch (error) {
    if (!(error instanceof BadPatternError)) throw error;
    report(`${at}.validation`, `is not a supported pattern: it ${error.message}`);
    return undefined;
  }
}

/** Returns the canonical name of an attribute: `CN` for `cn` and `commonName`. */
function subjectField(name: string): string | undefined {
  return attributeNamed(name)?.name;
}

function nameField(name: string): string | undefined {
  const field = alternativeNameField(name);
  return ALTERNATIVE_NAME_FIELDS.includes(field) ? field : undefined;
}
