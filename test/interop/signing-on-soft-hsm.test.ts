/** The signing service with keys in a device, SoftHSM: the same tests that run on keys in software. */
import { after } from 'node:test';
import { installPkcs11js } from '../../scripts/install-pkcs11js.ts';
import { keepManagementKeysIn } from '../e2e/management-token.ts';
import { SoftHsm } from './soft-hsm.ts';

const PIN = 'correct horse battery';
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

for (const suite of [
  'cms-signer',
  'plain-signatures',
  'plain-signer',
  'time-stamp-signer',
  'timed-services',
  'worker-renewal',
]) {
  await import(`../e2e/${suite}.test.ts`);
}
