/** Rules on what stands around the signed data. */
import { Tag } from '../../ber/values.ts';
import { extendedKeyUsage, KeyPurpose } from '../../certificate/extensions/extended-key-usage.ts';
import { SUCCESSFUL } from '../../ocsp/ocsp-response-under-lint.ts';
import { ocspRule, type OcspRule } from '../ocsp-rule.ts';

export const ENVELOPE_RULES: readonly OcspRule[] = [
  ocspRule({
    name: 'ocsp/delegated-responder',
    clause: 'RFC 6960 §4.2.2.2',
    check({ responderCertificate }) {
      if (responderCertificate === undefined || responderCertificate.isCa) return undefined;
      return responderCertificate.value(extendedKeyUsage)?.includes(KeyPurpose.ocspSigning) === true
        ? undefined
        : 'the certificate of the responder does not have the extended key usage OCSPSigning, and does not belong to a CA';
    },
  }),
  ocspRule({
    name: 'ocsp/response-bytes',
    clause: 'RFC 6960 §4.2.1',
    check({ status, responseType }) {
      if (status === SUCCESSFUL)
        return responseType === undefined ? 'a successful response has no responseBytes' : undefined;
      return responseType === undefined ? undefined : `a response of the status ${status} has responseBytes`;
    },
  }),
  ocspRule({
    name: 'ocsp/response-status',
    clause: 'RFC 6960 §4.2.1',
    check: ({ status }) =>
      STATUSES.has(status) ? undefined : `the responseStatus ${status} does not exist; 0 through 3, 5 and 6 do`,
  }),
  ocspRule({
    name: 'ocsp/response-type',
    clause: 'RFC 6960 §4.2.1',
    check: ({ responseType, isBasic }) =>
      responseType === undefined || isBasic
        ? undefined
        : `the response is of the type ${responseType}; responders have to give the basic one`,
  }),
  ocspRule({
    name: 'ocsp/signature-parameters',
    clause: 'RFC 4055 §5',
    check({ signature }) {
      if (signature === undefined) return undefined;
      const { oid, parameters } = signature.algorithm;
      if (/^1\.2\.840\.113549\.1\.1\.(?:[2-5]|1[1-4])$/.test(oid))
        return parameters?.tag === Tag.null && parameters.length === 0
          ? undefined
          : 'the parameters of an RSA signature algorithm are not NULL';
      return /^(?:1\.2\.840\.10045\.4\.3\.|1\.3\.101\.)/.test(oid) && parameters !== undefined
        ? `the signature algorithm ${oid} has parameters; they have to be absent`
        : undefined;
    },
  }),
];

const STATUSES: ReadonlySet<number> = new Set([0, 1, 2, 3, 5, 6]);
