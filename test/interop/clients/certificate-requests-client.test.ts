/**
 * Requests that Bouncy Castle makes in CRMF enroll here, or are refused for what they ask: `node scripts/run-tests.ts clients`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createProfiles, MANAGEMENT_CA_DN, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { enrollForm, enrollOverRest } from '../../e2e/support/request-forms.ts';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { downloadJar } from '../programs/maven-jar.ts';

const PROGRAM = path.join(import.meta.dirname, 'bouncy-castle-client', 'MakeCertificateRequests.java');
const KEYS = ['rsa', 'ec', 'Ed25519', 'Ed448', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'];
const SUBJECT = 'CN=alice,O=Example';

describe('a request of Bouncy Castle in CRMF', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-bouncy-castle-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();

  before(async () => {
    const jars = await Promise.all(BOUNCY_CASTLE.map((jar) => downloadJar(jar, directory)));
    // Bouncy Castle writes names in the order of the encoding.
    const names = [SUBJECT, MANAGEMENT_CA_DN].map((name) => name.split(',').toReversed().join(','));
    await promisify(execFile)('java', ['-cp', jars.join(path.delimiter), PROGRAM, ...names], { cwd: directory });
    await createProfiles(shared.server, 'Requests', { allowValidityOverride: true });
  });

  const textOf = (file: string) => readFileSync(path.join(directory, `${file}.crmf`)).toString('base64');
  const enroll = async (file: string, rest: { readonly subjectDn?: string; readonly password?: string } = {}) =>
    enrollForm(shared.server, 'alice', {
      certificateRequestType: 'CRMF',
      certificateRequest: textOf(file),
      certificateProfileName: 'Requests',
      endEntityProfileName: 'Requests',
      ...rest,
    });

  for (const file of KEYS) {
    it(`enrolls: ${file}`, async () => {
      assert.equal((await enroll(file)).subject.toString(), SUBJECT);
    });

    it(`enrolls over REST: ${file}`, async () => {
      const form = { type: 'CRMF', text: textOf(file) };
      const record = { certificate_profile_name: 'Requests', end_entity_profile_name: 'Requests' };
      await enrollOverRest(shared.server, form, { username: 'alice', subject: SUBJECT, record });
    });
  }

  it('enrolls with all that a template may ask for', async () => {
    const { notBefore, notAfter } = await enroll('everything');
    assert.equal(notAfter - notBefore, 86_400);
  });

  it('enrolls with a MAC of the password, and with no other password', async () => {
    const subjectDn = 'CN=mac';
    await assert.rejects(enroll('mac', { subjectDn, password: 'wrong' }), { code: 'ra.bad_certificate_request' });
    assert.equal((await enroll('mac', { subjectDn, password: 'foo123' })).subject.toString(), subjectDn);
  });

  for (const file of ['key-encipherment', 'registration-token', 'authenticator', 'serial-number', 'two']) {
    it(`is refused: ${file}`, async () => {
      await assert.rejects(enroll(file), { code: 'ra.bad_certificate_request' });
    });
  }
});
