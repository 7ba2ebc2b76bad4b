/** Rules on the fields, and on the extensions as a whole. */
import { isUtcTimeRange, Tag } from '../../ber/values.ts';
import { quoted } from '../../certificate/text.ts';
import { CRL_FORMS, issuingDistributionPoint } from '../../crl/crl-forms.ts';
import { unreadableValues } from '../checks/extensions.ts';
import { crlRule, type CrlRule } from '../crl-rule.ts';

export const FIELD_RULES: readonly CrlRule[] = [
  crlRule({
    name: 'crl/default-not-written',
    clause: 'X.690 §11.5',
    check(crl) {
      const { version, versionElement } = crl.head;
      if (version === 1 && versionElement !== undefined) return 'version 1 is written, which is the default';
      const written = crl.extensions.all.find(
        ({ critical, criticalElement }) => criticalElement !== undefined && !critical,
      );
      if (written !== undefined)
        return `critical FALSE of the extension ${written.oid} is written, which is the default`;
      return crl.value(issuingDistributionPoint)?.hasWrittenDefault === true
        ? 'a FALSE of issuingDistributionPoint is written, which is the default'
        : undefined;
    },
  }),
  crlRule({
    name: 'crl/extension-value',
    clause: 'RFC 5280 §5.2',
    check: ({ extensions }) => unreadableValues(extensions, CRL_FORMS),
  }),
  crlRule({
    name: 'crl/extensions-not-empty',
    clause: 'RFC 5280 §5.1.2.7',
    check: ({ extensionsElement }) =>
      extensionsElement?.length === 0 ? 'crlExtensions is an empty sequence; one element is the least' : undefined,
  }),
  crlRule({
    name: 'crl/next-update-order',
    clause: 'RFC 5280 §5.1.2.5',
    check({ head: { thisUpdate, nextUpdate } }) {
      if (thisUpdate.seconds === undefined || nextUpdate?.seconds === undefined) return undefined;
      return nextUpdate.seconds > thisUpdate.seconds
        ? undefined
        : `nextUpdate ${nextUpdate.text} does not come after thisUpdate ${thisUpdate.text}`;
    },
  }),
  crlRule({
    name: 'crl/next-update-present',
    clause: 'RFC 5280 §5.1.2.5',
    check: ({ head: { nextUpdate } }) =>
      nextUpdate === undefined ? 'there is no nextUpdate; one is required' : undefined,
  }),
  crlRule({
    name: 'crl/time-form',
    clause: 'RFC 5280 §5.1.2.4',
    check: ({ head: { thisUpdate, nextUpdate } }) =>
      [thisUpdate, ...(nextUpdate === undefined ? [] : [nextUpdate])]
        .filter(({ seconds }) => seconds === undefined)
        .map(({ tag, text }) => {
          const form = tag === Tag.utcTime ? 'UTCTime: YYMMDDHHMMSSZ' : 'GeneralizedTime: YYYYMMDDHHMMSSZ';
          return `the time ${quoted(text)} is not a moment in the form of a ${form}`;
        }),
  }),
  crlRule({
    name: 'crl/time-type',
    clause: 'RFC 5280 §5.1.2.4',
    check: ({ head: { thisUpdate, nextUpdate } }) =>
      [thisUpdate, ...(nextUpdate === undefined ? [] : [nextUpdate])]
        .filter(({ tag, seconds }) => tag === Tag.generalizedTime && isUtcTimeRange(seconds))
        .map(({ text }) => `the time ${text} is a GeneralizedTime; from 1950 through 2049 a UTCTime is required`),
  }),
  crlRule({
    name: 'crl/version-2',
    clause: 'RFC 5280 §5.1.2.1',
    check: ({ head: { version } }) => (version === 2 ? undefined : `the CRL is of version ${version}; 2 is required`),
  }),
];
