import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CaServer, type SeenRequest } from '../../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());

/** Answers as a server that would make both profiles, and refuses the second one in the end. */
function refusingTheSecond(removes: boolean) {
  return ({ method, url }: SeenRequest) => {
    if (method === 'GET') return { status: 404, body: { error_code: 404, error_message: 'There is none.' } };
    if (method === 'DELETE')
      return removes ? changed() : { status: 403, body: { error_code: 403, error_message: 'Not authorized.' } };
    if (url.includes('dry_run')) return changed();
    if (url.includes('/EEPROFILE/')) return { status: 503, body: { error_code: 503, error_message: 'Not now.' } };
    return { ...changed(DOCUMENT), status: 201 };
  };
}

function changed(document?: object) {
  return {
    status: 200,
    body: { ...(document !== undefined && { document }), differences: [], problems: [], warnings: [] },
  };
}

const create = async () => {
  const { code, error } = await server.run('profile', 'create', 'Web', '--like', 'tls-client', '--json');
  return { code, error: (JSON.parse(error) as { error: Record<string, unknown> }).error };
};

it('takes the certificate profile back when the end entity profile is refused after all', async () => {
  server.intercept = refusingTheSecond(true);
  const { code, error } = await create();
  assert.deepEqual([code, error['status'], error['left']], [1, 503, undefined]);
  const { method, url } = server.requests.at(-1)!;
  assert.deepEqual([method, url], ['DELETE', '/sealwright/v1/documents/CERTPROFILE/Web']);
});

it('says what is left when it cannot be taken back', async () => {
  server.intercept = refusingTheSecond(false);
  const { error } = await create();
  assert.deepEqual(
    [error['status'], error['left']],
    [503, "CERTPROFILE 'Web' was made: remove it with 'config remove' before another attempt"],
  );
});

const DOCUMENT = {
  type: 'CERTPROFILE',
  name: 'Web',
  namespace: '',
  id: 1001,
  version: 1,
  built_in: false,
  usable: true,
  problems: [],
  settings: {},
};
