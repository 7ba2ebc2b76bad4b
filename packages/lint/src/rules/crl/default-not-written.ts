import { issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { crlRule } from '../crl-rule.ts';

export const defaultNotWritten = crlRule({
  name: 'crl/default-not-written',
  clause: 'X.690 §11.5',
  check(crl) {
    const { version, versionElement } = crl.head;
    if (version === 1 && versionElement !== undefined) return 'version 1 is written, which is the default';
    const written = crl.extensions.all.find(
      ({ critical, criticalElement }) => criticalElement !== undefined && !critical,
    );
    if (written !== undefined) return `critical FALSE of the extension ${written.oid} is written, which is the default`;
    return crl.value(issuingDistributionPoint)?.hasWrittenDefault === true
      ? 'a FALSE of issuingDistributionPoint is written, which is the default'
      : undefined;
  },
});
