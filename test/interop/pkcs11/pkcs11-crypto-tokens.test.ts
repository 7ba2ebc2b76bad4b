/** The crypto token operations of the CA REST interface on tokens in a device: SoftHSM. */
import { after } from 'node:test';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { testCryptoTokens } from '../../e2e/installation/crypto-token-suite.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const softHsm = new SoftHsm();
after(() => softHsm.remove());
const PIN = 'correct horse battery';

testCryptoTokens({
  title: 'tokens in SoftHSM',
  serverOptions: { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
  surroundings: { environment: softHsm.environment },
  newToken: async (automatic) => {
    const settings = { type: 'PKCS11CryptoToken', properties: softHsm.properties(softHsm.makeToken(PIN)) };
    return {
      settings: automatic ? { ...settings, autoActivation: true, authenticationCode: PIN } : settings,
      code: PIN,
    };
  },
  keys: [
    ['RSA', '2048'],
    ['EC', 'P-256'],
    ['ECDSA', 'secp384r1'],
    ['EC', 'brainpoolP512r1'],
    ['EC', 'secp256k1'],
    ['Ed25519', 'Ed25519'],
    ['Ed448', ''],
  ],
  wrongCodes: 2,
});
