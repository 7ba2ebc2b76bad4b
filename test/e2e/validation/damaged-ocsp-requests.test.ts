/**
 * Damaged OCSP requests to the use case of a whole installation, 3,000 of them, or as many others as the environment says:
 *
 * `OCSP_MUTATIONS=500000 npx node --test --test-timeout=0 test/e2e/validation/damaged-ocsp-requests.test.ts`
 */
import { type Certificate, hashAlgorithmByName, oid } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runMutations } from '../../../packages/pki/test/mutations.ts';
import { AppError } from '../../../packages/server/src/kernel/errors.ts';
import { certificatePath, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateOf } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { ocspRequest } from '../support/ocsp-requests.ts';
import { openBeside } from '../support/installations/open-beside.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const others = Number(process.env['OCSP_MUTATIONS'] ?? 0);

/** An answer that is a refusal of the protocol. */
class RefusedByResponder extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const shared = sharedServer();

it('answers every damaged request, or refuses it, within 50 ms of processor time', async (t) => {
  const { server } = shared;
  const ca = await certificateOf(server, 'ManagementCA');
  const some: Certificate[] = [];
  for (let number = 0; number < 4; number++)
    some.push(await enroll(server, newRequest({ username: `damaged ${number}`, subject: `CN=damaged ${number}` })));
  const path = `${certificatePath(some[0]!, 'revoke')}?reason=KEY_COMPROMISE`;
  assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
  const asked = some.map((certificate) => [certificate, ca] as const);
  const nonce = new Uint8Array(32).fill(7);
  const serviceLocator = { oid: oid('1.3.6.1.5.5.7.48.1.7'), critical: false, value: Uint8Array.of(0x30, 0) };
  const seeds = [
    ocspRequest(asked.slice(0, 1)),
    ocspRequest(asked.slice(1, 2), { nonce }),
    ocspRequest(asked.slice(1, 2), { hash: hashAlgorithmByName('SHA-256') }),
    ocspRequest(asked, { nonce, extensions: [serviceLocator] }),
    ocspRequest([...asked, ...Array.from({ length: 30 }, (_, at) => [unissued(ca, at), ca] as const)]),
  ];
  const { ocsp, close } = await openBeside(server);
  atEnd(t, close);
  const { read, refused } = await runMutations('OCSP request', others === 0 ? 0 : 1_000_000, others || 3000, {
    seeds,
    read: async (input) => {
      const answer = await ocsp.answerOcsp.answer(input);
      assert.ok(answer.kind === 'signed' || answer.status !== 'internalError');
      if (answer.kind === 'refused') throw new RefusedByResponder(answer.status);
    },
    isRefusal: (error): error is RefusedByResponder | AppError =>
      error instanceof RefusedByResponder || (error instanceof AppError && error.kind === 'malformed'),
  });
  t.diagnostic(`${read} answered, refused: ${[...refused].map(([code, count]) => `${code} ${count}`).join(', ')}`);
  assert.ok(read >= 30, `only ${read} were answered`);
  assert.ok((refused.get('malformedRequest') ?? 0) >= 100 && (refused.get('unauthorized') ?? 0) >= 100);
});

/** A certificate of a number that nobody has. */
function unissued({ issuer }: Certificate, number: number): Certificate {
  return { issuer, serialNumberBytes: Uint8Array.of(0x11, number) } as Certificate;
}
