/** CAA records (RFC 8659), looked up before certificates are issued (`caaCheck` of a certificate profile). */
import { makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { eventually } from '../../eventually.ts';
import { caa, cname, type DnsAnswer, DnsTestServer } from '../../outbound/dns-server.ts';
import { createApprovalProfile, decide, officersOf, requestIdOf } from '../support/setups/approval-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificatesOf,
  createProfiles,
  editCa,
  ENROLL,
  enroll,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { findEndEntity } from '../support/setups/end-entity-setup.ts';
import { addEndEntity, enrollKeystore } from '../support/setups/keystore-setup.ts';

const ends: (() => unknown)[] = [];
const records = new Map<string, DnsAnswer | Promise<DnsAnswer>>();
const dns = await DnsTestServer.start({ after: (end) => ends.push(end) }, (domain) => records.get(domain));
const ALTERNATIVE_NAMES = { subjectAlternativeName: { DNSNAME: [{ repeatable: true }] } };

/** Has the domain permit the one who is named. */
function permit(domain: string, issuer: string, tag = 'issue'): void {
  records.set(domain, { answers: [caa(domain, tag, issuer)] });
}

describe('an enrollment under a profile that checks CAA records', () => {
  const shared = sharedServer({ dnsResolvers: [{ host: '127.0.0.1', port: dns.port }] });
  const officers = officersOf(shared);
  before(async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { caaIdentities: ['ca.example'] });
    await createProfiles(server, 'Checked', { caaCheck: 'REFUSE' }, ALTERNATIVE_NAMES);
    await createProfiles(server, 'Watched', { caaCheck: 'WARN' }, ALTERNATIVE_NAMES);
    await createProfiles(server, 'Unchecked', {}, ALTERNATIVE_NAMES);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  let number = 0;
  const request = (profile: string, names: string, username = `checked${++number}`) =>
    requestUnder(profile, {
      username,
      subject: `CN=${username}`,
      extensions: [makeExtension(subjectAltName, parseGeneralNames(names), false)],
    });
  const auditOf = (username: string) =>
    detailsOf(auditRows(shared.server).findLast((row) => row.event === 'CERT_CREATION' && row.username === username)!)[
      'caa'
    ];

  it('is issued what the records of a domain above permit, and its audit record says what was found', async () => {
    permit('permitted.com', 'ca.example');
    const body = request('Checked', 'dNSName=a.b.permitted.com');
    await enroll(shared.server, body);
    assert.deepEqual(auditOf(body.username), [
      `host name 'a.b.permitted.com': permitted by permitted.com (issue "ca.example")`,
    ]);
  });

  it('is issued names without records, and names that CAA does not speak of', async () => {
    const body = request('Checked', 'dNSName=nothing.com,dNSName=server.corp');
    await enroll(shared.server, body);
    assert.deepEqual(auditOf(body.username), ["host name 'nothing.com': no records"]);
  });

  it('is refused what they permit somebody else, and leaves nothing', async () => {
    const { server } = shared;
    permit('others.com', 'other.example');
    const body = request('Checked', 'dNSName=a.others.com');
    assertRefusal(
      await server.call(ENROLL, { body }),
      400,
      "CAA records do not let the CA 'ManagementCA' issue the certificate: host name 'a.others.com': not permitted by others.com: issue permits 'other.example'. Have the records permit one of its caaIdentities, or leave the names out.",
    );
    assert.equal(await findEndEntity(server, body.username), undefined);
  });

  it('is refused a wildcard that issuewild forbids, and a name whose alias leads to others', async () => {
    const { server } = shared;
    records.set('wild.com', { answers: [caa('wild.com', 'issue', 'ca.example'), caa('wild.com', 'issuewild', ';')] });
    assertRefusal(
      await server.call(ENROLL, { body: request('Checked', 'dNSName=*.wild.com') }),
      400,
      /wildcard '\*\.wild\.com': not permitted by wild\.com: issuewild permits nobody/,
    );
    await enroll(server, request('Checked', 'dNSName=wild.com'));
    const answers = [cname('alias.com', 'target.net'), caa('target.net', 'issue', 'other.example')];
    records.set('alias.com', { answers });
    assertRefusal(
      await server.call(ENROLL, { body: request('Checked', 'dNSName=alias.com') }),
      400,
      /not permitted by alias\.com: issue permits 'other\.example'/,
    );
  });

  it('is refused names that cannot be looked up; where the profile only warns, it is issued, and this recorded', async () => {
    const { server } = shared;
    records.set('broken.com', { rcode: 'SERVFAIL' });
    const refused = /host name 'broken\.com': the lookup of broken\.com failed: the resolver answered SERVFAIL/;
    assertRefusal(await server.call(ENROLL, { body: request('Checked', 'dNSName=broken.com') }), 400, refused);
    assert.ok(server.log.some((line) => line.includes('lookup of CAA records failed') && line.includes('broken.com')));
    permit('warned.com', ';');
    const body = request('Watched', 'dNSName=broken.com,dNSName=warned.com');
    await enroll(server, body);
    const [broken, warned] = auditOf(body.username) as string[];
    assert.match(broken!, refused);
    assert.equal(warned, "host name 'warned.com': not permitted by warned.com: issue permits nobody");
  });

  it('asks nobody where the profile does not', async () => {
    const before = dns.asked.length;
    const body = request('Unchecked', 'dNSName=unasked.com');
    await enroll(shared.server, body);
    assert.equal(dns.asked.length, before);
    assert.equal(auditOf(body.username), undefined);
  });

  it('does not ask for approval of what is not permitted, and looks again when the approved is issued', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, 'Guarded');
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' }, caaIdentities: ['ca.example'] });
    const body = (names: string) => ({
      ...request('Checked', names),
      certificate_authority_name: 'Guarded',
    });
    assertRefusal(await server.call(ENROLL, { body: body('dNSName=others.com') }), 400, /^CAA records do not let/);
    permit('changing.com', 'ca.example');
    const asked = body('dNSName=changing.com');
    const id = requestIdOf(await server.call(ENROLL, { body: asked }));
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    permit('changing.com', 'other.example');
    server.clock.advanceSeconds(300);
    const finalize = () =>
      server.call(`/v1/certificate/${id}/finalize`, { body: { response_format: 'DER', password: asked.password } });
    assertRefusal(await finalize(), 422, /not permitted by changing\.com/);
    permit('changing.com', 'ca.example');
    server.clock.advanceSeconds(300);
    assert.equal((await finalize()).status, 201);
  });

  it('shows those who approve it what the records say, and what lint warns of', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Warned', {});
    await createCa(server, 'Warning');
    await editCa(server, 'Warning', { approvals: { addEditEndEntity: 'Warned' }, caaIdentities: ['ca.example'] });
    permit('warned.com', ';');
    const rules = { nameRules: { unrepeatedCommonName: 'WARN' } };
    await createProfiles(server, 'Doubtful', { caaCheck: 'WARN', ...rules }, ALTERNATIVE_NAMES);
    const body = { ...request('Doubtful', 'dNSName=warned.com'), certificate_authority_name: 'Warning' };
    const { json: dryRun } = await server.call(`${ENROLL}?dryRun=true`, { body });
    const id = requestIdOf(await server.call(ENROLL, { body }));
    const { json } = await server.call(`/v1/approval/${id}`, { as: officers.first });
    const further = JSON.parse(json['certificate_extension_data'] as string) as Record<string, string[]>;
    assert.deepEqual(further['caa_records'], [
      "host name 'warned.com': not permitted by warned.com: issue permits nobody",
    ]);
    const { findings } = dryRun as unknown as { findings: { message: string }[] };
    assert.ok(findings.length > 0);
    for (const [index, { message }] of findings.entries())
      assert.ok(further['lint_findings']![index]!.includes(message), message);
  });

  it('is refused a keystore as well, before it has a key', async () => {
    const { server } = shared;
    const { configuration } = server.running.installation;
    await addEndEntity(server, 'keystore', {
      certificateProfileId: (await configuration.get(certificateProfileType, 'Checked')).id,
      endEntityProfileId: (await configuration.get(endEntityProfileType, 'Checked')).id,
      subjectDn: 'CN=keystore',
      subjectAltName: 'dNSName=keystore.com',
    });
    permit('keystore.com', ';');
    assertRefusal(await enrollKeystore(server, { username: 'keystore' }), 400, /^CAA records do not let/);
    permit('keystore.com', 'ca.example');
    server.clock.advanceSeconds(300);
    const { status, text } = await enrollKeystore(server, { username: 'keystore' });
    assert.equal(status, 200, text);
  });

  it('waits for a lookup, and holds up nobody who acts on its end entity meanwhile', async () => {
    const { server } = shared;
    const held = Promise.withResolvers<DnsAnswer>();
    records.set('slow.com', held.promise);
    const before = dns.asked.length;
    const waiting = enroll(server, request('Checked', 'dNSName=slow.com', 'waiting'));
    await eventually('the question', () => dns.asked.length > before);
    // The same username, and no lookup: it does not wait for the one before.
    await enroll(server, { ...request('Unchecked', 'dNSName=quick.com', 'waiting') });
    held.resolve({ answers: [caa('slow.com', 'issue', 'ca.example')] });
    await waiting;
    assert.equal(certificatesOf(server, 'waiting'), 2);
  });
});
