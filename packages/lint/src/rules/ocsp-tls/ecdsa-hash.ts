import { oidText, Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { curveOfSignature, TLS_CURVES } from '../../certificate/tls-algorithms.ts';
import { ocspRule } from '../ocsp-rule.ts';

export const ecdsaHash = ocspRule({
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
      named === undefined ? curveOfSignature(signature.signature.length) : TLS_CURVES.find(({ oid }) => oid === named);
    if (curve === undefined) return 'the signature is not by a key on P-256, P-384 or P-521';
    const { oid } = signature.algorithm;
    return curve.algorithm === oid
      ? undefined
      : `the signature is by the algorithm ${oid}; ${curve.algorithm} is required for a key on ${curve.name}`;
  },
});
