/** Keys and certificates that an import makes, and those that it leaves alone. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { sharedServer } from '../support/ca-rest-setup.ts';

interface Results {
  readonly success: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

describe('an import that initializes', () => {
  const shared = sharedServer();
  const importing = async (body: unknown, query = 'initialize=true&overwrite=yes'): Promise<Results> => {
    const answer = await shared.server.call(`/v1/configdump?${query}`, { method: 'POST', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Results;
  };
  const statusOf = async (name: string) => {
    const { certificate_authorities: all } = (await shared.server.call('/v1/ca')).json as unknown as {
      certificate_authorities: readonly { readonly name: string }[];
    };
    return all.some((ca) => ca.name === name);
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
    assert.equal(await statusOf('Own CA'), true);
    assert.equal(await identifierOf('Own', 'sign'), made);
    assert.deepEqual(await importing(whole), { success: true, errors: [], warnings: [] });
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
    assert.equal(await statusOf('Others CA'), false);
    const meant = await importing(dump(await identifierOf('Others', 'sign')));
    assert.deepEqual(meant, { success: true, errors: [], warnings: [] });
    assert.equal(await statusOf('Others CA'), true);
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
