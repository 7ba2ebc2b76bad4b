import { SECRET_PLACEHOLDER } from '../../configuration/index.ts';
import type { DumpTable } from '../codec/index.ts';

/** `CRYPTOTOKEN` in the dump. Key pairs are named and never exported; the activation code is a word. */
export const cryptoTokenTable: DumpTable = {
  type: 'CRYPTOTOKEN',
  suppress: 'nothing',
  members: {
    properties: { own: true },
    authenticationCode: { style: { toDump: (code) => (code === '' ? SECRET_PLACEHOLDER : undefined) } },
  },
  facts: ['Used', 'Key Pair Info', 'Active'],
  afterRead({ settings, facts }) {
    // A code that is not kept for automatic activation still opens or makes the token on import.
    const { authenticationCode, autoActivation } = settings;
    if (autoActivation === true || authenticationCode === undefined) return;
    facts['Authentication Code'] = authenticationCode;
    settings.authenticationCode = '';
  },
  order: ['Used', 'Key Pair Info', 'Authentication Code', 'Type', 'Properties', 'Active', 'Auto Activation'],
};
