import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { TokenInstallation, type TokenProcess } from '../../../test/token-installation.ts';
import { EpochMovedError } from '../../kernel/unit-of-work.ts';
import type { CryptoTokenPlan } from './crypto-tokens.ts';
import { keyAlias } from './key-alias.ts';

const EC = { algorithm: 'EC', specification: 'P-256' } as const;
const MESSAGE = new Uint8Array(10);
const offline = { code: 'crypto_token.offline' };
const wrongCode = { code: 'crypto_token.wrong_activation_code' };

let installation: TokenInstallation;
let here: TokenProcess;

before(async () => {
  installation = await TokenInstallation.start();
});
after(() => installation.close());
beforeEach(async () => {
  here = await installation.startProcess();
});

/** Commits a plan as its caller does. */
async function carryOut<T>(plan: CryptoTokenPlan<T>, on = here): Promise<T> {
  try {
    await installation.commit(plan.writes);
  } catch (error) {
    await plan.abandoned('refused');
    throw error;
  }
  await on.configuration.refresh();
  await plan.committed();
  return plan.result;
}

async function createDocument(settings: Record<string, unknown>, on = here): Promise<{ id: number; name: string }> {
  const name = `token ${installation.ids.next()}`;
  const plan = await on.planner.planCreate({
    type: 'CRYPTOTOKEN',
    name,
    settings: { type: 'SoftCryptoToken', ...settings },
  });
  await installation.commit(plan.writes, plan.epoch);
  await on.configuration.refresh();
  return { id: plan.planned[0]!.document!.id, name };
}

async function changeDocument(name: string, settings: Record<string, unknown>): Promise<void> {
  await here.configuration.refresh();
  const plan = await here.planner.planChange({
    type: 'CRYPTOTOKEN',
    name,
    settings: { type: 'SoftCryptoToken', ...settings },
  });
  await installation.commit(plan.writes, plan.epoch);
  await here.configuration.refresh();
}

const automatic = (authenticationCode = 'code') => ({ autoActivation: true, authenticationCode });

/** A token with a key pair `signKey`. */
async function makeToken(settings: Record<string, unknown> = {}) {
  const token = await createDocument(settings);
  if (settings['autoActivation'] !== true) await carryOut(await here.tokens.planActivation(token.id, 'code'));
  await carryOut(await here.tokens.planKeyPair(token.id, { ...EC, alias: keyAlias('signKey') }));
  return token;
}

const sign = (tokenId: number, on = here) => on.tokens.sign(tokenId, 'signKey', 'SHA256withECDSA', MESSAGE);

describe('creation', () => {
  it('with automatic activation makes a token that its first use opens', async () => {
    const { id } = await createDocument(automatic());
    assert.equal(await here.tokens.state(id), 'active');
    await carryOut(await here.tokens.planKeyPair(id, { ...EC, alias: keyAlias('signKey') }));
    const elsewhere = await installation.startProcess();
    assert.equal(await elsewhere.tokens.state(id), 'active');
    await sign(id, elsewhere);
  });

  it('without a code gives a token that its first activation makes', async () => {
    const { id } = await createDocument({});
    assert.equal(await here.tokens.state(id), 'offline');
    await assert.rejects(sign(id), offline);
    assert.equal(await carryOut(await here.tokens.planActivation(id, 'chosen')), 'activated');
    assert.equal(await here.tokens.state(id), 'active');
    await assert.rejects(here.tokens.planActivation(id, 'other'), wrongCode);
  });

  it('makes key pairs in the unit of the token', async () => {
    const { id } = await createDocument({});
    const requests = ['a', 'b'].map((alias) => ({ ...EC, alias: keyAlias(alias) }));
    const made = await carryOut(
      await here.tokens.planCreation({ id, type: 'SoftCryptoToken', properties: {} }, 'code', requests),
    );
    assert.deepEqual(await here.tokens.listKeyPairs(id), made);
    assert.ok(made.every((keyPair) => !('protectedKey' in keyPair)));
    await here.tokens.sign(id, 'b', 'SHA256withECDSA', MESSAGE);
  });

  it('refuses one alias twice', async () => {
    const request = { ...EC, alias: keyAlias('twice') };
    const token = { id: installation.ids.next(), type: 'SoftCryptoToken', properties: {} };
    await assert.rejects(here.tokens.planCreation(token, 'code', [request, request]), {
      code: 'crypto_token.alias_in_use',
    });
  });

  it('refuses a type that has no driver', async () => {
    await assert.rejects(createDocument({ type: 'AzureCryptoToken', ...automatic() }), {
      code: 'crypto_token.unsupported_type',
    });
  });

  for (const [what, settings] of [
    ['automatic activation without a code', { autoActivation: true }],
    ['a code that nobody needs', { authenticationCode: 'code' }],
    ['a type that nobody knows', { type: 'WoodenCryptoToken' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(createDocument(settings), { code: 'document.invalid_settings' });
    });
  }
});

describe('activation', () => {
  it('with the right code is repeated at will', async () => {
    const { id } = await makeToken();
    assert.equal(await carryOut(await here.tokens.planActivation(id, 'code')), 'was-active');
    await sign(id);
  });

  it('is refused with a wrong code, of an active token too, which stays active', async () => {
    const { id } = await makeToken();
    await assert.rejects(here.tokens.planActivation(id, 'wrong'), wrongCode);
    await sign(id);
  });

  it('has to wait after wrong codes, and signatures do not', async () => {
    const { id } = await makeToken();
    // The wait is measured by the database's clock, which no test moves. It begins with the attempt, and a slow one may outlast it.
    const wait = (milliseconds: number) =>
      installation.database.runStatement(
        sql`UPDATE activation_attempt SET not_before_ms = not_before_ms + ${milliseconds}`,
      );
    for (let n = 0; n < 3; n++) await assert.rejects(here.tokens.planActivation(id, 'wrong'), wrongCode);
    await wait(60_000);
    await assert.rejects(here.tokens.planActivation(id, 'code'), { code: 'crypto_token.too_many_attempts' });
    await sign(id);
    await wait(-61_000);
    await here.tokens.planActivation(id, 'code');
  });

  it('is for one process, and does not outlive it', async () => {
    const { id } = await makeToken();
    const elsewhere = await installation.startProcess();
    assert.equal(await elsewhere.tokens.state(id), 'offline');
    await assert.rejects(sign(id, elsewhere), offline);
  });

  it('is taken back when it could not be recorded', async () => {
    const { id } = await makeToken();
    const elsewhere = await installation.startProcess();
    const plan = await elsewhere.tokens.planActivation(id, 'code');
    assert.equal(await elsewhere.tokens.state(id), 'active');
    await plan.abandoned('refused');
    assert.equal(await elsewhere.tokens.state(id), 'offline');
  });

  it('of a token that does not exist says so', async () => {
    const unknown = { code: 'crypto_token.not_found', message: 'Unknown crypto token' };
    await assert.rejects(here.tokens.planActivation(1, 'code'), unknown);
    await assert.rejects(here.tokens.planDeactivation(1), unknown);
    await assert.rejects(here.tokens.planKeyPair(1, { ...EC, alias: keyAlias('a') }), unknown);
    await assert.rejects(here.tokens.planKeyPairRemoval(1, 'a'), unknown);
    await assert.rejects(here.tokens.state(1), unknown);
    await assert.rejects(sign(1), unknown);
  });
});

describe('deactivation', () => {
  it('closes the token, and may be repeated', async () => {
    const { id } = await makeToken();
    assert.equal(await carryOut(await here.tokens.planDeactivation(id)), 'deactivated');
    assert.equal(await here.tokens.state(id), 'offline');
    await assert.rejects(sign(id), offline);
    assert.equal(await carryOut(await here.tokens.planDeactivation(id)), 'deactivated');
  });

  it('of a token with automatic activation lets it come back', async () => {
    const { id } = await makeToken(automatic());
    assert.equal(await carryOut(await here.tokens.planDeactivation(id)), 'reactivated');
    assert.equal(await here.tokens.state(id), 'active');
    await sign(id);
  });

  it('lets no process record a signature that was made before it', async () => {
    const { id } = await makeToken();
    const elsewhere = await installation.startProcess();
    await elsewhere.tokens.planActivation(id, 'code');
    await elsewhere.configuration.refresh();
    const epoch = elsewhere.configuration.epoch;
    await sign(id, elsewhere);

    await carryOut(await here.tokens.planDeactivation(id));

    // The other process has not noticed: it signs, and what it signs is refused.
    await sign(id, elsewhere);
    await assert.rejects(installation.commit([], epoch), EpochMovedError);
    await elsewhere.configuration.refresh();
    await assert.rejects(sign(id, elsewhere), offline);
    assert.equal(await elsewhere.tokens.state(id), 'offline');
  });

  it('wins over an activation that began before it', async () => {
    const { id } = await makeToken();
    await carryOut(await here.tokens.planDeactivation(id));
    const activation = here.tokens.planActivation(id, 'code');
    await carryOut(await here.tokens.planDeactivation(id));
    await activation.catch(() => {});
    await here.configuration.refresh();
    await assert.rejects(sign(id), offline);
  });

  it('by two at the same time is a conflict for one of them', async () => {
    const { id } = await makeToken();
    const [first, second] = [await here.tokens.planDeactivation(id), await here.tokens.planDeactivation(id)];
    await carryOut(first);
    await assert.rejects(carryOut(second), { code: 'storage.conflict', reason: 'changed' });
  });
});

describe('key pairs', () => {
  it('are made, listed page by page, and removed', async () => {
    const { id } = await makeToken();
    await carryOut(await here.tokens.planKeyPair(id, { ...EC, alias: keyAlias('b') }));
    await carryOut(await here.tokens.planKeyPair(id, { ...EC, alias: keyAlias('a') }));
    const aliases = async (after: string, limit: number) =>
      (await here.tokens.listKeyPairs(id, after, limit)).map(({ alias }) => alias);
    assert.deepEqual(await aliases('', 2), ['a', 'b']);
    assert.deepEqual(await aliases('b', 2), ['signKey']);
    await carryOut(await here.tokens.planKeyPairRemoval(id, 'signKey'));
    assert.deepEqual(await aliases('', 9), ['a', 'b']);
    await assert.rejects(sign(id), { code: 'crypto_token.unknown_alias' });
  });

  it('are gone for other processes once these notice', async () => {
    const { id } = await makeToken(automatic());
    const elsewhere = await installation.startProcess();
    await sign(id, elsewhere);
    await carryOut(await here.tokens.planKeyPairRemoval(id, 'signKey'));
    await elsewhere.configuration.refresh();
    await assert.rejects(sign(id, elsewhere), { code: 'crypto_token.unknown_alias' });
  });

  it('are neither made nor removed while the token is offline', async () => {
    const { id } = await makeToken();
    await carryOut(await here.tokens.planDeactivation(id));
    await assert.rejects(here.tokens.planKeyPair(id, { ...EC, alias: keyAlias('new') }), offline);
    await assert.rejects(here.tokens.planKeyPairRemoval(id, 'signKey'), offline);
  });

  it('of an alias in use are refused', async () => {
    const { id } = await makeToken();
    await assert.rejects(here.tokens.planKeyPair(id, { ...EC, alias: keyAlias('signKey') }), {
      code: 'crypto_token.alias_in_use',
    });
  });

  it('of one alias made at the same time conflict, and the second plan says why', async () => {
    const { id } = await makeToken();
    const request = { ...EC, alias: keyAlias('raced') };
    const [first, second] = [await here.tokens.planKeyPair(id, request), await here.tokens.planKeyPair(id, request)];
    const made = await carryOut(first);
    await assert.rejects(carryOut(second), { code: 'storage.conflict', reason: 'exists' });
    assert.deepEqual(await here.tokens.getKeyPair(id, 'raced'), made);
    await assert.rejects(here.tokens.planKeyPair(id, request), { code: 'crypto_token.alias_in_use' });
  });

  it('are not stored in a token that was deactivated while they were made', async () => {
    const { id } = await makeToken();
    const plan = await here.tokens.planKeyPair(id, { ...EC, alias: keyAlias('late') });
    await carryOut(await here.tokens.planDeactivation(id));
    await assert.rejects(carryOut(plan), { code: 'storage.conflict', reason: 'changed' });
    await assert.rejects(here.tokens.getKeyPair(id, 'late'), { code: 'crypto_token.unknown_alias' });
  });

  it('prove themselves', async () => {
    const { id } = await makeToken();
    await here.tokens.testKeyPair(id, 'signKey');
    await assert.rejects(here.tokens.testKeyPair(id, 'nobody'), { code: 'crypto_token.unknown_alias' });
  });
});

describe('the code', () => {
  it('of a token with automatic activation is changed by changing the document', async () => {
    const { id, name } = await makeToken(automatic());
    await changeDocument(name, automatic('new'));
    await sign(id);
    await assert.rejects(here.tokens.planActivation(id, 'code'), wrongCode);
    await here.tokens.planActivation(id, 'new');
  });

  it('that is not touched stays, and the document shows none', async () => {
    const { id, name } = await makeToken(automatic());
    await changeDocument(name, { ...automatic('placeholder'), properties: { note: 'x' } });
    await sign(id);
    await here.tokens.planActivation(id, 'code');
  });

  it('has to open the token when automatic activation is switched on', async () => {
    const { id, name } = await makeToken();
    await carryOut(await here.tokens.planDeactivation(id));
    await assert.rejects(changeDocument(name, automatic('wrong')), wrongCode);
    await changeDocument(name, automatic('code'));
    await sign(id);
  });

  it('is forgotten when automatic activation is switched off', async () => {
    const { id, name } = await makeToken(automatic());
    await changeDocument(name, { autoActivation: false, authenticationCode: '' });
    await carryOut(await here.tokens.planDeactivation(id));
    await assert.rejects(sign(id), offline);
    await carryOut(await here.tokens.planActivation(id, 'code'));
    await sign(id);
  });
});

describe('the document', () => {
  it('keeps its type', async () => {
    const { name } = await makeToken();
    await assert.rejects(changeDocument(name, { type: 'AzureCryptoToken' }), { code: 'crypto_token.fixed_type' });
  });

  it('keeps an open token open when something else in it changes', async () => {
    const { id, name } = await makeToken();
    await changeDocument(name, { properties: { note: 'x' } });
    await sign(id);
  });

  it('takes the key pairs with it when it is removed', async () => {
    const { id, name } = await makeToken();
    const plan = await here.planner.plan([{ kind: 'remove', type: 'CRYPTOTOKEN', name }]);
    await installation.commit(plan.writes, plan.epoch);
    await here.configuration.refresh();
    assert.deepEqual(await installation.store.listKeyPairs(id, '', 10), []);
    assert.equal(await installation.store.findState(id), undefined);
    await assert.rejects(sign(id), { code: 'crypto_token.not_found' });
  });
});
