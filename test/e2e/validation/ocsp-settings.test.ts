/** A change of the settings of OCSP responders is followed at once, and not with the next renewal. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Certificate } from '@sealwright/pki';
import { eventually } from '../../eventually.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../support/ca-setup.ts';
import { ocspStatus } from '../support/ocsp-requests.ts';
import { makeSigningToken } from '../support/setups/signing-setup.ts';

describe('the OCSP responder of a CA whose settings change', () => {
  const shared = sharedServer();

  it('gets a key of the new kind, in the new crypto token, within seconds', async () => {
    const { server } = shared;
    const { installation, urls } = server.running;
    await makeSigningToken(server, 'Others', {});
    await createCa(server, 'Changing');
    const { id } = (await installation.ca.authorities.findByName('Changing'))!;
    const [others] = (await installation.configuration.listHeads('CRYPTOTOKEN')).filter(
      ({ name }) => name === 'Others',
    );
    const responder = async () => (await installation.storage.stores.ocspResponders.listOfCa(id, 1))[0]!;
    const bits = async () => Certificate.parse((await responder()).certificate).publicKey.bits;
    assert.equal(await bits(), 256);
    await editCa(server, 'Changing', { ocspResponderKeySpec: 'P-384' });
    await eventually('a key of the new kind', async () => (await bits()) === 384);
    await editCa(server, 'Changing', { ocspCryptoToken: 'Others' });
    await eventually('a key in the new token', async () => (await responder()).cryptoTokenId === others!.id);
    const ca = await certificateOf(server, 'Changing');
    assert.equal(await ocspStatus(urls[1]!, ca, ca), 'good');
  });
});
