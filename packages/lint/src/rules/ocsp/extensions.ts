/** Rules on extensions of the response, and of what it says of one certificate. */
import { repeated } from '../../certificate/repeated.ts';
import { quoted } from '../../certificate/text.ts';
import { archiveCutoff, extendedRevoke, nonce, OCSP_FORMS } from '../../ocsp/ocsp-forms.ts';
import { checkNotCritical, unreadableValues } from '../checks/extensions.ts';
import { ocspDataRule, type OcspRule } from '../ocsp-rule.ts';

export const EXTENSION_RULES: readonly OcspRule[] = [
  ocspDataRule({
    name: 'ocsp/archive-cutoff-date',
    clause: 'RFC 6960 §4.4.4',
    check: ({ producedAt, responses }) =>
      responses.flatMap(({ extensions }) => {
        const date = extensions.value(archiveCutoff);
        if (date === undefined) return [];
        if (date.seconds === undefined) return [`the archive cutoff ${quoted(date.text)} is not YYYYMMDDHHMMSSZ`];
        return date.seconds > (producedAt.seconds ?? Infinity)
          ? [`the archive cutoff ${date.text} comes after producedAt ${producedAt.text}`]
          : [];
      }),
  }),
  ocspDataRule({
    name: 'ocsp/extended-revoke-not-critical',
    clause: 'RFC 6960 §4.4.8',
    check: checkNotCritical(extendedRevoke),
  }),
  ocspDataRule({
    name: 'ocsp/extended-revoke-place',
    clause: 'RFC 6960 §4.4.8',
    check: ({ responses }) =>
      responses.some(({ extensions }) => extensions.has(extendedRevoke))
        ? 'extended-revoke is in singleExtensions; it belongs into responseExtensions'
        : undefined,
  }),
  ocspDataRule({
    name: 'ocsp/extended-revoke-present',
    clause: 'RFC 6960 §2.2',
    check: ({ responses, extensions }) =>
      responses.some(({ status }) => status.kind === 'revoked' && status.time.seconds === 0) &&
      !extensions.has(extendedRevoke)
        ? 'a certificate that was never issued is revoked as of 1970, without the extension extended-revoke'
        : undefined,
  }),
  ocspDataRule({
    name: 'ocsp/extension-value',
    clause: 'RFC 6960 §4.4',
    check: ({ allExtensions }) => allExtensions.flatMap((extensions) => unreadableValues(extensions, OCSP_FORMS)),
  }),
  ocspDataRule({
    name: 'ocsp/extensions-not-empty',
    clause: 'RFC 5280 §4.1.2.9',
    check: ({ extensionsElement, responses }) =>
      [extensionsElement, ...responses.map((response) => response.extensionsElement)].some((list) => list?.length === 0)
        ? 'a list of extensions is an empty sequence; one element is the least'
        : undefined,
  }),
  ocspDataRule({
    name: 'ocsp/extensions-unique',
    clause: 'RFC 6960 §4.4',
    check: ({ allExtensions }) =>
      allExtensions.flatMap(({ all }) =>
        repeated(all.map(({ oid }) => oid)).map((oid) => `the extension ${oid} is there twice`),
      ),
  }),
  ocspDataRule({
    name: 'ocsp/nonce-length',
    clause: 'RFC 9654 §2.1',
    check({ extensions }) {
      const octets = extensions.value(nonce);
      return octets === undefined || (octets.length >= 1 && octets.length <= 128)
        ? undefined
        : `the nonce has ${octets.length} octets; 1 to 128 are allowed`;
    },
  }),
];
