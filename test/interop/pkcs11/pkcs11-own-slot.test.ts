/** The check, before a PIN is shown to a slot of a device (SoftHSM), of whose slot it is. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type RequireOwnSlot, SlotTakenError } from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import { DriverFixture, PIN } from './pkcs11-driver.ts';

const NEXT_PIN = 'the next PIN';
const TAKEN = { code: 'crypto_token.slot_taken' };
const taken: RequireOwnSlot = () => Promise.reject(new SlotTakenError(1));

function fixture(t: TestContext) {
  const made = new DriverFixture(t);
  const { driver, softHsm } = made;
  const label = softHsm.makeToken(PIN);
  const token = made.describe(softHsm.properties(label));
  /** Fails when the device does not take it. */
  const use = (pin: string) => softHsm.tool(label, pin, '--list-objects');
  return { driver, token, use };
}

it('shows no PIN to a slot that is taken', async (t) => {
  const { driver, token } = fixture(t);
  await assert.rejects(driver.open(token, null, 'a wrong PIN', taken), TAKEN);
  await assert.rejects(driver.initialize(token, 'a wrong PIN', taken), TAKEN);
  await assert.rejects(driver.changeCode(token, null, 'a wrong PIN', NEXT_PIN, taken), TAKEN);
});

it('changes the PIN of no slot that was taken after the present one had opened it', async (t) => {
  const { driver, token, use } = fixture(t);
  let asked = 0;
  const takenMeanwhile: RequireOwnSlot = async (sharing) => {
    if (++asked === 2) await taken(sharing);
  };
  await assert.rejects(driver.changeCode(token, null, PIN, NEXT_PIN, takenMeanwhile), TAKEN);
  use(PIN);
});

it('changes the PIN of a slot of its own', async (t) => {
  const { driver, token, use } = fixture(t);
  let asked = 0;
  const own: RequireOwnSlot = async () => void asked++;
  await driver.changeCode(token, null, PIN, NEXT_PIN, own);
  use(NEXT_PIN);
  assert.equal(asked, 2);
});
