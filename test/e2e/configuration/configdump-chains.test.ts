/** Certificates of CAs in a dump: of CAs that are elsewhere, and of those whose keys are here. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { createCa } from '../support/ca-setup.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';

interface Results {
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly plan?: {
    readonly unchanged: number;
    readonly changes: readonly { readonly differences: readonly object[] }[];
  };
}
type Item = Readonly<Record<string, unknown>>;

describe('the certificates of CAs in a dump', () => {
  const shared = sharedServer();
  const importing = async (cas: Readonly<Record<string, Item>>, query = ''): Promise<Results> => {
    const body = { 'certification-authorities': cas };
    const answer = await shared.server.call(`/v1/configdump?${query}`, { method: 'POST', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Results;
  };
  const exported = async (name: string, query = '') => {
    const { json } = await shared.server.call(`/v1/configdump/CA/${encodeURIComponent(name)}${query}`);
    return (json as Record<string, Record<string, Item>>)['certification-authorities']![name]!;
  };
  const pems = ({ chain }: TestCa) => chain.map(({ der }) => formatPem('CERTIFICATE', der));
  const elsewhere = (name: string, ca: TestCa, further: Item = {}): Record<string, Item> => ({
    [name]: {
      'Object Type': 'Certification Authority',
      Version: 2,
      Name: name,
      'Type of CA': 'X.509',
      'Subject DN': ca.certificate.subject.toString(),
      'Signed By': 'External CA',
      'CA Certificate Chain': pems(ca),
      ...further,
    },
  });
  const statusOf = async (name: string) => (await shared.server.administer(`/cas/${encodeURIComponent(name)}`)).json;

  it('make external CAs, whose export is the same item again', async () => {
    const issuing = TestCa.root('CN=Partner Root').subordinate('CN=Partner Issuing');
    const item = elsewhere('Partner', issuing);
    assert.deepEqual(await importing(item), { success: true, errors: [], warnings: [] });
    const dumped = await exported('Partner');
    assert.deepEqual(dumped['CA Certificate Chain'], pems(issuing));
    assert.equal((await statusOf('Partner'))['status'], 'EXTERNAL');
    const again = await importing({ Partner: dumped }, 'overwrite=yes&plan=true');
    assert.deepEqual([again.success, again.plan!.unchanged, again.plan!.changes], [true, 1, []]);
  });

  it('are replaced by others of the same CA, which the plan shows', async () => {
    assert.equal((await importing(elsewhere('Renewed', TestCa.root('CN=Renewed')))).success, true);
    const next = elsewhere('Renewed', TestCa.root('CN=Renewed'));
    const { plan } = await importing(next, 'overwrite=yes&plan=true');
    assert.match(
      JSON.stringify(plan!.changes[0]!.differences),
      /"field":"CA Certificate Chain","before":"SHA-256 .*"after":"SHA-256 /,
    );
    const skipped = await importing(next, 'overwrite=skip');
    assert.match(skipped.warnings.join(), /exists already and was left alone/);
    assert.notDeepEqual((await exported('Renewed'))['CA Certificate Chain'], next['Renewed']!['CA Certificate Chain']);
    assert.deepEqual((await importing(next, 'overwrite=yes')).errors, []);
    assert.deepEqual((await exported('Renewed'))['CA Certificate Chain'], next['Renewed']!['CA Certificate Chain']);
  });

  it('are refused with the item when they do not belong to the CA, and what names it is told', async () => {
    const other = TestCa.root('CN=Somebody Else');
    const item = elsewhere('Mistaken', TestCa.root('CN=Mistaken'), { 'CA Certificate Chain': pems(other) });
    const refused = await importing(item);
    assert.match(refused.errors.join(), /Mistaken.*certificate is for 'CN=Somebody Else'.*'CN=Mistaken'/);
    for (const chain of [
      [],
      ['no certificate'],
      [1],
      { Name: 'x' },
      Array.from({ length: 21 }, () => pems(other)[0]),
    ]) {
      const wrong = elsewhere('Mistaken', other, { 'CA Certificate Chain': chain });
      assert.equal((await importing(wrong)).success, false, JSON.stringify(chain).slice(0, 60));
    }
    const ignored = await importing(item, 'ignoreerrors=true');
    assert.match(ignored.warnings.join(), /certificate is for/);
    assert.equal((await shared.server.administer('/documents/CA/Mistaken')).status, 404);
  });

  it('of CAs whose keys are here have to be those of the CA, or are made anew by initialization', async () => {
    await createCa(shared.server, 'At Home');
    const asPeer = await exported('At Home');
    const peers = await shared.server.call(
      '/v1/configdump?include=CA:At%20Home&exclude=*:*&exportCasForPeerImport=true',
    );
    const { 'CA Certificate Chain': chain } = (peers.json as Record<string, Record<string, Item>>)[
      'certification-authorities'
    ]!['At Home']!;
    const same = { 'At Home': { ...asPeer, 'CA Certificate Chain': chain } };
    assert.deepEqual((await importing(same, 'overwrite=yes')).errors, []);
    const other = { 'At Home': { ...asPeer, 'CA Certificate Chain': pems(TestCa.root('CN=At Home')) } };
    for (const query of ['overwrite=yes', 'overwrite=yes&initialize=true']) {
      const refused = await importing(other, query);
      assert.match(refused.errors.join(), /At_?.?Home.*the CA has another one here, which stays/);
    }
    const fresh = {
      Fresh: {
        ...asPeer,
        Name: 'Fresh',
        'Subject DN': 'CN=Fresh',
        'CA Certificate Chain': pems(TestCa.root('CN=Fresh')),
      },
    };
    const waiting = await importing(fresh);
    assert.match(waiting.errors.join(), /no certificate here yet. Import with initialize=true to have one made/);
    const planned = await importing(fresh, 'initialize=true&plan=true');
    assert.deepEqual(planned.errors, []);
    assert.match(planned.warnings.join(), /CA Certificate Chain was left out: .* initialization makes its certificate/);
  });
});
