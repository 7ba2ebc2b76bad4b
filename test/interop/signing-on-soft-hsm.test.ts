/** The signing service with keys in a device, SoftHSM: the same tests that run on keys in software. */
import { keepManagementKeysInSoftHsm } from './management-keys-on-soft-hsm.ts';

keepManagementKeysInSoftHsm();

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
