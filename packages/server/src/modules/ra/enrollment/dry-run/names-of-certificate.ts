/** Profile settings that changed a certificate's names from those of its end entity. */
import { formatGeneralNames, subjectAltName } from '@sealwright/pki';
import type { FieldDecisions } from '../../../profiles/index.ts';
import type { CheckedEnrollment } from '../checked-enrollment.ts';

/** Notes the settings. */
export function noteNames(
  decisions: FieldDecisions,
  {
    certificateProfile: {
      value: { names: rules },
    },
    endEntity,
    requested: { subject, alternativeNames },
  }: Pick<CheckedEnrollment, 'certificateProfile' | 'endEntity' | 'requested'>,
): void {
  if (rules === undefined) return;
  if (subject.toString() !== endEntity.subjectDn) {
    const settings = [
      ...(rules.subjectSubset.size > 0 ? ['subjectDnSubset'] : []),
      ...(rules.commonNamePostfix === '' ? [] : ['cnPostfix']),
      ...(rules.subjectOrder.length > 0 ? ['customDnOrder'] : []),
    ];
    decisions.decide(
      'subject',
      'certificate profile',
      settings.join(', '),
      `that of the end entity is ${endEntity.subjectDn}`,
    );
  }
  const given = endEntity.subjectAltName ?? '';
  if (alternativeNames.length > 0 && formatGeneralNames(alternativeNames) !== given)
    decisions.decideExtension(
      subjectAltName.oid,
      'certificate profile',
      'subjectAlternativeNameSubset',
      `those of the end entity are ${given}`,
    );
}
