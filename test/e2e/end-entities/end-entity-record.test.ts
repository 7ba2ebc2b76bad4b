/** The whole record of an end entity, through the administration interface. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';

describe('the record of an end entity', () => {
  const shared = sharedServer();
  const add = async (username: string, more: object = {}) => {
    const body = {
      username,
      password: 'foo123',
      subject_dn: `CN=${username}`,
      ca_name: 'ManagementCA',
      certificate_profile_name: 'Web',
      end_entity_profile_name: 'Web',
      token: 'P12',
      ...more,
    };
    const answer = await shared.server.call('/v1/endentity', { body });
    assert.equal(answer.status, 200, answer.text);
  };

  it('has all that was asked for, and nothing of the password', async () => {
    const allowed = { allowValidityOverride: true, allowCertificateSerialNumberOverride: true };
    const used = { customSerialNumberUsed: true, issuanceRevocationReasonUsed: true, allowedRequestsUsed: true };
    await createProfiles(shared.server, 'Web', allowed, used);
    await add('whole/1', {
      subject_alt_name: 'dNSName=a.example',
      start_time: '2031-05-01 10:00:00',
      certificate_serial_number: '4660',
      account_binding_id: 'acme-7',
      custom_data: [
        { name: 'department', value: '7' },
        { name: 'RevocationReason', value: 'CERTIFICATE_HOLD' },
        { name: 'RequestCounter', value: '2' },
      ],
      status: 'INITIALIZED',
    });
    const { status, json, text } = await shared.server.administer('/end-entities/whole%2F1');
    assert.equal(status, 200, text);
    const { created, modified, ...record } = json;
    assert.equal(created, modified);
    assert.deepEqual(record, {
      username: 'whole/1',
      version: 1,
      subject_dn: 'CN=whole/1',
      subject_alt_name: 'dNSName=a.example',
      email: null,
      ca_name: 'ManagementCA',
      certificate_profile_name: 'Web',
      end_entity_profile_name: 'Web',
      token: 'P12',
      status: 'INITIALIZED',
      has_password: true,
      key_recoverable: false,
      account_binding_id: 'acme-7',
      start_time: '2031-05-01T10:00:00.000Z',
      end_time: null,
      certificate_serial_number: '1234',
      extension_data: [],
      custom_data: [
        { name: 'department', value: '7' },
        { name: 'REVOCATIONREASON', value: '6' },
        { name: 'REQUESTCOUNTER', value: '2' },
      ],
    });
    assert.doesNotMatch(text, /foo123|scrypt/);
  });

  it('is shown to those alone who may view end entities of its profile and CA', async () => {
    await add('seen');
    const rules = { '/ra_functionality/view_end_entity/': 'ALLOW', '/ca/ManagementCA/': 'ALLOW' } as const;
    const viewer = await newOfficer(shared.server, 'viewer', {
      ...rules,
      '/endentityprofilesrules/Web/view_end_entity/': 'ALLOW',
    });
    const elsewhere = await newOfficer(shared.server, 'elsewhere', {
      ...rules,
      '/endentityprofilesrules/EMPTY/view_end_entity/': 'ALLOW',
    });
    const read = (username: string, as: typeof viewer) => shared.server.administer(`/end-entities/${username}`, { as });
    assert.equal((await read('seen', viewer)).status, 200);
    const [hidden, absent] = [await read('seen', elsewhere), await read('none', elsewhere)];
    assert.deepEqual([hidden.status, absent.status], [404, 404]);
    assert.equal(hidden.text.replace('seen', 'none'), absent.text);
    const none = await newOfficer(shared.server, 'none', { '/ca/': 'ALLOW' });
    assert.equal((await read('seen', none)).status, 403);
  });
});
