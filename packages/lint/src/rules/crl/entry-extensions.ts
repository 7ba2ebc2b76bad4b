/** Rules on the extensions of an entry. */
import { repeated } from '../../certificate/repeated.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateIssuer, ENTRY_FORMS, invalidityDate, isReason, Reason, reasonCode } from '../../crl/entry-forms.ts';
import { checkCritical, checkNotCritical, unreadableValues, writtenDefaults } from '../checks/extensions.ts';
import { crlEntryExtensionRule, type CrlEntryExtensionRule } from '../crl-rule.ts';

export const CRL_ENTRY_EXTENSION_RULES: readonly CrlEntryExtensionRule[] = [
  crlEntryExtensionRule({
    name: 'crl/certificate-issuer-critical',
    clause: 'RFC 5280 §5.3.3',
    check: checkCritical(certificateIssuer),
  }),
  crlEntryExtensionRule({
    name: 'crl/certificate-issuer-name',
    clause: 'RFC 5280 §5.3.3',
    check({ extensions }) {
      const names = extensions.value(certificateIssuer);
      return names === undefined || names.some((one) => one.kind === 'directoryName' && !one.name.isEmpty)
        ? undefined
        : 'certificateIssuer has no distinguished name; that of the issuer of the certificate is required';
    },
  }),
  crlEntryExtensionRule({
    name: 'crl/entry-default-not-written',
    clause: 'X.690 §11.5',
    check: ({ extensions }) => writtenDefaults(extensions),
  }),
  crlEntryExtensionRule({
    name: 'crl/entry-extension-value',
    clause: 'RFC 5280 §5.3',
    check: ({ extensions }) => unreadableValues(extensions, ENTRY_FORMS),
  }),
  crlEntryExtensionRule({
    name: 'crl/entry-extensions-not-empty',
    clause: 'RFC 5280 §5.1',
    check: ({ element }) =>
      element.length === 0 ? 'crlEntryExtensions is an empty sequence; one element is the least' : undefined,
  }),
  crlEntryExtensionRule({
    name: 'crl/entry-extensions-unique',
    clause: 'RFC 5280 §5.3',
    check: ({ extensions: { all } }) =>
      repeated(all.map(({ oid }) => oid)).map((oid) => `the extension ${oid} is there twice`),
  }),
  crlEntryExtensionRule({
    name: 'crl/invalidity-date-form',
    clause: 'RFC 5280 §5.3.2',
    check({ extensions }) {
      const date = extensions.value(invalidityDate);
      return date !== undefined && date.seconds === undefined
        ? `the invalidityDate ${quoted(date.text)} is not YYYYMMDDHHMMSSZ`
        : undefined;
    },
  }),
  crlEntryExtensionRule({
    name: 'crl/invalidity-date-not-critical',
    clause: 'RFC 5280 §5.3.2',
    check: checkNotCritical(invalidityDate),
  }),
  crlEntryExtensionRule({
    name: 'crl/reason-code-not-critical',
    clause: 'RFC 5280 §5.3.1',
    check: checkNotCritical(reasonCode),
  }),
  crlEntryExtensionRule({
    name: 'crl/reason-code-unspecified',
    clause: 'RFC 5280 §5.3.1',
    level: 'warning',
    check: ({ reason }) =>
      reason === Reason.unspecified ? 'the reason unspecified is written; it should be absent instead' : undefined,
  }),
  crlEntryExtensionRule({
    name: 'crl/reason-code-value',
    clause: 'RFC 5280 §5.3.1',
    check: ({ reason }) =>
      reason !== undefined && !isReason(reason)
        ? `the reason ${reason} does not exist; 0 through 6 and 8 through 10 do`
        : undefined,
  }),
];
