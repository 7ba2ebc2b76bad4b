/** Settings of a CA's keys: crypto token, aliases, and signature algorithms. */
import { PkiError, type SignatureAlgorithm, signatureAlgorithmByName } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { choice, reference, type ReportProblem } from '../../configuration/index.ts';

const alias = (value: string, description: string) =>
  Type.String({ description, minLength: 1, maxLength: 255, default: value });
const algorithm = (description: string) => Type.String({ description, maxLength: 64, default: '' });
const keySpec = (description: string) => Type.String({ description, maxLength: 64, default: '' });

/** Members of the document. Aliases here apply to the first keys of a CA; its state contains the present ones. */
export const keyMembers = {
  cryptoToken: reference('CRYPTOTOKEN', {
    description: "The crypto token of the CA's keys. `None`: there is only a certificate of the CA here.",
    words: ['None'],
    default: 'None',
  }),
  certSignKey: alias('signKey', 'The alias of the first key that signs certificates and CRLs.'),
  signKeySpec: keySpec(
    'The kind of the first key, which is made where the token has none under its alias: `P-256`, `3072`, `ML-DSA-65`. Empty: it has to exist.',
  ),
  signatureAlgorithm: algorithm(
    'The algorithm that certificates and CRLs are signed with, such as `SHA256withECDSA`. Empty only for a CA without keys.',
  ),
  alternativeSignatureAlgorithm: algorithm(
    'The algorithm of a second signature, for verifiers that know it (X.509 §9.8). Empty: there is none.',
  ),
  alternativeCertSignKey: alias('alternativeSignKey', 'The alias of the first key of the second signature.'),
  alternativeSignKeySpec: keySpec('The kind of that key, as in `signKeySpec`.'),
  keyEncryptKey: Type.String({
    description:
      'The alias of the key in the crypto token that private keys are encrypted for which are kept for recovery: of RSA, ECDSA on a NIST curve, X25519 or ML-KEM, and none that signs. Empty: no keys are kept. With another one, the keys that are kept are encrypted anew in the background.',
    maxLength: 255,
    default: '',
  }),
  keySequence: Type.String({
    description: 'The number of the first key. Each new key has the next number, and its alias ends in it.',
    pattern: '^[0-9]{1,9}$',
    default: '00000',
  }),
  keySequenceFormat: choice({ NUMERIC: 'Numeric' }, { description: 'How that number counts.', default: 'NUMERIC' }),
};

type Settings = Static<ReturnType<typeof Type.Object<typeof keyMembers>>>;

/** Validated settings of a CA's keys and signatures. */
export interface CaKeySettings {
  /** Id of the crypto token; undefined for a CA without keys here. */
  readonly cryptoTokenId: number | undefined;
  /** Undefined only for a CA without keys here. */
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly firstKey: KeyToMake;
  readonly firstKeySequence: string;
  /** Alias of the escrow key; undefined if no keys are kept. */
  readonly escrowKeyAlias: string | undefined;
  /** Second key with its signature algorithm; undefined if there is none. */
  readonly alternative: { readonly signatureAlgorithm: SignatureAlgorithm; readonly firstKey: KeyToMake } | undefined;
}

/** A key by its alias, with the specification to generate it if it does not exist. */
export interface KeyToMake {
  readonly alias: string;
  /** Undefined if the key has to exist. */
  readonly spec: string | undefined;
}

/** Reads {@link keyMembers}, and reports problems. */
export function keySettings(settings: Settings, report: ReportProblem): CaKeySettings {
  const { cryptoToken, alternativeSignatureAlgorithm, keyEncryptKey } = settings;
  const hasKeys = cryptoToken !== 'None';
  if (keyEncryptKey !== '') requireEscrowKeyPossible(settings, report);
  return {
    cryptoTokenId: hasKeys ? cryptoToken : undefined,
    signatureAlgorithm: hasKeys ? algorithmOf('signatureAlgorithm', settings.signatureAlgorithm, report) : undefined,
    firstKey: { alias: settings.certSignKey, spec: settings.signKeySpec || undefined },
    firstKeySequence: settings.keySequence,
    escrowKeyAlias: keyEncryptKey || undefined,
    alternative:
      hasKeys && alternativeSignatureAlgorithm !== ''
        ? {
            signatureAlgorithm: algorithmOf('alternativeSignatureAlgorithm', alternativeSignatureAlgorithm, report),
            firstKey: {
              alias: settings.alternativeCertSignKey,
              spec: settings.alternativeSignKeySpec || undefined,
            },
          }
        : undefined,
  };
}

/** Reports an escrow key without a crypto token, or one that is also a signing key. Other requirements are checked when a key is to be kept. */
function requireEscrowKeyPossible(settings: Settings, report: ReportProblem): void {
  const { cryptoToken, keyEncryptKey, certSignKey, alternativeCertSignKey } = settings;
  if (cryptoToken === 'None')
    report('keyEncryptKey', `is '${keyEncryptKey}', and the CA has no crypto token; leave it empty`);
  if (keyEncryptKey === certSignKey || keyEncryptKey === alternativeCertSignKey)
    report('keyEncryptKey', `is '${keyEncryptKey}', which signs certificates; another key is right`);
}

function algorithmOf(field: string, name: string, report: ReportProblem): SignatureAlgorithm {
  try {
    const found = signatureAlgorithmByName(name);
    if (found.weak)
      report(field, `is '${name}', which is too weak for new signatures; SHA256WithRSA or SHA256withECDSA is not`);
    return found;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report(field, `is '${name}', which is not a signature algorithm; SHA256WithRSA or SHA256withECDSA is one`);
    return signatureAlgorithmByName('SHA256withECDSA');
  }
}
