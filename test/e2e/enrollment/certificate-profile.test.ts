/** The keys and uses that a certificate profile allows, as clients ask for them before they make a key (acceptance cases 95 and 96). */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { certificateProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { assertRefusal, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer, CallOptions } from '../support/test-server.ts';

const UNKNOWN = 'Invalid search criteria, unknown certificate profile.';

describe('a certificate profile', () => {
  const shared = sharedServer();
  before(async () => {
    const { server } = shared;
    await createCa(server, 'Second');
    await createProfiles(server, 'Narrow one', {
      availableKeyAlgorithms: ['RSA', 'EC'],
      availableBitLengths: [4096, 3072],
      availableEllipticCurves: ['secp384r1', 'prime256v1'],
      availableCas: ['ManagementCA'],
    });
    await createProfiles(server, 'Wide', {});
  });

  const ask = (name: string, options: CallOptions = {}): Promise<Answer> =>
    shared.server.call(`/v2/certificate/profile/${encodeURIComponent(name)}`, options);

  it('shows its algorithms, sizes, curves and CAs (95)', async () => {
    const { status, json, text } = await ask('Narrow one');
    assert.equal(status, 200, text);
    const { publicId } = await shared.server.running.installation.configuration.get(
      certificateProfileType,
      'Narrow one',
    );
    assert.deepEqual(json, {
      certificate_profile_id: publicId,
      available_key_algs: ['RSA', 'ECDSA'],
      available_alt_key_algs: [],
      available_bit_lenghts: [3072, 4096],
      available_ecdsa_curves: ['P-384', 'P-256'],
      available_cas: ['ManagementCA'],
    });
  });

  it('that allows any curve and any CA shows all curves that there are, and the CAs of the caller', async () => {
    const { json } = await ask('Wide');
    assert.ok((json['available_ecdsa_curves'] as string[]).includes('brainpoolP256r1'));
    assert.deepEqual(json['available_cas'], ['ManagementCA', 'Second']);
    const officer = await newOfficer(shared.server, 'of-one-ca', {
      '/ca/Second/': 'ALLOW',
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Wide/create_end_entity/': 'ALLOW',
    });
    assert.deepEqual((await ask('Wide', { as: officer })).json['available_cas'], ['Second']);
  });

  it('is unknown, and so is one of others (96)', async () => {
    const { server } = shared;
    assertRefusal(await ask('Absent'), 400, UNKNOWN);
    const creator = await newOfficer(server, 'creator', {
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Wide/create_end_entity/': 'ALLOW',
    });
    assertRefusal(await ask('Narrow one', { as: creator }), 400, UNKNOWN);
    const viewer = await newOfficer(server, 'viewer', { '/ca_functionality/view_certificate_profiles/': 'ALLOW' });
    const { status, json } = await ask('Narrow one', { as: viewer });
    assert.deepEqual([status, json['available_cas']], [200, []]);
    assert.equal((await ask('Wide', { as: null })).status, 403);
  });
});
