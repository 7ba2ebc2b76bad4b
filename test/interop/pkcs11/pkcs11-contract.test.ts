/** The suite that every driver passes, on SoftHSM. */
import { testCryptoTokenContract } from '../../../packages/server/test/contracts/crypto-token-contract.ts';
import type { TokenDescription } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { DriverFixture } from './pkcs11-driver.ts';

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

testCryptoTokenContract(
  async () => {
    const end: (() => unknown)[] = [];
    const fixture = new DriverFixture({ after: (task) => void end.push(task as () => unknown) });
    const { driver, softHsm } = fixture;
    const labels = new Map<number, string>();
    return {
      driver,
      newToken: (): TokenDescription => {
        const label = softHsm.makeToken(CODE);
        const token = fixture.describe(softHsm.properties(label));
        labels.set(token.id, label);
        return token;
      },
      // The device has kept it already.
      keep: async () => {},
      discard: async (tokenId, alias) => {
        for (const type of ['privkey', 'pubkey']) {
          softHsm.tool(labels.get(tokenId)!, CODE, '--delete-object', '--type', type, '--label', alias);
        }
      },
      close: async () => {
        for (const task of end) await task();
      },
    };
  },
  [
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
  ],
  [
    ['RSA', '2048'],
    ['RSA', '3072'],
    ['EC', 'P-256'],
    ['EC', 'P-384'],
    ['EC', 'P-521'],
  ],
);
