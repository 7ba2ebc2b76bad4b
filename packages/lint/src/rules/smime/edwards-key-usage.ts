import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { checkKeyUsages } from '../checks/key-usages.ts';
import { certificateRule } from '../certificate-rule.ts';

export const edwardsKeyUsage = certificateRule({
  name: 'smime/edwards-key-usage',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.e',
  from: '2023-09-01',
  appliesTo: (certificate) => KEYS.has(certificate.publicKey.algorithm.oid) && isSmimeSubscriber(certificate),
  check: (certificate) =>
    checkKeyUsages(certificate, 'an Ed25519 or Ed448 key', { digitalSignature: ['nonRepudiation'] }),
});

const KEYS: ReadonlySet<string> = new Set([KeyAlgorithm.ed25519, KeyAlgorithm.ed448]);
