/** Has every server of this process keep the keys of its management CA in SoftHSM. */
import { after } from 'node:test';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { keepManagementKeysIn } from '../../e2e/support/installations/management-token.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'correct horse battery';

/** Call it before the tests are imported that are to run on the device. */
export function keepManagementKeysInSoftHsm(): void {
  const softHsm = new SoftHsm();
  after(() => softHsm.remove());
  keepManagementKeysIn({
    config: { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
    surroundings: { environment: softHsm.environment },
    newSettings: () => ({
      type: 'PKCS11CryptoToken',
      properties: softHsm.properties(softHsm.makeToken(PIN)),
      autoActivation: true,
      authenticationCode: PIN,
    }),
  });
}
