/** The stored code of a token in a device, SoftHSM: the device's PIN is changed with the device's own tools. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, describe, it } from 'node:test';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { libraryProcesses } from './pkcs11-driver.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const PIN = 'the first PIN';
const WRONG_PIN = 'a wrong PIN';
const NEXT_PIN = 'the next PIN';
const PATH = '/documents/CRYPTOTOKEN/Device';
const softHsm = new SoftHsm();
after(() => softHsm.remove());

describe('the stored code of a token in a device', () => {
  const shared = sharedServer(
    { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
    { environment: softHsm.environment },
  );
  const label = softHsm.makeToken(PIN);
  const settings = (authenticationCode: string) => ({
    type: 'PKCS11CryptoToken',
    properties: softHsm.properties(label),
    autoActivation: true,
    authenticationCode,
  });
  const put = (query: string, code: string) =>
    shared.server.administer(`${PATH}${query}`, { method: 'PUT', body: { settings: settings(code) } });

  it('changes nothing in the device when it is changed, or would be', async () => {
    const made = await shared.server.administer(PATH, { method: 'POST', body: { settings: settings(PIN) } });
    assert.equal(made.status, 201, made.text);
    for (const query of ['?dry_run=true', '']) {
      assert.equal((await put(query, WRONG_PIN)).status, 400, query);
      softHsm.tool(label, PIN, '--list-objects');
    }
  });

  it('follows the PIN of the device', async () => {
    softHsm.tool(label, PIN, '--change-pin', '--new-pin', NEXT_PIN);
    // SoftHSM looks at the PIN of a token once in the life of a process.
    for (const pid of libraryProcesses()) process.kill(pid, 'SIGKILL');
    const changed = await put('', NEXT_PIN);
    assert.equal(changed.status, 200, changed.text);
    const state = await shared.server.administer('/cryptotokens/Device');
    assert.equal(state.json['state'], 'active');
  });
});
