import { issuerAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { type Extended, commonRule } from '../common-rule.ts';

export const issuerAlternativeNameCritical = commonRule<Extended>({
  name: 'rfc5280/issuer-alternative-name-critical',
  clause: 'RFC 5280 §4.2.1.7',
  level: 'warning',
  check: (certificate) =>
    certificate.extension(issuerAltName)?.critical === true ? 'issuerAltName is critical' : undefined,
});
