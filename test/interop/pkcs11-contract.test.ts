/** The suite that every driver passes, on SoftHSM. */
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { testCryptoTokenContract } from '../../packages/server/src/tokens/crypto-token-contract.ts';
import { Pkcs11TokenDriver } from '../../packages/server/src/tokens/pkcs11/pkcs11-driver.ts';
import type { TokenDescription } from '../../packages/server/src/modules/crypto-tokens/index.ts';
import { installPkcs11js } from '../../scripts/install-pkcs11js.ts';
import { SoftHsm } from './soft-hsm.ts';

const CODE = 'foo123 ünï';
const ECDSA = ['SHA224withECDSA', 'SHA256withECDSA', 'SHA384withECDSA', 'SHA512withECDSA', 'SHA3-256withECDSA'];
const CURVES = [
  'P-224',
  'P-256',
  'P-384',
  'P-521',
  'secp256k1',
  'brainpoolP224r1',
  'brainpoolP224t1',
  'brainpoolP256r1',
  'brainpoolP256t1',
  'brainpoolP320r1',
  'brainpoolP320t1',
  'brainpoolP384r1',
  'brainpoolP384t1',
  'brainpoolP512r1',
  'brainpoolP512t1',
];

testCryptoTokenContract(async () => {
  const softHsm = new SoftHsm();
  const driver = new Pkcs11TokenDriver({
    libraries: [softHsm.library],
    binding: installPkcs11js(),
    environment: softHsm.environment,
    clock: systemClock,
    random: systemRandom(),
    callTimeoutMs: 10_000,
    onLost: () => {},
  });
  let lastId = 0;
  const made = new Map<number, TokenDescription>();
  return {
    driver,
    newToken: () => {
      const properties = softHsm.properties(softHsm.makeToken(CODE));
      const token = { id: ++lastId, type: 'PKCS11CryptoToken', properties };
      made.set(token.id, token);
      return token;
    },
    // The device has kept it already.
    keep: async () => {},
    discard: async (tokenId, alias) => {
      const label = made.get(tokenId)!.properties['slotLabelValue']!;
      for (const type of ['privkey', 'pubkey']) {
        softHsm.tool(label, CODE, '--delete-object', '--type', type, '--label', alias);
      }
    },
    close: async () => {
      driver.close();
      softHsm.remove();
    },
  };
}, [
  {
    algorithm: 'RSA',
    specification: '2048',
    signatures: [
      'SHA224WithRSA',
      'SHA256WithRSA',
      'SHA384WithRSA',
      'SHA512WithRSA',
      'SHA3-256withRSA',
      'SHA256withRSAandMGF1',
      'SHA384withRSAandMGF1',
    ],
  },
  { algorithm: 'RSA', specification: '3072', signatures: ['SHA384WithRSA', 'SHA512withRSAandMGF1'] },
  ...CURVES.map((specification) => ({ algorithm: 'ECDSA', specification, signatures: ECDSA })),
  { algorithm: 'Ed25519', specification: '', signatures: ['Ed25519'] },
  { algorithm: 'Ed448', specification: 'Ed448', signatures: ['Ed448'] },
]);
