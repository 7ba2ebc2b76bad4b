/** The signing service with keys in a device, SoftHSM: the same tests that run on keys in software. */
import { keepManagementKeysInSoftHsm } from './management-keys-on-soft-hsm.ts';

keepManagementKeysInSoftHsm();

for (const suite of [
  'signing/cms-signer',
  'signing/plain-signatures',
  'signing/plain-signer',
  'signing/time-stamp-signer',
  'signing/timed-services',
  'signing/worker-renewal',
]) {
  await import(`../../e2e/${suite}.test.ts`);
}
