import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { isJsonObject, SECRET_PLACEHOLDER } from '../../configuration/index.ts';
import type { DumpTable, DumpValue, WarnOfKey } from '../codec/index.ts';

/** `CRYPTOTOKEN` in the dump. Key pairs are named and never exported; the activation code is a word. */
export const cryptoTokenTable: DumpTable = {
  type: 'CRYPTOTOKEN',
  suppress: 'nothing',
  members: {
    properties: { own: true },
    authenticationCode: { style: { toDump: (code) => (code === '' ? SECRET_PLACEHOLDER : undefined) } },
  },
  facts: ['Used', 'Key Pair Info', 'Active'],
  afterRead({ settings, facts }, warn) {
    remarkKeyPairs(facts['Key Pair Info'] ?? [], warn);
    // A code that is not kept for automatic activation still opens or makes the token on import.
    const { authenticationCode, autoActivation } = settings;
    if (autoActivation === true) {
      // A code that is missing is one that the person who imports has not put in place of the placeholder.
      settings.authenticationCode = authenticationCode || SECRET_PLACEHOLDER;
      return;
    }
    if (authenticationCode === undefined) return;
    facts['Authentication Code'] = authenticationCode;
    settings.authenticationCode = '';
  },
  withoutSecrets: (settings) =>
    settings['autoActivation'] === true
      ? { settings: { ...settings, autoActivation: false }, message: 'Auto Activation is off until the code is given' }
      : undefined,
  order: ['Used', 'Key Pair Info', 'Authentication Code', 'Type', 'Properties', 'Active', 'Auto Activation'],
};

/** Says which parts of the descriptions of key pairs are not understood: no key pair is made for them. */
function remarkKeyPairs(info: DumpValue, warn: WarnOfKey): void {
  if (!Array.isArray(info)) {
    warn('Key Pair Info', 'is not a list of key pairs and was left out');
    return;
  }
  for (const [index, pair] of (info as readonly DumpValue[]).entries()) {
    const at = `Key Pair Info[${index}]`;
    const given = isJsonObject(pair) ? pair : {};
    const missing = REQUIRED_OF_KEY_PAIR.filter((label) => typeof given[label] !== 'string');
    if (missing.length > 0 && !warn(at, `has no ${missing.join(' and no ')} and was left out`)) return;
    for (const label of Object.keys(given).filter((label) => !KEY_PAIR.includes(label)))
      if (!warn(`${at} / ${label}`, `is not understood and was left out${didYouMean(label, KEY_PAIR)}`)) return;
  }
}

const REQUIRED_OF_KEY_PAIR = ['Alias', 'Key Algorithm'];
const KEY_PAIR = [...REQUIRED_OF_KEY_PAIR, 'Key Specification', 'Subject Key Identifier'];
