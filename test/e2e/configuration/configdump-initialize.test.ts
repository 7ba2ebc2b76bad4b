/** Keys and certificates that an import makes, and those that it leaves alone. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { ClientIdentity } from '../support/test-server.ts';

interface Results {
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

describe('an import that initializes', () => {
  const shared = sharedServer();
  const importing = async (
    body: unknown,
    query = 'initialize=true&overwrite=yes',
    as: ClientIdentity = shared.server.superAdministrator,
  ): Promise<Results> => {
    const answer = await shared.server.call(`/v1/configdump?${query}`, { method: 'POST', body, as });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Results;
  };
  const hasCertificate = async (name: string) => {
    const { certificate_authorities: all } = (await shared.server.call('/v1/ca')).json as unknown as {
      certificate_authorities: readonly { readonly name: string; readonly expiration_date?: string }[];
    };
    return all.some((ca) => ca.name === name && ca.expiration_date !== undefined);
  };
  const tokenItem = (name: string, keys: readonly object[]) => ({
    'Object Type': 'Crypto Token',
    Version: 2,
    Name: name,
    Type: 'SoftCryptoToken',
    'Authentication Code': 'foo123',
    'Auto Activation': true,
    'Key Pair Info': keys,
  });
  const keyPair = (alias: string, identifier?: string) => ({
    Alias: alias,
    'Key Algorithm': 'ECDSA',
    'Key Specification': 'P-256',
    ...(identifier && { 'Subject Key Identifier': identifier }),
  });
  const caItem = (name: string, token: string, alias: string) => ({
    'Object Type': 'Certification Authority',
    Version: 2,
    Name: name,
    'Type of CA': 'X.509',
    'Certificate Profile': 'ROOTCA',
    'Subject DN': `CN=${name}`,
    'Signed By': 'Self Signed',
    Validity: '8y',
    'CA Token': {
      'Crypto Token': token,
      'Certificate Signing Key': alias,
      'Signature Algorithm': 'SHA256WithECDSA',
    },
  });
  const identifierOf = async (token: string, alias: string) => {
    const { json } = await shared.server.call(`/v1/configdump/CRYPTOTOKEN/${token}`);
    const [item] = Object.values(Object.values(json)[0] as Record<string, Record<string, object[]>>);
    const found = item!['Key Pair Info']!.find((each) => (each as { Alias: string }).Alias === alias);
    return (found as Record<string, string>)['Subject Key Identifier']!;
  };

  it('finds the keys that it has made when it is repeated', async () => {
    const keys = { 'crypto-tokens': { Own: tokenItem('Own', [keyPair('sign')]) } };
    // As an import that was cut off between the keys and the certificates.
    assert.deepEqual(await importing(keys), { success: true, errors: [], warnings: [] });
    const made = await identifierOf('Own', 'sign');
    const whole = { ...keys, 'certification-authorities': { 'Own CA': caItem('Own CA', 'Own', 'sign') } };
    assert.deepEqual(await importing(whole), { success: true, errors: [], warnings: [] });
    assert.equal(await hasCertificate('Own CA'), true);
    assert.equal(await identifierOf('Own', 'sign'), made);
    assert.deepEqual(await importing(whole), { success: true, errors: [], warnings: [] });
  });

  it('says what to do where a crypto token is closed', async () => {
    const dump = {
      'crypto-tokens': { Closed: { ...tokenItem('Closed', [keyPair('sign')]), 'Auto Activation': false } },
      'certification-authorities': { 'Closed CA': caItem('Closed CA', 'Closed', 'sign') },
    };
    await importing({ 'crypto-tokens': dump['crypto-tokens'] });
    const closed = await shared.server.call('/v1/cryptotoken/Closed/deactivate', { method: 'PUT' });
    assert.equal(closed.status, 200, closed.text);
    const closedItem = { ...dump['crypto-tokens'].Closed, 'Authentication Code': 'placeholder' };
    const refused = await importing({ ...dump, 'crypto-tokens': { Closed: closedItem } });
    assert.equal(refused.success, false);
    assert.match(
      refused.errors.join(),
      /^certification-authorities\/Closed CA: Device was unavailable\. A crypto token .* 'sealwright token activate' opens it/,
    );
  });

  it('makes a crypto token without its code, closed, where errors are ignored, and what names it', async () => {
    const token = { ...tokenItem('Unknown code', [keyPair('sign')]), 'Authentication Code': 'placeholder' };
    const dump = {
      'crypto-tokens': { 'Unknown code': token },
      'certification-authorities': { 'Later CA': caItem('Later CA', 'Unknown code', 'sign') },
    };
    const refused = await importing(dump);
    assert.deepEqual(refused.errors, [
      "crypto-tokens/Unknown code: authenticationCode is 'placeholder', but no value is stored that could be kept: give the secret",
    ]);
    const imported = await importing(dump, 'ignoreerrors=true&initialize=true');
    assert.deepEqual([imported.success, imported.errors], [true, []]);
    assert.ok(imported.warnings.includes('crypto-tokens/Unknown code: Auto Activation is off until the code is given'));
    const { json } = await shared.server.call('/v1/configdump/CRYPTOTOKEN/Unknown%20code');
    const { Active, ...item } = (json['crypto-tokens'] as Record<string, Record<string, unknown>>)['Unknown code']!;
    assert.deepEqual([Active, item['Auto Activation'], item['Key Pair Info']], [false, false, []]);
    assert.equal(await hasCertificate('Later CA'), false);
    const known = { 'Unknown code': { ...token, 'Authentication Code': 'foo123' } };
    const completed = await importing({ ...dump, 'crypto-tokens': known });
    assert.deepEqual(completed, { success: true, errors: [], warnings: [] });
    assert.equal(await hasCertificate('Later CA'), true);
  });

  it('takes a code that is missing as one that is not known', async () => {
    const { 'Authentication Code': code, ...withoutCode } = tokenItem('No code', []);
    for (const [name, given] of [
      ['absent', {}],
      ['empty', { 'Authentication Code': '' }],
      ['null', { 'Authentication Code': null }],
    ] as const) {
      const token = `Code ${name}`;
      const dump = {
        'crypto-tokens': { [token]: { ...withoutCode, Name: token, ...given } },
        'certification-authorities': { [`CA ${name}`]: caItem(`CA ${name}`, token, 'sign') },
      };
      const [refusal] = (await importing(dump)).errors;
      assert.match(refusal!, /^crypto-tokens\/Code \w+: authenticationCode .*: give the secret$/);
      const imported = await importing(dump, 'ignoreerrors=true');
      assert.deepEqual([imported.success, imported.errors], [true, []]);
      assert.ok(imported.warnings.includes(`crypto-tokens/${token}: Auto Activation is off until the code is given`));
      for (const path of [`CRYPTOTOKEN/Code%20${name}`, `CA/CA%20${name}`])
        assert.equal((await shared.server.call(`/v1/configdump/${path}`)).status, 200, path);
      // Once it is stored it stays.
      await importing({ 'crypto-tokens': { [token]: { ...withoutCode, Name: token, 'Authentication Code': code } } });
      assert.deepEqual(await importing(dump, 'overwrite=yes'), { success: true, errors: [], warnings: [] });
    }
  });

  it('certifies no CA for a key that somebody else has made', async () => {
    await importing({ 'crypto-tokens': { Others: tokenItem('Others', []) } });
    const generated = await shared.server.call('/v1/cryptotoken/Others/generatekeys', {
      method: 'POST',
      body: { key_pair_alias: 'sign', key_alg: 'ECDSA', key_spec: 'P-256' },
    });
    assert.equal(generated.status, 200, generated.text);
    const dump = (identifier?: string) => ({
      'crypto-tokens': { Others: tokenItem('Others', [keyPair('sign', identifier)]) },
      'certification-authorities': { 'Others CA': caItem('Others CA', 'Others', 'sign') },
    });
    for (const given of [undefined, '00'.repeat(20)]) {
      const refused = await importing(dump(given));
      assert.equal(refused.success, false);
      assert.match(
        refused.errors.join(),
        /^certification-authorities\/Others CA: cannot get its certificate: the crypto token 'Others' has a key pair 'sign' that this import has not made/,
      );
    }
    assert.equal(await hasCertificate('Others CA'), false);
    const meant = await importing(dump(await identifierOf('Others', 'sign')));
    assert.deepEqual(meant, { success: true, errors: [], warnings: [] });
    assert.equal(await hasCertificate('Others CA'), true);
  });

  const keyOf = (name: string) => `cannot get its certificate: the crypto token '${name}' has a key pair 'sign'`;
  const generate = async (token: string) => {
    const body = { key_pair_alias: 'sign', key_alg: 'ECDSA', key_spec: 'P-256' };
    const { status, text } = await shared.server.call(`/v1/cryptotoken/${token}/generatekeys`, {
      method: 'POST',
      body,
    });
    assert.equal(status, 200, text);
  };

  for (const query of ['overwrite=skip', 'overwrite=abort&continue=true', 'overwrite=skip&ignoreerrors=true']) {
    it(`certifies no CA for such a key whose crypto token stays as it is (${query})`, async () => {
      const name = `Left ${query.replaceAll(/\W/g, ' ')}`;
      await importing({ 'crypto-tokens': { [name]: tokenItem(name, []) } });
      await generate(name);
      const refused = await importing(
        {
          'crypto-tokens': { [name]: tokenItem(name, [keyPair('sign')]) },
          'certification-authorities': { [`${name} CA`]: caItem(`${name} CA`, name, 'sign') },
        },
        `initialize=true&${query}`,
      );
      assert.ok([...refused.errors, ...refused.warnings].join().includes(keyOf(name)), JSON.stringify(refused));
      assert.equal(await hasCertificate(`${name} CA`), false);
    });
  }

  it('certifies no CA for such a key whose crypto token has a mistake in its item', async () => {
    await importing({ 'crypto-tokens': { Mistaken: tokenItem('Mistaken', []) } });
    await generate('Mistaken');
    const item = { ...tokenItem('Mistaken', [keyPair('sign')]), 'Auto Activation': 'perhaps' };
    const dump = {
      'crypto-tokens': { Mistaken: item },
      'certification-authorities': { 'Mistaken CA': caItem('Mistaken CA', 'Mistaken', 'sign') },
    };
    const refused = await importing(dump, 'initialize=true&overwrite=yes&continue=true');
    assert.ok(refused.errors.join().includes(keyOf('Mistaken')), JSON.stringify(refused));
    assert.equal(await hasCertificate('Mistaken CA'), false);
  });

  it('certifies no CA for a key that an import of another administrator has made', async () => {
    await shared.server.administer('/documents/AVAILABLEPROTOCOLS/available-protocol-configuration', {
      method: 'PUT',
      body: { settings: { restConfigdump: true } },
    });
    const officer = await newOfficer(shared.server, 'key-officer', {
      '/system_functionality/edit_systemconfiguration/': 'ALLOW',
      '/cryptotoken/': 'ALLOW',
    });
    const made = await importing(
      { 'crypto-tokens': { Known: tokenItem('Known', [keyPair('sign')]) } },
      'initialize=true&overwrite=yes',
      officer,
    );
    assert.deepEqual(made, { success: true, errors: [], warnings: [] });
    const dump = (identifier?: string) => ({
      'crypto-tokens': {
        Known: { ...tokenItem('Known', [keyPair('sign', identifier)]), 'Authentication Code': 'placeholder' },
      },
      'certification-authorities': { 'Known CA': caItem('Known CA', 'Known', 'sign') },
    });
    const refused = await importing(dump());
    assert.deepEqual([refused.success, refused.errors.join().includes(keyOf('Known'))], [false, true]);
    assert.equal(await hasCertificate('Known CA'), false);
    assert.equal((await importing(dump(await identifierOf('Known', 'sign')))).success, true);
    assert.equal(await hasCertificate('Known CA'), true);
  });

  it('completes what it has left alone as it is, when it is repeated with overwrite=skip', async () => {
    const whole = (validity: string) => ({
      'crypto-tokens': { Cut: tokenItem('Cut', [keyPair('sign')]) },
      'certification-authorities': { 'Cut CA': { ...caItem('Cut CA', 'Cut', 'sign'), Validity: validity } },
    });
    assert.equal((await importing(whole('8y'), 'overwrite=yes')).success, true);
    const skipped = 'initialize=true&overwrite=skip';
    const other = await importing(whole('9y'), skipped);
    assert.match(
      other.warnings.join('\n'),
      /^certification-authorities\/Cut CA: was left alone and is not as the item says, so it has no certificate yet, and got none/m,
    );
    assert.equal(await hasCertificate('Cut CA'), false);
    const same = await importing(whole('8y'), skipped);
    assert.deepEqual([same.success, same.errors], [true, []]);
    assert.equal(await hasCertificate('Cut CA'), true);
    const key = await identifierOf('Cut', 'sign');
    const again = await importing(whole('8y'), skipped);
    assert.deepEqual(
      [again.success, again.warnings.toSorted()],
      [
        true,
        ['certification-authorities/Cut CA', 'crypto-tokens/Cut'].map(
          (item) => `${item}: exists already and was left alone`,
        ),
      ],
    );
    assert.equal(await identifierOf('Cut', 'sign'), key);
  });

  it('succeeds twice at once', async () => {
    const names = ['Once', 'Twice', 'Thrice'];
    const cas = names.map((name) => [`${name} CA`, caItem(`${name} CA`, 'Both', name)]);
    const dump = {
      'crypto-tokens': {
        Both: tokenItem(
          'Both',
          names.map((name) => keyPair(name)),
        ),
      },
      'certification-authorities': Object.fromEntries(cas),
    };
    assert.equal((await importing(dump, 'overwrite=yes')).success, true);
    const both = await Promise.all([importing(dump), importing(dump)]);
    for (const one of both) assert.deepEqual(one, { success: true, errors: [], warnings: [] });
  });

  it('leaves out the keys that CAs make for their OCSP responders', async () => {
    const dump = {
      'crypto-tokens': { Responding: tokenItem('Responding', [keyPair('sign')]) },
      'certification-authorities': { 'Responding CA': caItem('Responding CA', 'Responding', 'sign') },
    };
    assert.equal((await importing(dump)).success, true);
    const { json } = await shared.server.administer('/cryptotokens/Responding/keys');
    assert.match(JSON.stringify(json), /"ocsp-/);
    const exported = await shared.server.call('/v1/configdump/CRYPTOTOKEN/Responding');
    assert.match(exported.text, /"Alias":"sign"/);
    assert.doesNotMatch(exported.text, /ocsp-/);
  });

  it('imports a key binding disabled whose certificate is not there', async () => {
    const binding = (fingerprint: string) => ({
      'internal-key-bindings': {
        Responder: {
          'Object Type': 'Internal Key Binding',
          Version: 1,
          Name: 'Responder',
          Type: 'OcspKeyBinding',
          Status: 'ACTIVE',
          'Bound Certificate SHA-1': fingerprint,
        },
      },
    });
    const statusOfBinding = async () =>
      ((await shared.server.administer('/documents/KEYBINDING/Responder')).json['settings'] as { status: string })
        .status;
    const made = await importing(binding('ab'.repeat(20)));
    assert.equal(made.success, true);
    assert.match(made.warnings.join(), /bound to a certificate that is not on this server, and was imported DISABLED/);
    assert.equal(await statusOfBinding(), 'DISABLED');
    const { fingerprint } = new X509Certificate(shared.server.superAdministrator.cert);
    const bound = await importing(binding(fingerprint.replaceAll(':', '').toLowerCase()));
    assert.deepEqual(bound, { success: true, errors: [], warnings: [] });
    assert.equal(await statusOfBinding(), 'ACTIVE');
  });
});
