/** Guessing the PIN of a device, SoftHSM, by every way that shows one to it. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { auditRows, detailsOf } from '../../e2e/support/audit-records.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'the PIN of the device';
const softHsm = new SoftHsm();
after(() => softHsm.remove());

describe('the PIN of a device', () => {
  const shared = sharedServer(
    { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
    { environment: softHsm.environment },
  );
  let documents = 0;

  /** Asks for a new crypto token in a device that opens by itself, with this code. */
  const create = (properties: Record<string, string>, authenticationCode: string, query = '') => {
    const path = `/documents/CRYPTOTOKEN/${encodeURIComponent(`Guess ${++documents}`)}${query}`;
    const settings = { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode };
    return shared.server.administer(path, { method: 'POST', body: { settings } });
  };

  /** The names that a slot has, each of which leads to the same device. */
  const namesOf = (label: string): Record<string, string>[] => {
    const slots = softHsm.slots();
    const index = slots.findIndex((slot) => slot.label === label);
    const { sharedLibrary } = softHsm.properties(label) as { sharedLibrary: string };
    return [
      softHsm.properties(label),
      { sharedLibrary, slotLabelType: 'SLOT_INDEX', slotLabelValue: String(index) },
      { sharedLibrary, slotLabelType: 'SLOT_NUMBER', slotLabelValue: slots[index]!.id },
    ];
  };

  for (const [how, query] of [
    ['made', ''],
    ['planned', '?dry_run=true'],
  ] as const) {
    it(`makes guesses wait by documents that are ${how}, whatever they call the slot`, async () => {
      const names = namesOf(softHsm.makeToken(PIN));
      for (const [index, properties] of names.entries()) {
        const wrong = await create(properties, `wrong guess ${index}`, query);
        assert.equal(wrong.status, 400, wrong.text);
      }
      for (const properties of names) {
        const early = await create(properties, PIN, query);
        assert.equal(early.status, 429, early.text);
      }
    });
  }

  it('makes guesses wait by the first activation of documents without a code', async () => {
    const names = namesOf(softHsm.makeToken(PIN));
    const tokens: string[] = [];
    for (const properties of names) {
      const name = `Manual ${++documents}`;
      const settings = { type: 'PKCS11CryptoToken', properties };
      const made = await shared.server.administer(`/documents/CRYPTOTOKEN/${encodeURIComponent(name)}`, {
        method: 'POST',
        body: { settings },
      });
      assert.equal(made.status, 201, made.text);
      tokens.push(name);
    }
    const activate = (name: string, code: string) =>
      shared.server.call(`/v1/cryptotoken/${encodeURIComponent(name)}/activate`, {
        method: 'PUT',
        body: { activation_code: code },
      });
    for (const [index, name] of tokens.entries()) assert.equal((await activate(name, `guess ${index}`)).status, 422);
    for (const name of tokens) assert.equal((await activate(name, PIN)).status, 429);
  });

  it('is asked for on the record, also by a change that is only looked at', async () => {
    const [properties] = namesOf(softHsm.makeToken(PIN));
    assert.equal((await create(properties!, 'a wrong guess', '?dry_run=true')).status, 400);
    const refused = `Guess ${documents}`;
    assert.equal((await create(properties!, PIN, '?dry_run=true')).status, 200);
    const planned = `Guess ${documents}`;
    const rows = auditRows(shared.server).map((row) => ({ ...row, details: detailsOf(row) }));
    const recorded = (name: string) =>
      rows
        .filter(({ details }) => details['name'] === name)
        .map(({ event, outcome, details }) => [event, outcome, details['dryRun']]);
    assert.deepEqual(recorded(refused), [['CRYPTOTOKEN_CREATE', 'FAILURE', true]]);
    assert.deepEqual(recorded(planned), [['CRYPTOTOKEN_CREATE', 'VOID', true]]);
  });
});
