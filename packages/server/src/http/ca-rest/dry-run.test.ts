/** Where `dryRun` is refused: wherever it would be ignored, and the act be done. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CaRestFixture, startCaRest } from '../../../test/http/ca-rest-fixture.ts';
import { caRestDocument } from './openapi.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
}

describe('dryRun', () => {
  let rest: CaRestFixture;
  let operations: readonly (readonly [method: string, path: string, knows: boolean])[];
  before(async () => {
    rest = await startCaRest();
    rest.inRole = true;
    const document = JSON.parse(await caRestDocument('0')) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => {
        const knows = parameters.some(({ name }) => name === 'dryRun');
        return [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1'), knows] as const;
      }),
    );
  });
  after(() => rest.stop());

  const ask = async (method: string, path: string, query: string, body: object = {}) => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    // No operation with this method has a body.
    const { status, text } = await rest.ask(`${path}${query}`, { method, ...(method === 'DELETE' ? {} : json) });
    return { status, text };
  };

  it('is refused by every changing operation that has no dry run, before anything is asked of it', async () => {
    const unknowing = operations.filter(([method, , knows]) => method !== 'GET' && !knows);
    assert.ok(unknowing.length > 15, String(unknowing.length));
    for (const [method, path] of unknowing) {
      for (const query of ['?dryRun=true', '?dryRun=false', '?dry_run=true', '?DRYRUN=', '?dry-run=1', ...MISSPELLED])
        assert.deepEqual(await ask(method, path, query), refusal('this operation has no dry run; leave dryRun out'));
      if (method === 'DELETE') continue;
      for (const body of [{ dryRun: true }, { 'dryRun ': true }, [{ dryRun: true }]])
        // The members of a dump are directories of types, which it is refused among in words of its own.
        if (path === '/v1/configdump') assert.equal((await ask(method, path, '', body)).status, 400);
        else
          assert.deepEqual(
            await ask(method, path, '', body),
            refusal('this operation has no dry run; leave dryRun out'),
          );
    }
    assert.deepEqual(rest.calls, []);
  });

  it('is refused in the body, and with another value, by operations that have one', async () => {
    const knowing = operations.filter(([, , knows]) => knows);
    assert.equal(knowing.length, 6);
    for (const [method, path] of knowing) {
      assert.deepEqual(
        await ask(method, path, '', { dry_run: true }),
        refusal('dryRun is a parameter of the query: ?dryRun=true'),
      );
      for (const query of [...MISSPELLED, '?dryRun=false&dryRun[]=true'])
        assert.deepEqual(await ask(method, path, query), refusal('dryRun is a parameter of the query: ?dryRun=true'));
      for (const query of ['?dryRun=yes', '?dryRun=1', '?dryRun=', '?dryRun', '?dryRun=true&dryRun=true'])
        assert.deepEqual(await ask(method, path, query), refusal('dryRun has to be true or false'));
    }
    assert.deepEqual(rest.calls, []);
  });

  it('is refused as a field of a form', async () => {
    for (const name of ['dryRun', 'dry_run', 'dryRun[]']) {
      const body = new FormData();
      body.append('crlFile', new Blob([Uint8Array.of(0x30, 0)]), 'a.crl');
      body.append(name, 'true');
      const encoded = new Response(body);
      const { status, text } = await rest.ask('/v1/ca/CN=CA/importcrl', {
        method: 'POST',
        headers: { 'content-type': encoded.headers.get('content-type')! },
        body: Buffer.from(await encoded.arrayBuffer()),
      });
      assert.deepEqual({ status, text }, refusal('this operation has no dry run; leave dryRun out'));
    }
    assert.deepEqual(rest.calls, []);
  });
});

const MISSPELLED = ['?dryRun%20=true', '?+dryRun=true', '?dryRun[]=true', '?;dryRun=true', '?dryRun[0]=true'];

function refusal(problem: string) {
  return { status: 400, text: JSON.stringify({ error_code: 400, error_message: `Nothing was done: ${problem}.` }) };
}
