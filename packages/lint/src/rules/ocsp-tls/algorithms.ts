/** Rules on signature algorithms. */
import { oidText, Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import {
  curveOfSignature,
  SHA1_WITH_RSA,
  TLS_CURVES,
  TLS_SIGNATURE_ALGORITHMS,
} from '../../certificate/tls-algorithms.ts';
import { ocspRule, type OcspRule } from '../ocsp-rule.ts';
import { pssParameters } from '../tls/pss-parameters.ts';

export const ALGORITHM_RULES: readonly OcspRule[] = [
  ocspRule({
    name: 'ocsp-tls/ecdsa-hash',
    clause: 'Baseline Requirements 7.1.3.2.2',
    from: '2021-04-05',
    appliesTo: ({ signature }) => signature?.algorithm.oid.startsWith('1.2.840.10045.4.') === true,
    check({ signature, responderCertificate }) {
      if (signature === undefined) return undefined;
      const key = responderCertificate?.publicKey.algorithm;
      const named =
        key?.oid === KeyAlgorithm.ecPublicKey && key.parameters?.tag === Tag.objectIdentifier
          ? oidText(key.parameters)
          : undefined;
      const curve =
        named === undefined
          ? curveOfSignature(signature.signature.length)
          : TLS_CURVES.find(({ oid }) => oid === named);
      if (curve === undefined) return 'the signature is not by a key on P-256, P-384 or P-521';
      const { oid } = signature.algorithm;
      return curve.algorithm === oid
        ? undefined
        : `the signature is by the algorithm ${oid}; ${curve.algorithm} is required for a key on ${curve.name}`;
    },
  }),
  ocspRule({
    name: 'ocsp-tls/pss-parameters',
    clause: 'Baseline Requirements 7.1.3.2.1',
    from: '2020-08-20',
    appliesTo: ({ signature }) => signature !== undefined && pssParameters.appliesTo?.(signature) !== false,
    check: ({ signature }) => signature && pssParameters.check(signature),
  }),
  ocspRule({
    name: 'ocsp-tls/signature-algorithm',
    clause: 'Baseline Requirements 7.1.3.2',
    from: '2016-01-01',
    check({ signature, data }) {
      if (signature === undefined) return undefined;
      const { oid } = signature.algorithm;
      const isOfSha1 = oid === SHA1_WITH_RSA && (data?.producedAt.seconds ?? Infinity) < SHA1_ENDED;
      return TLS_SIGNATURE_ALGORITHMS.has(oid) || isOfSha1
        ? undefined
        : `the signature algorithm ${oid} is not one of those that are allowed`;
    },
  }),
];

/** Ballot SC53. */
const SHA1_ENDED = Date.UTC(2022, 5) / 1000;
